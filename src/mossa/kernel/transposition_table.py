"""The transposition table: search results by state, shared by all threads without locks.

A bucket is a cache line of four entries; an entry is two words, `key ^ data` and `data`. A reader that gets halves of
two different writes sees a key that does not match, so no lock is needed [Hyatt02]. The data word:

     63   58 57  56   55    54   48 47        24 23         0
    +-------+------+-------+-------+------------+------------+
    |  age  | bound|certain| depth | score+2^23 |    move    |
    +-------+------+-------+-------+------------+------------+

Replacement: an entry of the same state; else the entry with the least depth, less AGING plies for each search since it
was stored. A certain result holds at any depth, but its search depth is stored too: that is what it costs to find
again.
"""

from __future__ import annotations

from .bits import highest_bit
from .errors import MossaError
from .memory import Struct, Words, fetch_ahead
from .words import u64

__all__ = [
    "BUCKET",
    "CERTAIN",
    "DEEPEST",
    "EXACT",
    "LOWER",
    "NONE",
    "SCORE_LIMIT",
    "UPPER",
    "TranspositionTable",
    "bound_of",
    "copy_entries",
    "depth_of",
    "make_buckets",
    "make_table",
    "move_of",
    "prefetch",
    "probe",
    "score_of",
    "store",
]

UPPER, LOWER, EXACT = 1, 2, 3
"""What a stored score says: the value is at most, at least, or exactly this."""
CERTAIN = 255
"""The depth of a result that depends on no depth limit: it holds at any depth."""
DEEPEST = 127
"""Greater depths are stored as this one."""
NONE = 0xFFFFFF
"""No move."""
SCORE_LIMIT = 1 << 23
BUCKET = 4
"""Entries of a bucket."""
AGING = 4
"""Plies of depth that an entry loses, when it is compared for replacement, with each search since it was stored."""


class TranspositionTable(Struct):
    """A table in memory; `mask` is the number of buckets minus one."""

    words: Words
    mask: u64
    age: int


def make_table(mebibytes: int) -> TranspositionTable:
    """A table of at most this size (a power of two of buckets)."""
    if not 1 <= mebibytes <= 1 << 20:
        raise MossaError(f"a transposition table has 1 to {1 << 20} MiB, not {mebibytes}")
    try:
        return make_buckets(1 << highest_bit(mebibytes * 2**20 // (BUCKET * 16)))
    except MemoryError:
        raise MossaError(f"there is no memory for a transposition table of {mebibytes} MiB") from None


def make_buckets(buckets: int) -> TranspositionTable:
    """A table of a number of buckets, which is a power of two."""
    return TranspositionTable(words=Words(buckets * BUCKET * 2), mask=u64(buckets - 1), age=0)


def copy_entries(source: TranspositionTable, target: TranspositionTable) -> None:
    """Put all entries of a table into an empty one that is at least as big.

    What shares a bucket there shares one here too, so each entry keeps its place in the bucket and none is lost.
    """
    import numpy as np

    entries, mask = source.words.array.reshape(-1, 2), np.uint64(int(target.mask))
    used = entries[:, 1].nonzero()[0]
    check, data = entries[used].T
    places = ((check ^ data) & mask).astype(np.int64) * (2 * BUCKET) + used % BUCKET * 2
    target.words.array[places], target.words.array[places + 1] = check, data


def prefetch(table: TranspositionTable, key: u64) -> None:
    """Prefetch the bucket of a state that will be probed soon: a cache miss takes as long as a hundred instructions."""
    fetch_ahead(table.words, int(key & table.mask) * (2 * BUCKET))


def probe(table: TranspositionTable, key: u64) -> u64:
    """The data word of a state; 0 if nothing is known."""
    base = int(key & table.mask) * (2 * BUCKET)
    for i in range(BUCKET):
        data: u64 = table.words[base + 2 * i + 1]
        if table.words[base + 2 * i] ^ data == key:
            return data
    return u64(0)


def store(table: TranspositionTable, key: u64, move: int, score: int, depth: int, bound: int, certain: bool) -> None:
    """Store a result; if it has no move, the move stored before stays."""
    effort = min(depth, DEEPEST)
    base = int(key & table.mask) * (2 * BUCKET)
    place, worst = base, 1 << 20
    for i in range(BUCKET):
        at = base + 2 * i
        data = table.words[at + 1]
        if data != 0 and table.words[at] ^ data == key:
            if move == NONE:
                move = move_of(data)
            place = at
            break
        priority = int(data >> 48 & DEEPEST) - AGING * ((table.age - int(data >> 58)) & 63)
        if data == 0:
            priority = -(1 << 20)
        if priority < worst:
            worst, place = priority, at
    data = u64(move) | u64(score + SCORE_LIMIT) << 24 | u64(effort) << 48
    data |= u64(certain) << 55 | u64(bound) << 56 | u64(table.age & 63) << 58
    table.words[place] = key ^ data
    table.words[place + 1] = data


def move_of(data: u64) -> int:
    """The best move stored, or NONE."""
    return int(data & 0xFFFFFF)


def score_of(data: u64) -> int:
    """The score stored."""
    return int(data >> 24 & 0xFFFFFF) - SCORE_LIMIT


def depth_of(data: u64) -> int:
    """The depth it was searched to, or CERTAIN."""
    depth = int(data >> 48 & 0xFF)
    return depth if depth <= DEEPEST else CERTAIN


def bound_of(data: u64) -> int:
    """UPPER, LOWER or EXACT."""
    return int(data >> 56 & 3)
