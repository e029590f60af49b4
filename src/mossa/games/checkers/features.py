"""Named features of checkers, after Samuel's: pieces, how far the men have come, who guards the back row.

The evaluation itself adds up learnt patterns; this sum is here to be understood, changed and learnt.
"""

from mossa import bit_count, u64

from .patterns import steps_anywhere, steps_down, steps_up
from .rules import BOARD, State, empty_squares

__all__ = ["FEATURES", "FEATURE_WEIGHTS"]

BACK_ROW, OTHER_BACK_ROW = 0x0000000F, 0xF0000000
CENTRE = 0x00066000
"""The squares 14, 15, 18 and 19: the same for both sides."""


def my_men(state: State) -> u64:
    """The mover's men."""
    return state.pieces & ~state.kings & BOARD


def their_men(state: State) -> u64:
    """The opponent's men."""
    return (state.pieces & ~state.kings) >> 32


def men(state: State) -> int:
    """men"""
    return bit_count(my_men(state)) - bit_count(their_men(state))


def kings(state: State) -> int:
    """kings"""
    return bit_count(state.kings & BOARD) - bit_count(state.kings >> 32)


def rows_gone(men: u64) -> int:
    """How many rows men that came from below have gone, all together."""
    found = 0
    for row in range(1, 8):
        found += row * bit_count(men >> 4 * row & 15)
    return found


def rows_to_go(men: u64) -> int:
    """How many rows men that came from above have gone, all together."""
    found = 0
    for row in range(7):
        found += (7 - row) * bit_count(men >> 4 * row & 15)
    return found


def advance(state: State) -> int:
    """rows that men have gone"""
    return rows_gone(my_men(state)) - rows_to_go(their_men(state))


def back_row(state: State) -> int:
    """men that guard the back row"""
    return bit_count(my_men(state) & BACK_ROW) - bit_count(their_men(state) & OTHER_BACK_ROW)


def centre(state: State) -> int:
    """pieces in the middle of the board"""
    return bit_count(state.pieces & CENTRE) - bit_count(state.pieces >> 32 & CENTRE)


def mobility(state: State) -> int:
    """steps that pieces can make"""
    empty = empty_squares(state)
    mine, theirs = my_men(state), their_men(state)
    my_kings, their_kings = state.kings & BOARD, state.kings >> 32
    ours = steps_up(mine, empty) + steps_anywhere(my_kings, empty)
    return ours - steps_down(theirs, empty) - steps_anywhere(their_kings, empty)


FEATURES = {
    "men": men,
    "kings": kings,
    "advance": advance,
    "back_row": back_row,
    "centre": centre,
    "mobility": mobility,
}
FEATURE_WEIGHTS = {"men": 100, "kings": 150, "advance": 3, "back_row": 8, "centre": 4, "mobility": 3}
