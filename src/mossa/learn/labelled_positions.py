"""Positions of games, each with the result for its mover, and how well Σ wᵢ · fᵢ predicts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .linear_games import RecordedGames
from .ridge_regression import fit, loss

__all__ = ["LabelledPositions"]

Array = NDArray[np.float64]

RIDGE = 1e-4
"""The penalty on the square of a weight (log odds for a usual amount of its feature): a feature that always decides
would weigh infinitely much."""
STEPS = 50
"""Of L-BFGS, which converges in about ten."""


@dataclass(frozen=True)
class LabelledPositions:
    """Features in their usual sizes, so that a weight is the log odds that a usual amount of its feature is worth."""

    values: Array
    """A row for each position: its features for the mover, each divided by its size."""
    results: Array
    """The result for the mover: 1, ½ or 0."""

    @classmethod
    def of(cls, games: Sequence[RecordedGames], sizes: Array, most: int) -> LabelledPositions:
        """The positions of games, at most so many: evenly spread, the same each time."""
        values, results = np.concatenate([one.values for one in games]), np.concatenate([one.results for one in games])
        every = max(1, -(-len(results) // most))
        return cls(np.ascontiguousarray(values[::every] / sizes), results[::every])

    def loss(self, weights: Array) -> float:
        """The mean cross-entropy of the results (nats a position): ln 2 = 0.693 for weights 0, which predict ½, and
        less where the predictions are better."""
        return loss(self.values @ weights, self.results, 1.0)

    def fit(self) -> Array:
        """The weights of the least loss, with a ridge penalty."""
        count = self.values.shape[1]
        shares = np.ones(len(self.results))
        found = fit(self.values, shares, self.results, np.zeros((count, 2)), scale=1.0, pull=RIDGE, steps=STEPS)
        return found[:, 0].copy()
