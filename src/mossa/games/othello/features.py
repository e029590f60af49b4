"""Named features of Othello, as a person counts them; the evaluation itself adds up learnt patterns.

Beside those patterns a sum of six numbers is weak. It is here to be understood, changed, and learnt in a minute.
"""

from mossa import bit_count, u64

from .evaluation import CORNERS, around
from .rules import State, mobility
from .stability import stable

__all__ = ["FEATURES", "FEATURE_WEIGHTS"]

CORNER_OF = (0, 7, 56, 63)
BEFORE_CORNER = (u64(0x0000000000000302), u64(0x000000000000C040), u64(0x0203000000000000), u64(0x40C0000000000000))
"""The squares next to each corner, the diagonal one included."""
EDGES = u64(0x3C0081818181003C)
"""The edges without the corners and the squares next to them."""


def corners(state: State) -> int:
    """corners"""
    return bit_count(state.mine & CORNERS) - bit_count(state.theirs & CORNERS)


def near_corners(state: State) -> int:
    """discs next to a corner that is empty"""
    found = 0
    for i in range(4):
        if (state.mine | state.theirs) >> CORNER_OF[i] & 1 == 0:
            found += bit_count(state.mine & BEFORE_CORNER[i]) - bit_count(state.theirs & BEFORE_CORNER[i])
    return found


def moves(state: State) -> int:
    """moves to choose from"""
    return bit_count(mobility(state.mine, state.theirs)) - bit_count(mobility(state.theirs, state.mine))


def frontier(state: State) -> int:
    """empty squares beside the discs, where the other may soon move"""
    empty = ~(state.mine | state.theirs)
    return bit_count(around(state.mine) & empty) - bit_count(around(state.theirs) & empty)


def edges(state: State) -> int:
    """discs on the edges"""
    return bit_count(state.mine & EDGES) - bit_count(state.theirs & EDGES)


def fixed(state: State) -> int:
    """discs that can never be turned"""
    return bit_count(stable(state.mine, state.theirs)) - bit_count(stable(state.theirs, state.mine))


def discs(state: State) -> int:
    """discs"""
    return bit_count(state.mine) - bit_count(state.theirs)


FEATURES = {
    "corners": corners,
    "near_corners": near_corners,
    "moves": moves,
    "frontier": frontier,
    "edges": edges,
    "fixed": fixed,
    "discs": discs,
}
FEATURE_WEIGHTS = {
    "corners": 1000,
    "near_corners": -400,
    "moves": 150,
    "frontier": -80,
    "edges": 50,
    "fixed": 200,
    "discs": 0,
}
