"""Least squares over table entries, against numpy's own."""

import numpy as np
import pytest

from mossa.learn.table_regression import add_up, fit, root_mean_square


@pytest.mark.parametrize("threads", [1, 3])
def test_the_fit_is_the_least_squares_solution(threads):
    chooser = np.random.default_rng(1)
    places = chooser.integers(0, 40, (4000, 5)).astype(np.int32)
    targets = chooser.normal(size=4000)
    design = np.zeros((4000, 40))
    for row, read in zip(design, places, strict=True):
        np.add.at(row, read, 1)
    expected = np.linalg.solve(design.T @ design + 7 * np.eye(40), design.T @ targets)
    found = fit(places, targets, 40, ridge=7, rounds=100, threads=threads)
    assert np.allclose(found, expected, atol=1e-6)
    assert np.allclose(add_up(places, found, threads), design @ expected)


def test_what_was_never_seen_stays_nothing():
    found = fit(np.array([[0, 1]] * 10, np.int32), np.full(10, 4.0), 5, ridge=1e-6)
    assert found[:2].sum() == pytest.approx(4)
    assert (found[2:] == 0).all()


def test_a_great_ridge_draws_everything_to_nothing():
    places, targets = np.array([[0]] * 10, np.int32), np.full(10, 6.0)
    assert fit(places, targets, 1, ridge=10)[0] == pytest.approx(3)


def test_each_round_reports_a_smaller_error():
    chooser = np.random.default_rng(2)
    places = chooser.integers(0, 300, (3000, 8)).astype(np.int32)
    errors = []
    fit(places, chooser.normal(size=3000), 300, ridge=1, rounds=8, on_round=lambda _, error: errors.append(error))
    assert len(errors) == 8
    assert errors == sorted(errors, reverse=True)


def test_the_root_of_the_mean_square():
    assert root_mean_square(np.array([3.0, -4.0])) == pytest.approx(12.5**0.5)
    assert root_mean_square(np.array([])) == 0
