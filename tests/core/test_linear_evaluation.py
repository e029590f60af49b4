"""Σ wᵢ · fᵢ as the evaluation: interpreted, compiled, and beside the game's own."""

import pytest
from tests.random_play import walk

import mossa
from mossa.core.features import require_features
from mossa.core.linear_evaluation import weighted_game, weighted_rules
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits


def some_positions(name: str, count: int) -> list[mossa.Position]:
    game = mossa.game(name)
    found = [walk(game, (7919 * seed + 31 * ply for ply in range(4 + seed))) for seed in range(count)]
    return [at for at in found if not at.is_over]


def test_with_its_own_weights_connect_four_is_what_it_was() -> None:
    """Value, move and nodes: the sum of the features is the evaluation that the engine has in its machine code."""
    game = mossa.game("connect4")
    own = require_features(game).weights
    rules, searcher, other = weighted_rules(game, own), Searcher(game), Searcher(weighted_game(game, own))
    for at in some_positions("connect4", 12):
        assert rules.evaluate is not None
        assert game.rules.evaluate is not None
        assert rules.evaluate(at.state) == game.rules.evaluate(at.state)
        one, two = (engine.search(at.state, Limits(depth=5)) for engine in (searcher, other))
        assert (one.move, one.score, one.nodes) == (two.move, two.score, two.nodes)


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello", "checkers", "docs/examples/dots_and_boxes.py"])
def test_the_compiled_sum_is_the_interpreted_one(name: str) -> None:
    game = mossa.game(name)
    features = require_features(game)
    weights = {one: 3.7 * (i + 1) * (-1) ** i for i, one in enumerate(features.names)}
    searchers = [Searcher(weighted_game(game, weights), compiled=compiled) for compiled in (True, False)]
    for at in some_positions(name, 4):
        found = [searcher.search(at.state, Limits(depth=2)) for searcher in searchers]
        assert (found[0].move, found[0].score, found[0].nodes) == (found[1].move, found[1].score, found[1].nodes)


def test_halves_are_rounded_alike_for_both_sides() -> None:
    game = mossa.game("connect4")
    evaluate = weighted_rules(game, {"middle": 0.5}).evaluate
    assert evaluate is not None
    assert evaluate(game.after("4").state) == -1
    assert evaluate(game.after("4 1").state) == 1


def test_a_weight_beyond_reason_is_no_win() -> None:
    game = mossa.game("connect4")
    found = Searcher(weighted_game(game, {"middle": 1e6})).search(game.start().state, Limits(depth=1))
    assert found.score == 1_000_000
    assert not found.exact
