"""The estimate of Pig beside exact values."""

import random

import pytest

import mossa
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


def test_the_player_is_exact_for_two_and_searches_for_more():
    assert default_player(mossa.game("pig")) == "value-iteration"
    assert default_player(mossa.game("pig:players=4")) == "maxn"
