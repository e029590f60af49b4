"""Positions with results: the loss by its definition, and its minimum."""

import math

import numpy as np

from mossa.learn.labelled_positions import LabelledPositions
from mossa.learn.linear_games import RecordedGames

NO_STATES = np.zeros((50, 0), np.uint64)


def drawn(count: int = 4000) -> LabelledPositions:
    """Results that are drawn with the chances of known weights."""
    draws = np.random.default_rng(5)
    values = draws.normal(size=(count, 3))
    chances = 1 / (1 + np.exp(-values @ np.array([1.0, -0.5, 0.0])))
    return LabelledPositions(values, (draws.random(count) < chances).astype(float))


def test_the_loss_is_the_mean_cross_entropy() -> None:
    positions = LabelledPositions(np.array([[1.0], [2.0], [0.5]]), np.array([1.0, 0.0, 0.5]))
    weight, total = 0.7, 0.0
    for (value,), result in zip(positions.values, positions.results, strict=True):
        chance = 1 / (1 + math.exp(-weight * value))
        total -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
    assert math.isclose(positions.loss(np.array([weight])), total / 3)
    assert math.isclose(positions.loss(np.zeros(1)), math.log(2))


def test_the_fit_finds_the_weights_that_drew_the_results() -> None:
    positions = drawn()
    found = positions.fit()
    assert np.allclose(found, [1.0, -0.5, 0.0], atol=0.12)
    least = positions.loss(found)
    for i in range(3):
        for step in (-0.05, 0.05):
            assert positions.loss(found + step * np.eye(3)[i]) > least


def test_a_feature_that_always_decides_gets_a_finite_weight() -> None:
    draws = np.random.default_rng(2)
    values = draws.normal(size=(500, 1))
    found = LabelledPositions(values, (values[:, 0] > 0).astype(float)).fit()
    assert 3 < found[0] < 100


def test_at_most_so_many_positions_are_taken_each_in_its_usual_size() -> None:
    games = [RecordedGames(np.full((50, 2), 6.0), np.full(50, float(i)), np.array([i]), NO_STATES) for i in (0, 1)]
    positions = LabelledPositions.of(games, np.array([2.0, 3.0]), 20)
    assert len(positions.results) == 20
    assert positions.results.mean() == 0.5
    assert positions.values[0].tolist() == [3.0, 2.0]
