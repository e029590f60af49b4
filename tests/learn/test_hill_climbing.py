"""Hill climbing ends in the nearest valley; annealing leaves it while it is hot."""

import numpy as np

from mossa.learn.hill_climbing import anneal, climb


def two_valleys(weights: np.ndarray) -> float:
    """A shallow valley at −1 and a deep one at 2."""
    x = float(weights[0])
    return min((x + 1) ** 2 + 0.5, (x - 2) ** 2)


def test_climbing_stays_in_its_valley() -> None:
    for seed in range(10):
        found, least, _ = climb(two_valleys, np.array([-1.2]), np.array([0.1]), 300, np.random.default_rng(seed))
        assert abs(found[0] + 1) < 0.01
        assert abs(least - 0.5) < 1e-3


def test_annealing_finds_the_deeper_one() -> None:
    ends = []
    for seed in range(10):
        at, draws = np.array([-1.2]), np.random.default_rng(seed)
        for temperature in np.geomspace(3.0, 1e-3, 60):
            at, cost, _ = anneal(two_valleys, at, float(temperature), 1.0, 50, draws)
        assert cost == two_valleys(at)
        ends.append(round(float(at[0])))
    assert ends.count(2) >= 9


def test_without_heat_annealing_keeps_only_what_is_better() -> None:
    at, draws = np.array([5.0]), np.random.default_rng(1)
    costs = [two_valleys(at)]
    for _ in range(50):
        at, cost, _ = anneal(two_valleys, at, 1e-12, 0.3, 3, draws)
        costs.append(cost)
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < 0.01


def test_steps_grow_where_they_help_and_shrink_where_they_do_not() -> None:
    steps = np.full(2, 0.25)
    climb(lambda w: -float(w[0]), np.zeros(2), steps, 100, np.random.default_rng(1))
    assert steps[0] > 0.25 > steps[1]
