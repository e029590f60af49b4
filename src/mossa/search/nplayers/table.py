"""The transposition table of games with many players: real numbers, one for each player.

An entry has two words, `lock` and `note`, and a row of numbers:

     note   63    11   10    9     8 7      0
          +---------+-------+-------+--------+
          | move +1 | whole | bound | depth  |
          +---------+-------+-------+--------+

`move` is the place of the best move among those listed; `whole`: the search was not cut off, so the result holds at any
depth. A state has one place in the table. A newer state takes it, unless the old one was searched much deeper; then the
old one loses a ply of its depth.

Threads share a table without locks. So that nobody takes the half of one entry and the half of another for one, `lock`
is the key of the state, XOR the note, XOR a digest of the numbers [Hyatt02]: a mixed entry has the key of no state.
"""

from __future__ import annotations

from mossa.kernel.bits import highest_bit, mix
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Reals, Struct, Words, whole_lines
from mossa.kernel.words import u64

__all__ = [
    *("AT_LEAST", "AT_MOST", "DEEPEST", "EXACT", "PlayersTable"),
    *("bound_of", "clear", "fitting", "is_whole", "make_table", "move_of", "noted", "shared_table", "write"),
]

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
DEEPEST = 255
"""Greater depths are stored as this one."""
KEPT = 2
"""An entry is kept if it was searched more than this many plies deeper than the newer one."""
FINE = float(1 << 20)
"""A digest counts in this part of a unit."""


class PlayersTable(Struct):
    """A table in memory; `mask` is the number of entries minus one."""

    words: Words
    numbers: Reals
    width: int
    """Numbers of an entry."""
    mask: u64
    row: Reals
    """The numbers of an entry on their way from or to the table: each thread has a row of its own."""


def make_table(mebibytes: int, width: int) -> PlayersTable:
    """A table of at most this size, with `width` numbers an entry."""
    if not 1 <= mebibytes <= 1 << 20:
        raise MossaError(f"a transposition table has 1 to {1 << 20} MiB, not {mebibytes}")
    entries = 1 << highest_bit(mebibytes * 2**20 // (16 + 8 * width))
    try:
        words, numbers = Words(2 * entries), Reals(width * entries)
    except MemoryError:
        raise MossaError(f"there is no memory for a transposition table of {mebibytes} MiB") from None
    row = Reals(whole_lines(width))
    return PlayersTable(words=words, numbers=numbers, width=width, mask=u64(entries - 1), row=row)


def shared_table(table: PlayersTable) -> PlayersTable:
    """The same table for another thread."""
    words, numbers, width = table.words, table.numbers, table.width
    return PlayersTable(words=words, numbers=numbers, width=width, mask=table.mask, row=Reals(whole_lines(width)))


def clear(table: PlayersTable) -> None:
    """Forget everything."""
    table.words.array[:] = 0


def noted(table: PlayersTable, key: u64) -> u64:
    """The note of a state, whose numbers are put into the row; 0 if nothing is known of it."""
    place = int(key & table.mask)
    lock, note = table.words[2 * place], table.words[2 * place + 1]
    if note == 0:
        return u64(0)
    for i in range(table.width):
        table.row[i] = table.numbers[place * table.width + i]
    return note if lock ^ note ^ digest(table.row, 0, table.width) == key else u64(0)


def digest(numbers: Reals, first: int, width: int) -> u64:
    """A digest of some numbers."""
    found = u64(0)
    for i in range(first, first + width):
        found = mix(found ^ u64(int(numbers[i] * FINE)))
    return found


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


def write(table: PlayersTable, key: u64, depth: int, bound: int, move: int, whole: bool) -> bool:
    """Note a result, whose numbers are in the row; False if what is there stays."""
    place, width, words = int(key & table.mask), table.width, table.words
    old: u64 = words[2 * place + 1]
    if old != 0 and int(old & 0xFF) > min(depth, DEEPEST) + KEPT:
        if words[2 * place] ^ old ^ digest(table.numbers, place * width, width) != key:
            words[2 * place] ^= old ^ (old - 1)
            words[2 * place + 1] = old - 1  # it gets older, until its turn comes
            return False
    note = u64(move + 1) << 11 | u64(whole) << 10 | u64(bound) << 8 | u64(min(depth, DEEPEST))
    words[2 * place] = key ^ note ^ digest(table.row, 0, width)
    words[2 * place + 1] = note
    for i in range(width):
        table.numbers[place * width + i] = table.row[i]
    return True
