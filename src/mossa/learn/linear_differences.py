"""TD(λ) for the weights of Σ wᵢ · fᵢ, from games of the weights against themselves. [Sutton88] [Samuel59]

The expected result of a position is vₜ = 1 / (1 + exp(−Σ wᵢ · fᵢ / unit)) for its mover. After each game the target of
each position is its λ-return, from the end of the game backwards, all seen from one side:

    Gₜ = (1 − λ) · vₜ₊₁ + λ · Gₜ₊₁,    at the end the result

With λ = 1 that is the result of the game, with λ = 0 what the next position seems to be worth. The weights move by

    wᵢ += rate · unit · (Gₜ − vₜ) · fᵢ / mean(fᵢ²)

the gradient of the cross-entropy, each feature measured in its usual size. A random move says nothing about the
position before it: there a return begins anew, and the position is not learnt from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from mossa.core.linear_evaluation import FeatureWeights, memory_of
from mossa.kernel.memory import Reals, Struct
from mossa.kernel.random_numbers import next_seed
from mossa.kernel.words import u64

from .linear_games import MOST_GAMES, GameMemory, LinearGames, linear_kernel, play_game, sign_of

__all__ = ["LinearDifferences"]


class Step(Struct):
    """How weights are changed."""

    rate: float
    unit: float
    """What a unit of log odds is as a score."""
    trace: float
    """λ"""
    sizes: Reals
    """The mean square of each feature."""
    change: Reals
    """What one game changes in each weight."""


def expected(row: int, weights: FeatureWeights, step: Step, memory: GameMemory) -> float:
    """The expected result of a recorded position for its mover, from 0 to 1."""
    total = 0.0
    for i in range(memory.features):
        total += weights.values[i] * memory.values[row * memory.features + i]
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total / step.unit))))


def learn_from_game(outcome: int, weights: FeatureWeights, step: Step, memory: GameMemory) -> None:
    """Move the weights towards the λ-returns of the recorded game."""
    for i in range(memory.features):
        step.change[i] = 0.0
    target = after = 0.5 + 0.5 * float(sign_of(outcome))  # for player 0
    for row in range(memory.rows - 1, -1, -1):
        own = expected(row, weights, step, memory)
        value = own if memory.movers[row] == 0 else 1.0 - own
        if memory.explored[row]:
            target = value
        else:
            target = (1.0 - step.trace) * after + step.trace * target
            error = target - value if memory.movers[row] == 0 else value - target
            for i in range(memory.features):
                step.change[i] += error * memory.values[row * memory.features + i] / step.sizes[i]
        after = value
    for i in range(memory.features):
        weights.values[i] += step.rate * step.unit * step.change[i]


def learn_games(
    start: Any,
    seed: u64,
    games: int,
    opening: int,
    explore: float,
    depth: int,
    weights: FeatureWeights,
    step: Step,
    memory: GameMemory,
) -> int:
    """Play games of the weights against themselves and learn from each; returns how many were played."""
    for _ in range(games):
        seed = next_seed(seed)
        memory.rows = 0
        learn_from_game(
            play_game(start, seed, opening, explore, depth, weights, weights, 1, memory), weights, step, memory
        )
    return games


class LinearDifferences:
    """TD(λ) at one game; each thread needs one of its own."""

    def __init__(self, games: LinearGames, *, compiled: bool = True) -> None:
        self.games = games
        self._learn = linear_kernel(learn_games, games.game, compiled)
        self.memory = games.make_memory(1)

    def learn(
        self,
        weights: Mapping[str, float],
        games: int,
        seed: int,
        *,
        explore: float,
        trace: float,
        rate: float,
        unit: float,
        sizes: Sequence[float],
    ) -> dict[str, float]:
        """The weights after so many games; `sizes` are the mean squares of the features."""
        features = self.games.features
        learnt, count = memory_of(features, weights), len(features.names)
        step = Step(rate=rate, unit=unit, trace=trace, sizes=Reals(count), change=Reals(count))
        step.sizes.array[:] = sizes
        start, opening, depth = self.games.game.rules.start(), self.games.opening, self.games.depth
        self._learn(start, u64(seed), min(games, MOST_GAMES), opening, explore, depth, learnt, step, self.memory)
        return features.named(learnt.values.array.tolist())
