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
    shared_table,
    write,
)


def test_what_is_written_is_found() -> None:
    table = make_table(1, 3)
    for number in range(1, 200):
        table.row[2] = number / 7
        assert write(table, u64(number), number, EXACT, number - 2, number % 2 == 0)
    for number in range(1, 200):
        note = noted(table, u64(number))
        assert (bound_of(note), move_of(note), is_whole(note)) == (EXACT, number - 2, number % 2 == 0)
        assert table.row[2] == number / 7
        assert fitting(note, number)
        assert fitting(note, number + 1) == (number % 2 == 0)  # a whole result holds at any depth
    assert noted(table, u64(200)) == 0
    clear(table)
    assert noted(table, u64(7)) == 0


def test_a_deep_result_stays_until_it_has_aged() -> None:
    table = make_table(1, 1)
    other = u64(5) + table.mask + 1  # the same place
    write(table, u64(5), 9, AT_LEAST, 0, False)
    tries = 0
    while not write(table, other, 2, EXACT, 0, False):
        tries += 1
    assert tries == 5
    assert noted(table, u64(5)) == 0
    assert write(table, u64(5), DEEPEST + 9, EXACT, 0, False)


def test_a_result_that_ages_is_still_found() -> None:
    table = make_table(1, 2)
    table.row[0], table.row[1] = 0.25, -7.5
    write(table, u64(5), 9, EXACT, 3, True)
    assert not write(table, u64(5) + table.mask + 1, 2, EXACT, 0, False)
    table.row[0] = table.row[1] = 0.0
    note = noted(table, u64(5))
    assert (move_of(note), is_whole(note)) == (3, True)
    assert (table.row[0], table.row[1]) == (0.25, -7.5)


def test_halves_of_two_entries_are_none() -> None:
    """What one thread has half written is not found by another."""
    table = make_table(1, 2)
    other = shared_table(table)
    table.row[0], table.row[1] = 0.5, -0.5
    write(table, u64(5), 3, EXACT, 1, False)
    assert noted(other, u64(5)) != 0
    assert (other.row[0], other.row[1]) == (0.5, -0.5)
    for words, place in ((table.words, 10), (table.words, 11), (table.numbers, 10), (table.numbers, 11)):
        kept = words[place]
        words[place] = kept + 1
        assert noted(other, u64(5)) == 0
        words[place] = kept
    assert noted(other, u64(5)) != 0


def test_impossible_sizes() -> None:
    with pytest.raises(mossa.MossaError, match="a transposition table has 1 to 1048576 MiB, not 0"):
        make_table(0, 3)
