"""The estimate of Pig beside exact values, and the rule of thumb of its simulations."""

import random

import pytest

import mossa
from mossa.games.pig.evaluation import HOLD_AT
from mossa.play.players import default_player
from mossa.search.graph.solution import solve_graph


def test_the_estimate_is_near_the_exact_value():
    game, chooser = mossa.game("pig:goal=60"), random.Random(1)
    rules = game.rules
    solution, scratch, errors = solve_graph(game, rules.start()), rules.scratch(), []
    for _ in range(300):
        state = game.position(f"{chooser.randrange(2, 59)}-{chooser.randrange(2, 59)} p1 +0").state
        found = solution.result(state)
        errors.append(abs(rules.estimate(state, 0, scratch) - found.value))
    assert sum(errors) / len(errors) < 0.15
    assert max(errors) < 0.6


@pytest.mark.parametrize("players", [2, 4])
def test_estimates_add_up_and_follow_the_points(players):
    rules = mossa.game(f"pig:players={players}").rules
    points = tuple(10 * player for player in range(players))
    state = rules.start()._replace(points=points, pot=8)
    estimates = [rules.estimate(state, player, rules.scratch()) for player in range(players)]
    assert sum(estimates) == pytest.approx(0, abs=1e-9)
    assert estimates[1:] == sorted(estimates[1:])
    better = rules.estimate(state._replace(pot=20), 0, rules.scratch())
    assert better > estimates[0]


def test_a_simulation_holds_at_20_or_with_enough():
    game = mossa.game("pig")
    for text, move in (("0-0 p1 +19", "roll"), ("0-0 p1 +20", "hold"), ("90-0 p1 +10", "hold"), ("90-0 p1 +9", "roll")):
        state = game.position(text).state
        assert game.rules.write_move(state, game.rules.rollout_move(state, mossa.u64(0))) == move
    assert HOLD_AT == 2 + 3 + 4 + 5 + 6


def test_the_player_is_exact_for_two_and_simulates_for_more():
    assert default_player(mossa.game("pig")) == "value-iteration"
    assert default_player(mossa.game("pig:players=4")) == "mcts"
