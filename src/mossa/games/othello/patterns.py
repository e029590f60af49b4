"""Patterns in Logistello's manner [Buro97]: sets of squares whose contents index a table of weights.

Examples are an edge with the squares diagonal to its corners, a corner of 3 × 3, a line. The contents, read as a number
with one digit of base 3 a square (0 empty, 1 mine, 2 theirs), picks a weight. A pattern lies on the board in up to
eight ways, by the symmetries of the square: its *instances*. They share one table of weights, and contents that are
each other's mirror image share one weight. Three small tables are read beside them: how many moves the mover has, how
many the opponent has, and how many discs there are. The game is cut into stages of four discs, each with its own
tables.

The tables of a stage are stored one after the other, and so are the stages: `features` gives the places of all weights
of a state. Reading an instance takes two extractions of bits: the discs of either side under its
mask, packed together, are turned into base 3 by a table and added.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from mossa import bit_count, parallel_extract, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Int16s, Ints, Words

from .rules import SQUARES, State, mobility

__all__ = ["COUNT", "SIZE", "STAGES", "Instance", "features", "instances", "shared"]

PATTERNS = (
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
)
"""One instance of each pattern, its squares from the least digit on."""
INSTANCES = 46
COUNT = INSTANCES + 3
"""How many weights a state adds up."""

STAGES = 13
COUNTS = SQUARES + 1
"""The places of the tables of moves and of discs."""
MINE, THEIRS, DISCS, FIRST = 0, COUNTS, 2 * COUNTS, 3 * COUNTS
"""Where the tables of a stage begin: the mover's moves, the opponent's, the discs, the first pattern."""
SIZE = FIRST + sum(3 ** len(squares.split()) for squares in PATTERNS)
"""The weights of a stage."""


class Instance(NamedTuple):
    """A pattern as it lies on the board."""

    pattern: int
    squares: tuple[int, ...]  # from the least digit on
    first: int  # where the pattern's table begins

    @property
    def mask(self) -> int:
        """Its squares as a word."""
        return sum(1 << square for square in self.squares)

    @property
    def digits(self) -> tuple[int, ...]:
        """The power of three that each square contributes, in the order of the squares on the board."""
        return tuple(3 ** self.squares.index(square) for square in sorted(self.squares))


def symmetries(square: int) -> tuple[int, ...]:
    """The square as each of the eight symmetries of the board moves it, the identity first."""
    x, y = square % 8, square // 8
    turned = [(x, y), (y, x), (7 - x, y), (x, 7 - y), (7 - x, 7 - y), (7 - y, x), (y, 7 - x), (7 - y, 7 - x)]
    return tuple(column + 8 * row for column, row in turned)


@cache
def instances() -> tuple[Instance, ...]:
    """All instances of all patterns; each in a reading order that shares its digits with earlier instances if
    possible."""
    found: list[Instance] = []
    known: set[tuple[int, ...]] = set()
    first = FIRST
    for pattern, text in enumerate(PATTERNS):
        squares = [ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1) for name in text.split()]
        ways: dict[frozenset[int], list[Instance]] = {}
        for way in zip(*map(symmetries, squares), strict=True):
            ways.setdefault(frozenset(way), []).append(Instance(pattern, way, first))
        for alike in ways.values():
            found.append(next((one for one in alike if one.digits in known), alike[0]))
            known.add(found[-1].digits)
        first += 3 ** len(squares)
    assert len(found) == INSTANCES
    return tuple(found)


@cache
def orders() -> tuple[tuple[int, ...], ...]:
    """The different digits that instances have."""
    return tuple(dict.fromkeys(instance.digits for instance in instances()))


def base_three() -> list[int]:
    """(number in `orders`, packed bits) → the sum of their digits"""
    import numpy as np

    parts = []
    for digits in orders():
        bits = np.arange(1 << len(digits))[:, None] >> np.arange(len(digits)) & 1
        parts.append(bits @ np.array(digits))
    numbers: list[int] = np.concatenate(parts).tolist()
    return numbers


def order_starts() -> list[int]:
    """instance → where its part of `base_three` begins"""
    starts, at = {}, 0
    for digits in orders():
        starts[digits] = at
        at += 1 << len(digits)
    return [starts[instance.digits] for instance in instances()]


def shared() -> Any:
    """weight of a stage → the representative of its group of mirror images, as an array"""
    import numpy as np

    parts = [np.arange(FIRST)]
    for pattern, text in enumerate(PATTERNS):
        squares = text.split()
        size = len(squares)
        kind = [instance for instance in instances() if instance.pattern == pattern]
        first, own = kind[0].first, kind[0].squares
        mirrors = set()
        for way in zip(*map(symmetries, own), strict=True):
            if set(way) == set(own):
                mirrors.add(tuple(own.index(square) for square in way))
        contents, powers = np.arange(3**size), 3 ** np.arange(size)
        digits = contents[:, None] // powers % 3
        same = [digits[:, mirror] @ powers for mirror in mirrors]
        parts.append(first + np.min(same, axis=0))
    return np.concatenate(parts)


MASKS = ConstantTable(lambda: [instance.mask for instance in instances()], Words)
TABLES = ConstantTable(lambda: [instance.first for instance in instances()], Ints)
STARTS = ConstantTable(order_starts, Ints)
BASE_THREE = ConstantTable(base_three, Int16s)


def stage(discs: int) -> int:
    """The stage of a board with this number of discs."""
    return max(0, min(STAGES - 1, (discs - 8) // 4))


def reading(mine: u64, theirs: u64, instance: int) -> int:
    """The place of an instance's weight among those of a stage."""
    mask, start = MASKS[instance], STARTS[instance]
    own: int = BASE_THREE[start + parallel_extract(mine, mask)]
    other: int = BASE_THREE[start + parallel_extract(theirs, mask)]
    first: int = TABLES[instance]
    return first + own + 2 * other


def features(state: State) -> Iterator[int]:
    """The places of all weights that belong to a state."""
    mine, theirs = state.mine, state.theirs
    discs = bit_count(mine | theirs)
    at = SIZE * stage(discs)
    yield at + MINE + bit_count(mobility(mine, theirs))
    yield at + THEIRS + bit_count(mobility(theirs, mine))
    yield at + DISCS + discs
    for instance in range(INSTANCES):
        yield at + reading(mine, theirs, instance)
