from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import below, draw, next_seed, u64

SEED = st.integers(0, 2**64 - 1)


def test_the_published_sequence():
    """splitmix64 with the seed 1234567."""
    seed, drawn = u64(1234567), []
    for _ in range(5):
        drawn.append(int(draw(seed)))
        seed = next_seed(seed)
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(SEED, st.integers(1, 2**31))
def test_numbers_stay_below_the_bound(seed, bound):
    assert 0 <= below(u64(seed), bound) < bound
    assert below(u64(seed), 1) == 0
    assert type(below(u64(seed), bound)) is int


@given(SEED)
def test_seeds_are_words(seed):
    assert type(next_seed(u64(seed))) is u64
    assert type(draw(u64(seed))) is u64
    assert draw(u64(seed)) == draw(seed)


@pytest.mark.parametrize("bound", [2, 6, 52])
def test_numbers_are_even(bound):
    """Chi squared over one long sequence stays within five standard deviations of its mean."""
    draws, seed, counts = 20_000, u64(7), Counter()
    for _ in range(draws):
        counts[below(seed, bound)] += 1
        seed = next_seed(seed)
    expected = draws / bound
    chi_squared = sum((counts[n] - expected) ** 2 / expected for n in range(bound))
    assert chi_squared < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5
