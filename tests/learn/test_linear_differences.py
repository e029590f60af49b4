"""TD(λ) on a linear evaluation against the same written with NumPy, game by game."""

import numpy as np
import pytest

import mossa
from mossa.core.features import require_features
from mossa.learn.linear_differences import LinearDifferences
from mossa.learn.linear_games import LinearGames


def naive(
    weights: np.ndarray, values: np.ndarray, result: float, trace: float, step: np.ndarray, unit: float
) -> np.ndarray:
    """One game in which the players move in turn and nobody explores: the forward view, from the definition."""
    own = 1 / (1 + np.exp(-values @ weights / unit))
    sides = np.arange(len(values)) % 2 == 0
    worth = np.append(np.where(sides, own, 1 - own), result)  # for player 0
    total = np.zeros_like(weights)
    for t in range(len(values)):
        left = len(values) - t
        target = sum((1 - trace) * trace ** (n - 1) * worth[t + n] for n in range(1, left))
        target += trace ** (left - 1) * result
        total += (target - worth[t]) * (1 if sides[t] else -1) * values[t]
    return weights + unit * step * total


@pytest.mark.parametrize("trace", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_moves_the_weights_as_the_definition_says(trace: float, compiled: bool) -> None:
    game = mossa.game("connect4")
    games = LinearGames(game, depth=1, opening=0, compiled=compiled)
    weights, sizes, rate, unit = {"threats": 4.0, "middle": 2.0, "inner": -1.0}, [1.3, 1.6, 2.1], 0.02, 25.0
    learnt = LinearDifferences(games, compiled=compiled).learn(
        weights, 1, 11, explore=0.0, trace=trace, rate=rate, unit=unit, sizes=sizes
    )
    played = games.record(weights, 1, 11, 0.0)
    vector, step = np.array(list(weights.values())), rate / np.array(sizes)
    wanted = naive(vector, played.values, float(played.results[0]), trace, step, unit)
    assert np.allclose(list(learnt.values()), wanted)
    assert not np.allclose(vector, wanted)


def test_what_follows_a_random_move_is_not_learnt_from() -> None:
    """If every move explores, nothing is learnt."""
    game = mossa.game("tictactoe")
    weights = dict(require_features(game).weights)
    learner = LinearDifferences(LinearGames(game))
    same = learner.learn(weights, 20, 3, explore=1.0, trace=0.7, rate=0.1, unit=100.0, sizes=[1.0] * 4)
    assert same == weights
