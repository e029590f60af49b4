"""Categories of states: a partition, its shares against a count of one's own, exact values against the solver."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import mossa
from mossa import MossaError
from mossa.core.features import require_features
from mossa.kernel.layout import unflatten
from mossa.learn.linear_games import LinearGames
from mossa.learn.state_categories import categorise
from mossa.play.seeded_random import derive_seed
from mossa.search.alphabeta.solver import solve

TICTACTOE = mossa.game("tictactoe")


def test_the_shares_are_those_of_the_games() -> None:
    found = categorise(TICTACTOE, ["pairs"], games=400, seed=3)
    own = require_features(TICTACTOE).weights
    games = LinearGames(TICTACTOE, depth=2).record(own, 200, derive_seed(3, 0), 0.3)
    counted = Counter(zip(games.values[:, 0].tolist(), games.results.tolist(), strict=True))
    assert sum(one.states for one in found.categories) == len(games.results)
    for one in found.categories:
        states = {result: counted[one.values[0], result] for result in (1.0, 0.5, 0.0)}
        assert one.states == sum(states.values())
        assert (one.won, one.drawn, one.lost) == pytest.approx([count / one.states for count in states.values()])
        assert one.value == pytest.approx(one.won - one.lost)


def test_recorded_states_have_the_recorded_features() -> None:
    features = require_features(mossa.game("connect4"))
    games = LinearGames(mossa.game("connect4")).record(features.weights, 5, 1, 0.3, states=True)
    example = mossa.game("connect4").rules.start()
    for row, values in zip(games.states.tolist(), games.values.tolist(), strict=True):
        assert features.values(unflatten(example, row)) == values


def test_exact_values_are_those_of_the_solver() -> None:
    found = categorise(TICTACTOE, ["pairs", "singles"], games=60, seed=5, exact=10_000)
    own, example = require_features(TICTACTOE).weights, TICTACTOE.rules.start()
    games = LinearGames(TICTACTOE, depth=2).record(own, 30, derive_seed(5, 0), 0.3, states=True)
    exact: dict[tuple[float, ...], list[float]] = {}
    for row, values in zip(games.states.tolist(), games.values[:, :2].tolist(), strict=True):
        exact.setdefault(tuple(values), []).append(solve(TICTACTOE, unflatten(example, row), compiled=False).value)
    for one in found.categories:
        assert one.solved == one.states
        assert one.exact == pytest.approx(np.mean(exact[one.values]))


def test_what_does_not_add_up_the_categories_see_and_the_sum_does_not() -> None:
    """Who is to move with two in a row wins; who is to move against two in a row can block."""
    found = categorise(TICTACTOE, ["pairs"], games=2000)
    by_pairs = {one.values[0]: one for one in found.categories}
    ahead, behind = by_pairs[1.0], by_pairs[-1.0]
    assert ahead.value > 0.85
    assert behind.value > -0.6
    assert ahead.linear == pytest.approx(-behind.linear, abs=0.02)
    assert found.loss < found.linear_loss < found.constant_loss


def test_wrong_features_and_numbers_are_refused() -> None:
    with pytest.raises(MossaError, match="no feature 'height'"):
        categorise(TICTACTOE, ["height"])
    with pytest.raises(MossaError, match="from 2 to"):
        categorise(TICTACTOE, games=1)
    with pytest.raises(MossaError, match="names no features"):
        categorise(mossa.game("nim"))


def test_the_states_that_time_does_not_suffice_for_are_left_out() -> None:
    some, none = (categorise(TICTACTOE, ["pairs"], games=40, exact=9, seconds=seconds) for seconds in (300, 0))
    assert sum(one.solved for one in some.categories) >= 9
    assert not any(one.solved for one in none.categories)
    assert [one.value for one in some.categories] == [one.value for one in none.categories]
