import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import MossaError
from mossa.play.seeded_random import derive_seed, draw_chance_move, weighted_choice

SEEDS = st.integers(0, 2**64 - 1)


@given(SEEDS, st.integers(0, 1000), st.integers(0, 1000))
def test_places_have_seeds_of_their_own(seed: int, a: int, b: int) -> None:
    assert derive_seed(seed, a) == derive_seed(seed, a)
    assert (derive_seed(seed, a) == derive_seed(seed, b)) == (a == b)
    assert derive_seed(seed, a, b) != derive_seed(seed, b, a) or a == b


def test_drawn_as_often_as_the_probabilities_say() -> None:
    weights = [0.5, 0.25, 0.125, 0.125]
    counts = Counter(weighted_choice(weights, seed) for seed in range(20_000))
    for i, weight in enumerate(weights):
        assert abs(counts[i] / 20_000 - weight) < 5 * math.sqrt(weight / 20_000)


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=9), SEEDS)
def test_impossible_outcomes_are_never_drawn(weights: list[float], seed: int) -> None:
    total = sum(weights)
    shares = [0.0, *(weight / total for weight in weights), 0.0]
    assert shares[weighted_choice(shares, seed)] > 0


@pytest.mark.parametrize("weights", [[0.5, 0.4], [1.5, -0.5], [math.nan, 1.0], [], [math.inf, 0.0]])
def test_wrong_probabilities_are_told(weights: list[float]) -> None:
    with pytest.raises(MossaError, match="add up to 1"):
        weighted_choice(weights, 1)


def test_a_roll_depends_on_seed_and_ply_only() -> None:
    start = mossa.game("kuhn").start()
    assert start.is_chance
    rolls = [draw_chance_move(start, seed, 0) for seed in range(50)]
    assert rolls == [draw_chance_move(start, seed, 0) for seed in range(50)]
    assert set(rolls) == set(start.legal)
    assert [draw_chance_move(start, 7, ply) for ply in range(50)] != [
        draw_chance_move(start, 8, ply) for ply in range(50)
    ]
