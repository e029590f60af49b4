"""Logistic regression finds the weights that made the results."""

import numpy as np
import pytest

from mossa.learn.logistic_tables import NOTHING, estimates, fit, loss, negative


def test_weights_are_found_again() -> None:
    chooser = np.random.default_rng(1)
    true = chooser.normal(0, 60, (40, 2))
    places = chooser.integers(0, 40, (40_000, 5)).astype(np.int32)
    places[:, 3] = negative(places[:, 3])
    places[chooser.random(40_000) < 0.5, 4] = NOTHING
    shares = chooser.random(40_000)
    odds = 1 / (1 + np.exp(-estimates(places, shares, true) / 50))
    results = (chooser.random(40_000) < odds).astype(float)
    heard: list[int] = []
    learnt = fit(
        places,
        shares,
        results,
        np.zeros((40, 2)),
        scale=50,
        rate=20,
        pull=0,
        passes=6,
        on_pass=lambda number, _: heard.append(number),
    )
    assert heard == [1, 2, 3, 4, 5, 6]
    assert np.corrcoef(learnt.reshape(-1), true.reshape(-1))[0, 1] > 0.97
    gained = loss(np.zeros(40_000), results, 50) - loss(estimates(places, shares, learnt), results, 50)
    possible = loss(np.zeros(40_000), results, 50) - loss(estimates(places, shares, true), results, 50)
    assert gained > 0.97 * possible


def test_estimates() -> None:
    weights = np.array([[1.0, 10.0], [100.0, 1000.0]])
    places = np.array([[0, 1], [0, ~1], [NOTHING, 1], [~0, NOTHING]], np.int32)
    assert estimates(places, np.array([1, 1, 0, 0.5]), weights).tolist() == [101, -99, 1000, -5.5]


def test_the_pull_holds_what_is_not_taught() -> None:
    places, results = np.array([[0]] * 500, np.int32), np.ones(500)
    start = np.array([[7.0, 7.0], [3.0, 4.0]])
    free = fit(places, np.ones(500), results, start, scale=10, rate=1, pull=0, passes=1)
    held = fit(places, np.ones(500), results, start, scale=10, rate=1, pull=0.05, passes=1)
    assert free[0, 0] > held[0, 0] > 7
    assert free[1].tolist() == [3, 4]


@pytest.mark.parametrize("sums", [[0.0], [1e6], [-1e6]])
def test_loss_is_finite_and_never_negative(sums: list[float]) -> None:
    for result in (0.0, 0.5, 1.0):
        found = loss(np.array(sums), np.array([result]), 50)
        assert np.isfinite(found)
        assert found >= 0
    assert loss(np.zeros(1), np.ones(1), 50) == pytest.approx(np.log(2))
