"""Breakthrough: the first whose piece reaches the far side wins.

Rules: D. Troyka (2000). A piece moves one square straight or diagonally forward; straight only to an empty square,
diagonally also to take a piece of the other side. Who reaches the last row, or takes all pieces, wins; there are no
draws. Parameters `wide` and `high`: the board; each side begins with two rows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, MossaError, Piece, Scene, bit_count, grid, parameter, u64

WIDE = parameter("wide", 6, "columns", least=2, most=8)
HIGH = parameter("high", 6, "rows", least=5, most=8)
SQUARES = WIDE * HIGH
COLUMNS = "abcdefgh"[:WIDE]
FACTS = Facts(players=2, utility=(-1, 1), widest=6 * WIDE, longest=2 * WIDE * (2 * HIGH))
ROW = u64((1 << WIDE) - 1)


class State(NamedTuple):
    mine: u64  # the pieces of the side to move; square a1 is bit 0
    theirs: u64
    turn: int


def start() -> State:
    return State(u64((1 << 2 * WIDE) - 1), u64(((1 << 2 * WIDE) - 1) << (SQUARES - 2 * WIDE)), 0)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    home = ROW if state.turn == 0 else ROW << (SQUARES - WIDE)  # where the other side wants to go
    return state.theirs & home != 0 or state.mine == 0


def moves(state: State) -> Iterator[int]:
    step = WIDE if state.turn == 0 else -WIDE
    for square in range(SQUARES):
        if state.mine >> square & 1:
            for side in range(-1, 2):
                to = square + step + side
                if 0 <= square % WIDE + side < WIDE and 0 <= to < SQUARES and not state.mine >> to & 1:
                    if side != 0 or not state.theirs >> to & 1:
                        yield square * 64 + to


def play(state: State, move: int) -> State:
    begin, to = u64(1) << move // 64, u64(1) << move % 64
    return State(state.theirs & ~to, state.mine ^ begin | to, 1 - state.turn)


def utility(state: State, player: int) -> int:
    return -1 if player == state.turn else 1  # the side to move has just lost


def evaluate(state: State) -> int:
    return 100 * (bit_count(state.mine) - bit_count(state.theirs)) + 10 * (
        lead(state.mine, state.turn) - lead(state.theirs, 1 - state.turn)
    )


def lead(pieces: u64, side: int) -> int:
    """How far the foremost piece has come, in rows."""
    found = 0
    for row in range(HIGH):
        if pieces >> WIDE * row & ROW:
            found = max(found, row if side == 0 else HIGH - 1 - row)
            if side == 1:
                return found
    return found


def noisy(state: State) -> bool:
    return lead(state.theirs, 1 - state.turn) >= HIGH - 2


def order(state: State, move: int) -> int:
    row = move % 64 // WIDE
    taken = 20 if state.theirs >> move % 64 & 1 else 0
    return taken + (row if state.turn == 0 else HIGH - 1 - row)


def square_name(square: int) -> str:
    return f"{COLUMNS[square % WIDE]}{square // WIDE + 1}"


def write_move(state: State, move: int) -> str:
    return f"{square_name(move // 64)}{'x' if state.theirs >> move % 64 & 1 else '-'}{square_name(move % 64)}"


def write_position(state: State) -> str:
    first, second = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
    letters = "".join("W" if first >> s & 1 else "B" if second >> s & 1 else "." for s in range(SQUARES))
    return "/".join(letters[row * WIDE : (row + 1) * WIDE] for row in reversed(range(HIGH))) + " wb"[state.turn + 1]


def read_position(text: str) -> State:
    rows = text[:-1].split("/")
    letters = "".join(reversed([row for row in rows]))
    if len(rows) != HIGH or {len(row) for row in rows} != {WIDE} or set(letters) - set("WB.") or text[-1] not in "wb":
        raise MossaError(f"a position is {HIGH} rows of {WIDE} of W B . with slashes, and w or b to move, not {text!r}")
    pieces = [u64(sum(1 << s for s in range(SQUARES) if letters[s] == letter)) for letter in "WB"]
    turn = "wb".index(text[-1])
    return State(pieces[turn], pieces[1 - turn], turn)


player_names = ("White", "Black")


def scene(state: State, viewer: int | None) -> Scene:
    rows = write_position(state)[:-1].split("/")
    names = [[f"{c}{HIGH - y}" for c in COLUMNS] for y in range(HIGH)]
    pieces = {"W": Piece("W", "white", "disc"), "B": Piece("B", "black", "disc")}
    numbers = [str(HIGH - y) for y in range(HIGH)]
    return grid(rows, pieces, names=names, second_ground="dark", column_labels=COLUMNS, row_labels=numbers)
