"""Dots and Boxes: draw a line between two dots; who closes a box has it, and draws again.

Rules: É. Lucas, La Pipopipette (1889). Two players in turn draw a line between two neighbouring dots; whoever draws the
fourth side of a box takes it and moves again. When all lines are drawn, the one with more boxes wins; the score is the
difference. Parameters `wide` and `high`: boxes in a row and in a column.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Cell, Facts, Piece, Scene, bit_count, line, mix, parameter, u64

WIDE = parameter("wide", 3, "boxes in a row", least=1, most=5)
HIGH = parameter("high", 3, "boxes in a column", least=1, most=5)
LYING = WIDE * (HIGH + 1)  # lines are numbered: the lying ones first, row after row, then the standing ones
LINES = LYING + (WIDE + 1) * HIGH
BOXES = tuple(
    tuple(sorted((y * WIDE + x, (y + 1) * WIDE + x, LYING + y * (WIDE + 1) + x, LYING + y * (WIDE + 1) + x + 1)))
    for y in range(HIGH)
    for x in range(WIDE)
)  # the four sides of each box
FACTS = Facts(
    players=2,
    alternate=False,
    utility=(-1, 1),
    score=(-WIDE * HIGH, WIDE * HIGH),
    widest=LINES,
    longest=LINES,
)


class State(NamedTuple):
    lines: int  # a bit for each line that is drawn
    owned: int  # a bit for each box of the first player
    turn: int


def start() -> State:
    return State(0, 0, 0)


def mover(state: State) -> int:
    return state.turn


def moves(state: State) -> Iterator[int]:
    for move in range(LINES):
        if not state.lines >> move & 1:
            yield move


def closed(lines: int) -> int:
    """A bit for each box whose four sides are drawn."""
    found = 0
    for box in range(WIDE * HIGH):
        a, b, c, d = BOXES[box]
        if lines >> a & lines >> b & lines >> c & lines >> d & 1:
            found |= 1 << box
    return found


def play(state: State, move: int) -> State:
    lines = state.lines | 1 << move
    new = closed(lines) & ~closed(state.lines)
    owned = state.owned | new if state.turn == 0 else state.owned
    return State(lines, owned, state.turn if new else 1 - state.turn)


def score(state: State, player: int) -> int:
    mine = bit_count(state.owned)
    lead = mine - (bit_count(closed(state.lines)) - mine)
    return lead if player == 0 else -lead


def utility(state: State, player: int) -> int:
    lead = score(state, player)
    return 1 if lead > 0 else -1 if lead < 0 else 0


def key(state: State) -> u64:
    return mix(mix(u64(state.lines)) ^ u64(state.owned << 1 | state.turn))


def evaluate(state: State) -> int:
    return 100 * score(state, state.turn) + 80 * thirds(state)


def thirds(state: State) -> int:
    """How many boxes have three sides, so that the mover can take them at once."""
    found = 0
    for a, b, c, d in BOXES:
        if (state.lines >> a & 1) + (state.lines >> b & 1) + (state.lines >> c & 1) + (state.lines >> d & 1) == 3:
            found += 1
    return found


def boxes_ahead(state: State) -> int:
    """boxes that the mover is ahead"""
    return 100 * score(state, state.turn)


def boxes_open(state: State) -> int:
    """boxes with three sides, which the mover takes"""
    return 80 * thirds(state)


FEATURES = {"boxes": boxes_ahead, "open boxes": boxes_open}  # what `mossa explain` shows


def scene(state: State, viewer: int | None) -> Scene:
    cells = []
    boxes = closed(state.lines)
    for box in range(WIDE * HIGH):
        owner = (
            None
            if not boxes >> box & 1
            else Piece("AB"[1 - (state.owned >> box & 1)], ("second", "first")[state.owned >> box & 1])
        )
        cells.append(Cell(box % WIDE + 0.5, box // WIDE + 0.5, "", "none", owner))
    for number in range(LINES):
        if number < LYING:
            place, outline, sign = (number % WIDE + 0.5, number // WIDE), line(1, 0), "-"
        else:
            y, x = divmod(number - LYING, WIDE + 1)
            place, outline, sign = (x, y + 0.5), line(0, 1), "|"
        drawn = Piece(sign, "black", letter=sign) if state.lines >> number & 1 else None
        cells.append(Cell(*place, str(number + 1), "neutral", drawn, outline))
    cells += [Cell(x, y, "", "none", Piece("•", "black", letter="+")) for y in range(HIGH + 1) for x in range(WIDE + 1)]
    lead = score(state, 0)
    return Scene(tuple(cells), (f"lead of the first player: {lead}; lines are numbered from 1, the lying ones first",))


def write_move(state: State, move: int) -> str:
    return str(move + 1)
