"""The transposition table of games with many players: real numbers, one for each player.

An entry has two words, `key` and `note`, and a row of numbers:

     note   63    11   10    9     8 7      0
          +---------+-------+-------+--------+
          | move +1 | whole | bound | depth  |
          +---------+-------+-------+--------+

`move` is the place of the best move among those listed; `whole`: the search was not cut off, so the result holds at any
depth. A state has one place in the table. A newer state takes it, unless the old one was searched much deeper; then the
old one loses a ply of its depth.
"""

from __future__ import annotations

from mossa.kernel.bits import highest_bit
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Reals, Struct, Words
from mossa.kernel.words import u64

__all__ = [
    *("AT_LEAST", "AT_MOST", "DEEPEST", "EXACT", "PlayersTable"),
    *("bound_of", "clear", "fitting", "is_whole", "make_table", "move_of", "noted", "write"),
]

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
DEEPEST = 255
"""Greater depths are stored as this one."""
NOWHERE = -1
KEPT = 2
"""An entry is kept if it was searched more than this many plies deeper than the newer one."""


class PlayersTable(Struct):
    """A table in memory; `mask` is the number of entries minus one."""

    words: Words
    numbers: Reals
    width: int
    """Numbers of an entry."""
    mask: u64


def make_table(mebibytes: int, width: int) -> PlayersTable:
    """A table of at most this size, with `width` numbers an entry."""
    if not 1 <= mebibytes <= 1 << 20:
        raise MossaError(f"a transposition table has 1 to {1 << 20} MiB, not {mebibytes}")
    entries = 1 << highest_bit(mebibytes * 2**20 // (16 + 8 * width))
    try:
        words, numbers = Words(2 * entries), Reals(width * entries)
    except MemoryError:
        raise MossaError(f"there is no memory for a transposition table of {mebibytes} MiB") from None
    return PlayersTable(words=words, numbers=numbers, width=width, mask=u64(entries - 1))


def clear(table: PlayersTable) -> None:
    """Forget everything."""
    table.words.array[:] = 0


def noted(table: PlayersTable, key: u64) -> tuple[int, u64]:
    """Where the numbers of a state are, and its note; NOWHERE (−1) and 0 if nothing is known of it."""
    place = int(key & table.mask)
    note: u64 = table.words[2 * place + 1]
    if note == 0 or table.words[2 * place] != key:
        return NOWHERE, u64(0)
    return place * table.width, note


def fitting(note: u64, depth: int) -> bool:
    """Does the note hold for a search to this depth? One of another depth that was cut off gives other numbers."""
    return is_whole(note) or int(note & 0xFF) == min(depth, DEEPEST)


def is_whole(note: u64) -> bool:
    """Was the search not cut off?"""
    return note >> 10 & 1 != 0


def move_of(note: u64) -> int:
    """The place of the best move; −1 if it is not known."""
    return int(note >> 11) - 1


def bound_of(note: u64) -> int:
    """AT_MOST, AT_LEAST or EXACT."""
    return int(note >> 8 & 3)


def write(table: PlayersTable, key: u64, depth: int, bound: int, move: int, whole: bool) -> int:
    """Note a result; returns where its numbers belong, or NOWHERE if what is there stays."""
    place = int(key & table.mask)
    old: u64 = table.words[2 * place + 1]
    if old != 0 and table.words[2 * place] != key and int(old & 0xFF) > min(depth, DEEPEST) + KEPT:
        table.words[2 * place + 1] = old - 1  # it gets older, until its turn comes
        return NOWHERE
    table.words[2 * place] = key
    table.words[2 * place + 1] = u64(move + 1) << 11 | u64(whole) << 10 | u64(bound) << 8 | u64(min(depth, DEEPEST))
    return place * table.width
