"""Discs that can never be turned again, and what they prove about the outcome.

A disc is stable if along each of the four lines through it the line is full, or a neighbour on the line is a stable
disc of the same colour. Those on the edges come from a table, for which all ways to fill an edge were tried; the others
follow by growing from them. The result is a subset of all stable discs, not always the whole.
"""

from functools import cache

from mossa import parallel_extract, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes

__all__ = ["stable"]

TOP, BOTTOM = u64(0xFF), u64(0xFF00000000000000)
LEFT, RIGHT = u64(0x0101010101010101), u64(0x8080808080808080)
INNER = u64(0x007E7E7E7E7E7E00)


def edges() -> list[int]:
    """Own discs (low byte) and opponent's (high byte) on an edge → own discs that no play along the edge can flip."""

    @cache
    def lasting(own: int, others: int) -> int:
        """Own discs that stay own whatever either side plays on the empty squares."""
        empty = ~(own | others) & 255
        kept = own
        for square in range(8):
            bit = 1 << square
            if not empty & bit or not kept:
                continue
            # Either side takes the square (perhaps because of flips on another line), and flips what it encloses.
            turned = enclosed(own, others, square)
            kept &= lasting(own ^ turned | bit, others ^ turned)
            turned = enclosed(others, own, square)
            kept &= lasting(own ^ turned, others ^ turned | bit)
        return kept

    def enclosed(own: int, others: int, square: int) -> int:
        found = 0
        for step in (-1, 1):
            run, at = 0, square + step
            while 0 <= at < 8 and others >> at & 1:
                run |= 1 << at
                at += step
            if 0 <= at < 8 and own >> at & 1:
                found |= run
        return found

    return [lasting(own, others) if not own & others else 0 for others in range(256) for own in range(256)]


EDGES = ConstantTable(edges, Bytes)


def edge(mine: u64, theirs: u64) -> u64:
    """The stable discs of `mine` on an edge given as bytes."""
    return u64(EDGES[theirs << 8 | mine])


def spread(byte: u64) -> u64:
    """The eight bits of a byte down the left column."""
    word = (byte | byte << 28) & 0x0000000F0000000F
    word = (word | word << 14) & 0x0003000300030003
    return (word | word << 7) & LEFT


def full_rows(taken: u64) -> u64:
    """The squares of rows without an empty square."""
    full = taken & taken >> 1
    full &= full >> 2
    full &= full >> 4
    return (full & LEFT) * 0xFF


def full_columns(taken: u64) -> u64:
    """The squares of columns without an empty square."""
    full = taken & (taken >> 8 | taken << 56)
    full &= full >> 16 | full << 48
    return full & (full >> 32 | full << 32)


def full_falling(taken: u64) -> u64:
    """The squares of diagonals like a1-h8 without an empty square, by looking 1, 2 and 4 steps ahead."""
    down = taken & (taken >> 9 | u64(0xFF80808080808080))
    up = taken & (taken << 9 | u64(0x01010101010101FF))
    down &= down >> 18 | u64(0xFFFFC0C0C0C0C0C0)
    up &= up << 18 | u64(0x030303030303FFFF)
    down &= down >> 36 | u64(0xFFFFFFFFF0F0F0F0)
    up &= up << 36 | u64(0x0F0F0F0FFFFFFFFF)
    return down & up


def full_rising(taken: u64) -> u64:
    """The squares of diagonals like a8-h1 without an empty square."""
    down = taken & (taken >> 7 | u64(0xFF01010101010101))
    up = taken & (taken << 7 | u64(0x80808080808080FF))
    down &= down >> 14 | u64(0xFFFF030303030303)
    up &= up << 14 | u64(0xC0C0C0C0C0C0FFFF)
    down &= down >> 28 | u64(0xFFFFFFFF0F0F0F0F)
    up &= up << 28 | u64(0xF0F0F0F0FFFFFFFF)
    return down & up


def stable_edges(mine: u64, theirs: u64) -> u64:
    """The stable discs of `mine` on the four edges."""
    left, right = (
        edge(parallel_extract(mine, LEFT), parallel_extract(theirs, LEFT)),
        edge(parallel_extract(mine, RIGHT), parallel_extract(theirs, RIGHT)),
    )
    return edge(mine & 0xFF, theirs & 0xFF) | edge(mine >> 56, theirs >> 56) << 56 | spread(left) | spread(right) << 7


def stable(mine: u64, theirs: u64) -> u64:
    """Discs of `mine` that can never be turned."""
    taken = mine | theirs
    rows, columns, falling, rising = full_rows(taken), full_columns(taken), full_falling(taken), full_rising(taken)
    found = stable_edges(mine, theirs) | mine & rows & columns & falling & rising
    inner = mine & INNER
    grown = u64(0)
    while found != grown:
        grown = found
        found |= (
            inner
            & (grown << 1 | grown >> 1 | rows)
            & (grown << 8 | grown >> 8 | columns)
            & (grown << 9 | grown >> 9 | falling)
            & (grown << 7 | grown >> 7 | rising)
        )
    return found
