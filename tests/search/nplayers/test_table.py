"""The table of real numbers: what is written is found, and what is deep stays for a while."""

from __future__ import annotations

import pytest

import mossa
from mossa.kernel.words import u64
from mossa.search.nplayers.table import (
    AT_LEAST,
    DEEPEST,
    EXACT,
    bound_of,
    clear,
    fitting,
    is_whole,
    make_table,
    move_of,
    noted,
    write,
)


def test_what_is_written_is_found() -> None:
    table = make_table(1, 3)
    for number in range(1, 200):
        place = write(table, u64(number), number, EXACT, number - 2, number % 2 == 0)
        table.numbers[place + 2] = number / 7
    for number in range(1, 200):
        place, note = noted(table, u64(number))
        assert (bound_of(note), move_of(note), is_whole(note)) == (EXACT, number - 2, number % 2 == 0)
        assert table.numbers[place + 2] == number / 7
        assert fitting(note, number)
        assert fitting(note, number + 1) == (number % 2 == 0)  # a whole result holds at any depth
    assert noted(table, u64(200)) == (-1, 0)
    clear(table)
    assert noted(table, u64(7)) == (-1, 0)


def test_a_deep_result_stays_until_it_has_aged() -> None:
    table = make_table(1, 1)
    other = u64(5) + table.mask + 1  # the same place
    write(table, u64(5), 9, AT_LEAST, 0, False)
    tries = 0
    while write(table, other, 2, EXACT, 0, False) < 0:
        tries += 1
    assert tries == 5
    assert noted(table, u64(5))[0] == -1
    assert write(table, u64(5), DEEPEST + 9, EXACT, 0, False) >= 0


def test_impossible_sizes() -> None:
    with pytest.raises(mossa.MossaError, match="a transposition table has 1 to 1048576 MiB, not 0"):
        make_table(0, 3)
