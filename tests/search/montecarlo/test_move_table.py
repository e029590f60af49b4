"""The table of moves: what is put in is found, nothing is taken for something else, and a full bucket gives away the
oldest and least visited row."""

import random

import pytest

from mossa.kernel import u64
from mossa.kernel.errors import MossaError
from mossa.kernel.specialise import specialise
from mossa.search.montecarlo.move_table import (
    BUCKET,
    NUMBERS,
    SEARCH,
    VISITS,
    clear,
    find,
    find_or_make,
    held,
    is_still,
    make_table,
    move_hash,
    move_key,
)


def test_it_is_a_dictionary_as_long_as_there_is_space():
    table, known, draw = make_table(1), {}, random.Random(1)
    for number in range(3000):
        key, check = u64(draw.getrandbits(64)), u64(draw.getrandbits(64))
        assert find(table, key, check) == -1
        known[key, check] = find_or_make(table, key, check)
        table.numbers[known[key, check] * NUMBERS + VISITS] = float(number)
    still = [pair for pair, row in known.items() if find(table, *pair) == row]
    assert len(still) > 2900 and held(table) == len(set(known.values()))  # noqa: PT018 - of one sentence
    for (key, check), row in known.items():
        assert find(table, key, check ^ u64(1)) == -1
        assert is_still(table, row, key) == ((key, check) in still)
        if (key, check) in still:
            assert find_or_make(table, key, check) == row
    clear(table)
    assert held(table) == 0


def test_a_full_bucket_gives_away_the_row_of_the_oldest_search_with_the_fewest_visits():
    table = make_table(1)
    keys = [u64(5) + (u64(number + 1) << 40) for number in range(BUCKET + 1)]  # of one bucket
    rows = [find_or_make(table, key, u64(1)) for key in keys[:BUCKET]]
    assert sorted(rows) == list(range(5 * BUCKET, 6 * BUCKET))
    for row, (search, visits) in zip(rows, [(2, 9), (1, 7), (1, 3), (2, 0)], strict=True):
        table.numbers[row * NUMBERS + SEARCH], table.numbers[row * NUMBERS + VISITS] = float(search), float(visits)
    table.search = 3.0
    new = find_or_make(table, keys[BUCKET], u64(1))
    assert new == rows[2]
    assert find(table, keys[2], u64(1)) == -1
    assert [table.numbers[new * NUMBERS + i] for i in (VISITS, SEARCH)] == [0.0, 3.0]


def test_compiled_equals_interpreted():
    found = []
    for compiled in (True, False):
        table, draw = make_table(1), random.Random(2)
        make = specialise(find_or_make, {}, name="find_or_make", compiled=compiled)
        found.append([make(table, u64(draw.getrandbits(14)), u64(3)) for _ in range(3000)])
    assert found[0] == found[1]


def test_moves_of_one_information_state_have_different_keys():
    keys = {move_key(u64(7), move_hash(move)) for move in range(10_000)}
    assert len(keys) == 10_000


def test_refusals():
    with pytest.raises(MossaError, match="1 to 1048576 MiB, not 0"):
        make_table(0)
