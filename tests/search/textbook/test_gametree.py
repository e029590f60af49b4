"""The tree that the algorithms search: depth and e(x), utilities, limits of size."""

import math

import pytest
from tests.search.textbook.trees import as_rules

from mossa import MossaError, game
from mossa.search.textbook import run
from mossa.search.textbook.experiments import ideal_tree


def tree(text):
    return game(f"tree:tree={text}").rules


def test_depth_and_evaluation():
    rules = game("tictactoe").rules
    trace = run("minimax", rules, depth=2, trace=False)
    assert (trace.value, trace.nodes, trace.leaves) == (0, 1 + 9 + 72, 72)

    def centre(state):
        """Who has the centre, from X's side."""
        mine, theirs = state.mine >> 4 & 1, state.theirs >> 4 & 1
        return (mine - theirs) * (0.5 if rules.mover(state) == 0 else -0.5)

    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list", "maxn"):
        found = run(name, rules, depth=1, evaluate=centre)
        value = found.value[0] if isinstance(found.value, tuple) else found.value
        assert (value, found.best) == (0.5, "b2")
    assert run("minimax", rules, depth=0, evaluate=centre).leaves == 1


def test_the_games_own_evaluation_is_squeezed_into_the_bounds():
    rules = game("connect4").rules
    assert rules.evaluate is not None
    trace = run("alphabeta", rules, depth=3, trace=False)
    assert -1 < trace.value < 1


def test_an_evaluation_outside_the_bounds():
    rules = game("tictactoe").rules
    for wrong in (5, math.nan, -1.01):
        with pytest.raises(MossaError, match="outside the bounds"):
            run("minimax", rules, depth=1, evaluate=lambda state, wrong=wrong: wrong)
    with pytest.raises(MossaError, match="tuple of 3 numbers"):
        run("maxn", tree("(([1 2 3] [3 2 1]) [0 0 0])"), depth=1, evaluate=lambda state: 1)


def test_a_utility_that_is_not_a_number():
    with pytest.raises(MossaError, match="the value nan of"):
        run("minimax", as_rules([0, 1, math.nan]))


def test_a_game_too_deep_or_too_big(monkeypatch):
    from mossa.search.textbook import gametree, minimax

    with pytest.raises(MossaError, match="too deep"):
        run("minimax", ideal_tree(1, 900, "best"))
    assert run("minimax-list", ideal_tree(1, 900, "best"), trace=False).nodes == 901  # a list has no such limit
    monkeypatch.setattr(gametree, "MOST_NODES", 1000)
    with pytest.raises(MossaError, match="passed 1,000 nodes"):
        run("alphabeta", game("connect4").rules, trace=False)
    monkeypatch.setattr(minimax, "MOST_HELD", 500)
    with pytest.raises(MossaError, match="more than 500 nodes"):
        run("minimax-whole", game("connect4").rules, depth=4, trace=False)
