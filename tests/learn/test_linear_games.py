"""Games of shallow players: a second implementation, the interpreted run, and what is recorded."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.random_play import walk

import mossa
from mossa import Game, MossaError
from mossa.core.features import require_features
from mossa.core.linear_evaluation import weighted_rules
from mossa.core.rules import Rules
from mossa.learn.linear_games import LinearGames, log_odds_unit

GAMES = ["tictactoe", "connect4", "othello", "docs/examples/dots_and_boxes.py"]


def some_weights(game: Game) -> dict[str, float]:
    return {name: 3.7 * (i + 1) * (-1) ** i for i, name in enumerate(require_features(game).names)}


def value(rules: Rules, state: object, depth: int, ply: int, win: int) -> float:
    """Minimax by its definition, for the first player."""
    side = 1 if rules.mover(state) == 0 else -1
    if rules.is_over(state):
        if rules.score is not None:
            return 100 * rules.score(state, 0)
        end = rules.utility(state, 0)
        return end * win - ply * (1 if end > 0 else -1 if end < 0 else 0)
    assert rules.evaluate is not None
    if depth == 0:
        return side * rules.evaluate(state)
    after = [value(rules, rules.play(state, move), depth - 1, ply + 1, win) for move in rules.legal(state)]
    return max(after) if side == 1 else min(after)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("depth", [1, 2])
def test_a_player_makes_a_move_that_minimax_finds_best(name: str, depth: int) -> None:
    game = mossa.game(name)
    weights = some_weights(game)
    rules, player = weighted_rules(game, weights), LinearGames(game, depth=depth)
    for seed in range(6):
        at = walk(game, (7919 * seed + 31 * ply for ply in range(4 + seed)))
        if at.is_over:
            continue
        side = 1 if at.mover == 0 else -1
        found = {move: value(rules, rules.play(at.state, move), depth - 1, 1, 1 << 22) * side for move in at.legal}
        best = {move for move, worth in found.items() if worth == max(found.values())}
        assert {player.choose(at.state, weights, seed) for seed in range(20)} <= best


def test_among_equal_moves_the_seed_decides() -> None:
    game = mossa.game("connect4")
    nothing = dict.fromkeys(require_features(game).names, 0.0)
    start = game.rules.start()
    assert {LinearGames(game).choose(start, nothing, seed) for seed in range(100)} == set(range(7))


@pytest.mark.parametrize("name", GAMES)
def test_compiled_games_are_the_interpreted_ones(name: str) -> None:
    game = mossa.game(name)
    weights, own = some_weights(game), require_features(game).weights
    players = [LinearGames(game, depth=1, compiled=compiled) for compiled in (True, False)]
    pairs = 2 if name == "othello" else 6
    one, two = (player.match(weights, own, pairs, 5) for player in players)
    assert np.array_equal(one, two)
    one, two = (player.record(own, 3, 5, 0.2) for player in players)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_equal_players_share_the_points_of_each_pair() -> None:
    game = mossa.game("connect4")
    assert (LinearGames(game).match(some_weights(game), some_weights(game), 50, 1) == 0.5).all()


def test_a_match_is_the_mirror_of_that_of_the_other_side() -> None:
    game = mossa.game("tictactoe")
    player, own = LinearGames(game), require_features(game).weights
    nothing = dict.fromkeys(own, 0.0)
    points = player.match(own, nothing, 200, 3)
    assert np.array_equal(points, 1 - player.match(nothing, own, 200, 3))
    assert points.mean() > 0.6


@pytest.mark.parametrize("name", ["tictactoe", "docs/examples/dots_and_boxes.py"])
def test_what_is_recorded_are_the_features_and_the_result_for_the_mover(name: str) -> None:
    game = mossa.game(name)
    player, rules = LinearGames(game, opening=0), game.rules
    found = player.record(require_features(game).weights, 1, 9, 1.0)
    assert len(found.values) <= game.facts.horizon
    assert found.values[0].tolist() == require_features(game).values(rules.start())
    assert found.results[0] == {1: 1.0, 0: 0.5, -1: 0.0}[int(np.sign(found.outcomes[0]))]
    if game.facts.alternate:
        assert (found.results[::2] == found.results[0]).all()
        assert (found.results[1::2] == 1 - found.results[0]).all()


def test_a_unit_of_log_odds_stays_below_a_certain_point() -> None:
    assert log_odds_unit(mossa.game("othello")) == 25
    assert log_odds_unit(mossa.game("chess")) == 100


def test_games_without_features_or_with_chance_are_refused(written: Callable[[str], Game], take: Game) -> None:
    with pytest.raises(MossaError, match="names no features"):
        LinearGames(take)
    with pytest.raises(MossaError, match="has chance"):
        LinearGames(mossa.game("backgammon"))
