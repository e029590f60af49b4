"""The named features of tic-tac-toe: what the course counts, the lines that are still open to a player."""

from mossa import bit_count

from .rules import LINES, State

__all__ = ["FEATURES", "FEATURE_WEIGHTS"]

CENTRE, CORNERS = 0b000_010_000, 0b101_000_101


def open_lines(own: int, other: int, marks: int) -> int:
    """The lines without a mark of the other that hold so many own ones."""
    found = 0
    for line in LINES:
        if other & line == 0 and bit_count(own & line) == marks:
            found += 1
    return found


def pairs(state: State) -> int:
    """open lines with two marks"""
    return open_lines(state.mine, state.theirs, 2) - open_lines(state.theirs, state.mine, 2)


def singles(state: State) -> int:
    """open lines with one mark"""
    return open_lines(state.mine, state.theirs, 1) - open_lines(state.theirs, state.mine, 1)


def centre(state: State) -> int:
    """the centre"""
    return bit_count(state.mine & CENTRE) - bit_count(state.theirs & CENTRE)


def corners(state: State) -> int:
    """corners"""
    return bit_count(state.mine & CORNERS) - bit_count(state.theirs & CORNERS)


FEATURES = {"pairs": pairs, "singles": singles, "centre": centre, "corners": corners}
FEATURE_WEIGHTS = {"pairs": 30, "singles": 10, "centre": 10, "corners": 5}
