"""Go on a small board: surround stones to take them, surround points to own them.

Rules: those of Tromp and Taylor (https://tromp.github.io/go.html) with area scoring, but suicide is not allowed: a move
may not recreate a board that was there before (positional superko), two passes in a row end the game, and a player's
score is his stones and the empty points that reach only them. No komi. Boards of up to 49 points.

It shows rules that need the past: `allowed` asks the line so far.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, Line, MossaError, Piece, Scene, bit_count, crossings, mix, parameter, seen, u64

COLUMNS = parameter("columns", 5, "columns of the board", least=1, most=26)
ROWS = parameter("rows", 5, "rows of the board", least=1, most=26)
POINTS = COLUMNS * ROWS
if POINTS > 49:
    raise MossaError(f"{COLUMNS} × {ROWS} is too large a board: it has at most 49 points")
PASS = POINTS
TINY = POINTS <= 4  # every board once, and a pass between: that is a bound which a proof can use
LONGEST = 2 * 3**POINTS + 1 if TINY else None
FACTS = Facts(
    utility=(-1, 1), score=(-POINTS, POINTS), widest=POINTS + 1, longest=LONGEST, line=LONGEST + 1 if TINY else 1024
)

BOARD = (1 << POINTS) - 1
LEFT = sum(1 << COLUMNS * row for row in range(ROWS))
RIGHT = LEFT << COLUMNS - 1
player_names = ("Black", "White")


class State(NamedTuple):
    mine: int  # stones of the player to move, a bit each
    other: int
    turn: int
    passes: int  # in a row


def start() -> State:
    return State(0, 0, 0, 0)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    return state.passes == 2


def around(points: int) -> int:
    """The neighbours of a set of points, and the set itself."""
    sideways = (points & ~RIGHT) << 1 | (points & ~LEFT) >> 1
    return (points | sideways | points << COLUMNS | points >> COLUMNS) & BOARD


def chain(point: int, stones: int) -> int:
    """The stones of one colour that hang together with one of them."""
    grown, found = point, 0
    while grown != found:
        found = grown
        grown = around(found) & stones
    return found


def taken(mine: int, other: int, point: int) -> int:
    """The enemy stones that a new stone of mine takes."""
    found, near = 0, around(point) & other
    while near:
        group = chain(near & -near, other)
        if around(group) & ~(mine | other) == 0:
            found |= group
        near &= ~group
    return found


def moves(state: State) -> Iterator[int]:
    for point in range(POINTS):
        stone = 1 << point
        if not (state.mine | state.other) & stone:
            mine = state.mine | stone
            if around(chain(stone, mine)) & ~(mine | state.other) or taken(mine, state.other, stone):
                yield point
    yield PASS


def play(state: State, move: int) -> State:
    if move == PASS:
        return State(state.other, state.mine, 1 - state.turn, state.passes + 1)
    mine = state.mine | 1 << move
    return State(state.other & ~taken(mine, state.other, 1 << move), mine, 1 - state.turn, 0)


def line_key(state: State) -> u64:
    """The board alone: superko does not ask who moves."""
    black, white = (state.mine, state.other) if state.turn == 0 else (state.other, state.mine)
    return mix(u64(black)) ^ mix(u64(white) + 0x9E3779B97F4A7C15)


def key(state: State) -> u64:
    return mix(line_key(state) + state.turn * 4 + state.passes)


def allowed(state: State, move: int, line: Line) -> bool:
    """Positional superko: no stone may bring a board back."""
    return move == PASS or not seen(line, line_key(play(state, move)))


def area(mine: int, other: int) -> int:
    """Stones and the empty points that reach no stone of the other."""
    empty, owned = BOARD & ~(mine | other), bit_count(mine)
    while empty:
        region = chain(empty & -empty, empty)
        if around(region) & mine and not around(region) & other:
            owned += bit_count(region)
        empty &= ~region
    return owned


def score(state: State, player: int) -> int:
    ahead = area(state.mine, state.other) - area(state.other, state.mine)
    return ahead if player == state.turn else -ahead


def utility(state: State, player: int) -> int:
    ahead = score(state, player)
    return (ahead > 0) - (ahead < 0)


def write_move(state: State, move: int) -> str:
    return "pass" if move == PASS else f"{chr(97 + move % COLUMNS)}{move // COLUMNS + 1}"


def write_position(state: State) -> str:
    black = state.mine if state.turn == 0 else state.other
    signs = ("X" if black >> p & 1 else "O" if (state.mine | state.other) >> p & 1 else "." for p in range(POINTS))
    text = "".join(signs)
    rows = "/".join(text[row * COLUMNS : (row + 1) * COLUMNS] for row in reversed(range(ROWS)))
    return f"{rows} {'black' if state.turn == 0 else 'white'} {state.passes}"


def read_position(text: str) -> State:
    rows, side, passes = [*text.split(), "black", "0"][:3] if len(text.split()) < 3 else text.split()
    board = "".join(reversed(rows.split("/")))
    if (
        sorted(map(len, rows.split("/"))) != [COLUMNS] * ROWS
        or set(board) - set("XO.")
        or passes not in ("0", "1", "2")
    ):
        raise MossaError(f"a position is rows from the top and the player, as in '.X/O. white', not {text!r}")
    black, white = (sum(1 << p for p, sign in enumerate(board) if sign == one) for one in "XO")
    mine, other = (black, white) if side == "black" else (white, black)
    return State(mine, other, 0 if side == "black" else 1, int(passes))


def scene(state: State, viewer: int | None) -> Scene:
    pieces = {"X": Piece("X", "black", "disc"), "O": Piece("O", "white", "disc")}
    letters = [chr(97 + x) for x in range(COLUMNS)]
    numbers = [str(y + 1) for y in reversed(range(ROWS))]
    names = [[letter + number for letter in letters] for number in numbers]
    rows = write_position(state).split()[0].split("/")
    return crossings(rows, pieces, names=names, column_labels=letters, row_labels=numbers)
