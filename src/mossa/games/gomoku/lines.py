"""What a stone on an empty point would make of each of the four lines through it: from five in a row down to nothing.

A *window* is the four points on either side of an empty point along a line, two bits each:

        4th 3rd 2nd 1st  the  1st 2nd 3rd 4th
     ──  7   6   5   4  point  0   1   2   3  ──       00 empty, 01 Black, 10 White, 11 off the board

Every five through the point lies within. What a stone of Black there makes is defined from the top down:

    FIVE         five in a row
    OPEN_FOUR    two or more points for a five: it cannot be stopped
    FOUR         one point for a five, which White must take
    OPEN_THREE   a point for an open four
    THREE        a point for a four, for no open one
    OPEN_TWO     a point for an open three
    TWO          a point for a three, for no open one
    ONE          a point for either kind of two
    DEAD         five in a row will never be possible here
"""

from __future__ import annotations

from typing import Any

SLOTS = 8
"""Points of a window."""
OFF_BOARD = 3
DEAD, ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)
KINDS = 9
SIDE_BITS = 4
"""An entry of `lines` has Black's kind in its low bits, White's above them."""


def lines(exact: bool) -> Any:
    """For each window, what a stone of Black makes, and above it what a stone of White makes: an array."""
    import numpy as np

    windows = np.arange(1 << 2 * SLOTS)
    slots = [windows >> 2 * slot & 3 for slot in range(SLOTS)]
    kinds = _kinds(exact)

    def side(own: int) -> Any:
        mine = sum((state == own).astype(int) << slot for slot, state in enumerate(slots))
        closed = sum(((state != own) & (state != 0)).astype(int) << slot for slot, state in enumerate(slots))
        return kinds[mine | closed << SLOTS]

    return side(1) | side(2) << SIDE_BITS


def _kinds(exact: bool) -> Any:
    """The kind for each set of slots with own stones (low bits) and of closed slots (above them)."""
    import numpy as np

    count = 1 << SLOTS
    pairs = np.arange(count * count)
    mine, closed = pairs % count, pairs // count
    fives = np.array([_is_five(stones, exact) for stones in range(count)])[mine]
    free = [((mine | closed) >> slot & 1) == 0 for slot in range(SLOTS)]
    after = [np.where(free[slot], pairs | 1 << slot, 0) for slot in range(SLOTS)]  # a stone more
    wins = sum((free[slot] & fives[after[slot]]).astype(int) for slot in range(SLOTS))
    kinds = np.where(fives, FIVE, np.where(wins >= 2, OPEN_FOUR, np.where(wins == 1, FOUR, DEAD)))
    for above, kind in (
        ((OPEN_FOUR,), OPEN_THREE),
        ((FOUR,), THREE),
        ((OPEN_THREE,), OPEN_TWO),
        ((THREE,), TWO),
        ((OPEN_TWO, TWO), ONE),
    ):
        leads = np.zeros(len(pairs), bool)
        for slot in range(SLOTS):
            leads |= free[slot] & np.isin(kinds[after[slot]], above)
        kinds = np.where((kinds == DEAD) & leads, kind, kinds)
    return kinds


def _is_five(stones: int, exact: bool) -> bool:
    """Do these stones and the one in the middle make five, as far as the window shows?"""
    ahead = next((n for n in range(4) if not stones >> n & 1), 4)
    behind = next((n for n in range(4) if not stones >> 4 + n & 1), 4)
    return ahead + behind == 4 if exact else ahead + behind >= 4
