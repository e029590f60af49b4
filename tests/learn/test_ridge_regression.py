"""Logistic regression on counts: it finds the least cost, and keeps to the start what it learns nothing about."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from mossa.learn.ridge_regression import estimates, fit, loss

CHOOSER = np.random.default_rng(1)
COUNTS = CHOOSER.integers(-3, 4, (400, 5)).astype(float)
SHARES = CHOOSER.random(400)
TRUE = CHOOSER.normal(0, 50, (5, 2))
AIMS = 1 / (1 + np.exp(-estimates(COUNTS, SHARES, TRUE) / 100))


def test_estimates_are_sums():
    found = estimates(COUNTS, SHARES, TRUE)
    for i in range(20):
        middle, ending = (sum(COUNTS[i, j] * TRUE[j, half] for j in range(5)) for half in (0, 1))
        assert found[i] == pytest.approx(SHARES[i] * middle + (1 - SHARES[i]) * ending)


def test_loss_is_the_surprise():
    assert loss(np.zeros(3), np.array([0, 0.5, 1]), 100) == pytest.approx(np.log(2))
    assert loss(np.array([100.0]), np.array([1.0]), 100) == pytest.approx(-np.log(1 / (1 + np.exp(-1))))


@pytest.mark.parametrize("kind", [np.array, csr_matrix])
def test_weights_are_found_again(kind):
    heard = []
    options = {"scale": 100, "pull": 1e-12, "steps": 200, "on_step": lambda number, _: heard.append(number)}
    found = fit(kind(COUNTS), SHARES, AIMS, np.zeros((5, 2)), **options)
    assert np.allclose(found, TRUE, atol=1)
    assert heard == list(range(1, len(heard) + 1))


def test_no_step_lowers_the_cost():
    def cost(table):
        return loss(estimates(COUNTS, SHARES, table), AIMS, 100) + 1e-5 * np.sum(table**2)

    found = fit(COUNTS, SHARES, AIMS, np.zeros((5, 2)), scale=100, pull=1e-5, steps=500)
    for place in np.ndindex(5, 2):
        for step in (-1.0, 1.0):
            other = found.copy()
            other[place] += step
            assert cost(other) > cost(found)


def test_what_is_not_seen_stays():
    counts = COUNTS.copy()
    counts[:, 2] = 0
    start = np.full((5, 2), 7.0)
    assert np.allclose(fit(counts, SHARES, AIMS, start, scale=100, pull=1e-9, steps=50)[2], 7)
