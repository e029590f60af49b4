"""The rules of a matrix game: the row and the column player choose at once, and the table says what each gets."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, below, parameter, u64

from .payoffs import read_payoffs

PAYOFFS = parameter(
    "payoffs", "[3 -1; -2 4]", "the table: [3 -1; -2 4], or [3,3 0,5; 5,0 1,1] with a pair in each cell"
)

TABLE = read_payoffs(PAYOFFS)
ROWS, COLUMNS = len(TABLE), len(TABLE[0])
FIRST = tuple(cell[0] for row in TABLE for cell in row)  # the row player's payoffs, row by row
SECOND = tuple(cell[1] for row in TABLE for cell in row)
LOW, HIGH = min(FIRST + SECOND), max(FIRST + SECOND)

FACTS = Facts(
    players=2,
    simultaneous=True,
    zero_sum=all(mine + theirs == 0 for row in TABLE for mine, theirs in row),
    utility=(LOW, HIGH if HIGH > LOW else LOW + 1),
    widest=max(ROWS, COLUMNS),
    longest=2,
    actions=max(ROWS, COLUMNS),
)

OPEN = -1  # not chosen yet
SECRET = -2  # chosen, but not seen


class State(NamedTuple):
    row: int
    column: int


def start() -> State:
    return State(OPEN, OPEN)


def mover(state: State) -> int:
    return 0 if state.row == OPEN else 1


def moves(state: State) -> Iterator[int]:
    for choice in range(ROWS if state.row == OPEN else COLUMNS):
        yield choice


def play(state: State, move: int) -> State:
    return State(move, OPEN) if state.row == OPEN else State(state.row, move)


def is_over(state: State) -> bool:
    return state.column != OPEN


def utility(state: State, player: int) -> int | float:
    cell = state.row * COLUMNS + state.column
    return FIRST[cell] if player == 0 else SECOND[cell]


def is_secret(state: State) -> bool:
    """Has only the first player chosen?"""
    return state.row != OPEN and state.column == OPEN


def information_state(state: State, player: int) -> tuple[int, ...]:
    """Everything, except the first choice while the second player makes his."""
    return (SECRET, OPEN) if player == 1 and is_secret(state) else tuple(state)


def redeal(state: State, player: int, seed: u64) -> State:
    """The row player's secret choice is drawn evenly."""
    if player == 1 and is_secret(state):
        return State(below(seed, ROWS), OPEN)
    return state
