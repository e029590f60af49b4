"""The table of information-set search: what is known of each move of each information state, in memory of fixed size.

A move has a row. Its place follows from a hash of what the player knows, of who moves, and of the move:

    words    +0  KEY      the hash; its lowest bits are the number of the bucket
             +1  CHECK    a second hash, so that two moves are never taken for one
    numbers  +0  VISITS   simulations in which the move was made
             +1  TURNS    simulations in which it could have been made
             +2  MEAN     of the results, for the player who moves
             +3  REGRET   how much better it would have been to make it always (regret matching)
             +4  SHARE    the sum of its shares in the strategies so far (regret matching)
             +5  SEARCH   the number of the last search that made or found it

Which moves an information state has is not stored: the rules list them anew, in each deal those of that deal. So there
are no links, nothing is ever moved, and a row may be taken away at any time. A full bucket gives the row of the oldest
search; of several, that with the fewest visits.

Threads share a table without locks: a row that two of them write at the same time may lose a visit, and one that is
taken away while a simulation runs is noticed by its key.
"""

from __future__ import annotations

from mossa.kernel.bits import highest_bit, mix
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Reals, Struct, Words
from mossa.kernel.words import u64

__all__ = [
    *("BUCKET", "CHECK", "KEY", "MEAN", "NUMBERS", "REGRET", "SEARCH", "SHARE", "TURNS", "VISITS", "WORDS"),
    *("MoveTable", "clear", "find", "find_or_make", "held", "is_still", "make_table", "move_hash", "move_key"),
]

KEY, CHECK = range(2)
VISITS, TURNS, MEAN, REGRET, SHARE, SEARCH = range(6)
WORDS, NUMBERS = 2, 6
"""Words and numbers of a row: 64 bytes."""
BUCKET = 4
"""Rows of a bucket: their words are one line of the cache."""
NOWHERE = -1


class MoveTable(Struct):
    """The rows; `mask` is the number of buckets minus one."""

    words: Words
    numbers: Reals
    mask: u64
    search: float
    """The number of this search, from 1."""


def make_table(mebibytes: int) -> MoveTable:
    """A table of at most this size."""
    if not 1 <= mebibytes <= 1 << 20:
        raise MossaError(f"a table of moves has 1 to {1 << 20} MiB, not {mebibytes}")
    rows = 1 << highest_bit(mebibytes * 2**20 // (8 * (WORDS + NUMBERS)))
    try:
        words, numbers = Words(WORDS * rows), Reals(NUMBERS * rows)
    except MemoryError:
        raise MossaError(f"there is no memory for a table of moves of {mebibytes} MiB") from None
    return MoveTable(words=words, numbers=numbers, mask=u64(rows // BUCKET - 1), search=1.0)


def clear(table: MoveTable) -> None:
    """Forget everything."""
    table.words.array[:] = 0
    table.numbers.array[:] = 0
    table.search = 1.0


def held(table: MoveTable) -> int:
    """How many rows are in use."""
    import numpy as np

    return int(np.count_nonzero(table.words.array[KEY::WORDS]))


def move_hash(move: int) -> u64:
    """What a move adds to both words of the information state."""
    return mix(u64(move + 1) * u64(0x9E3779B97F4A7C15))


def move_key(word: u64, move: u64) -> u64:
    """The key of a move (its `move_hash`) of an information state."""
    return mix(word ^ move)


def find(table: MoveTable, key: u64, check: u64) -> int:
    """The row of a move; NOWHERE (−1) if there is none."""
    row = int(key & table.mask) * BUCKET
    for i in range(BUCKET):
        if table.words[(row + i) * WORDS + KEY] == key and table.words[(row + i) * WORDS + CHECK] == check:
            return row + i
    return NOWHERE


def find_or_make(table: MoveTable, key: u64, check: u64) -> int:
    """The row of a move, made anew if there is none."""
    found = find(table, key, check)
    if found != NOWHERE:
        return found
    first = int(key & table.mask) * BUCKET
    chosen = first
    for row in range(first, first + BUCKET):
        at, other = row * NUMBERS, chosen * NUMBERS
        age, oldest = table.numbers[at + SEARCH], table.numbers[other + SEARCH]
        if age < oldest or (age == oldest and table.numbers[at + VISITS] < table.numbers[other + VISITS]):
            chosen = row
    table.words[chosen * WORDS + KEY] = key
    table.words[chosen * WORDS + CHECK] = check
    for i in range(NUMBERS):
        table.numbers[chosen * NUMBERS + i] = 0.0
    table.numbers[chosen * NUMBERS + SEARCH] = table.search
    return chosen


def is_still(table: MoveTable, row: int, key: u64) -> bool:
    """Does the row still belong to this move?"""
    there: u64 = table.words[row * WORDS + KEY]
    return there == key
