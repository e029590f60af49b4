"""The rules of tic-tac-toe.

A set of squares is a 9-bit number. A square is the number of its bit, which is also the move that marks it:

    3    6 7 8
    2    3 4 5
    1    0 1 2
         a b c
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, bit_count

FACTS = Facts(players=2, utility=(-1, 1), widest=9, longest=9, actions=9)

FULL = 0b111_111_111
ROWS = (0b000_000_111, 0b000_111_000, 0b111_000_000)
COLUMNS = (0b001_001_001, 0b010_010_010, 0b100_100_100)
DIAGONALS = (0b100_010_001, 0b001_010_100)
LINES = ROWS + COLUMNS + DIAGONALS


class State(NamedTuple):
    mine: int  # squares marked by the player to move, one bit each
    theirs: int


def start() -> State:
    return State(0, 0)


def mover(state: State) -> int:
    return bit_count(state.mine | state.theirs) % 2


def moves(state: State) -> Iterator[int]:
    for square in range(9):
        if not (state.mine | state.theirs) >> square & 1:
            yield square


def play(state: State, move: int) -> State:
    return State(state.theirs, state.mine | 1 << move)


def has_line(marks: int) -> bool:
    for line in LINES:
        if marks & line == line:
            return True
    return False


def is_over(state: State) -> bool:
    return has_line(state.theirs) or state.mine | state.theirs == FULL


def utility(state: State, player: int) -> int:
    if not has_line(state.theirs):
        return 0
    return -1 if player == mover(state) else 1
