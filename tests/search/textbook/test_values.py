"""Values: ties broken by the ply, as people write them; the shorter win and the longer defence."""

import math

import pytest
from tests.search.textbook.trees import TREES, as_rules, random_tree

from mossa import game
from mossa.search.textbook import run
from mossa.search.textbook.values import Timed, just_above, just_below, show


def tree(text):
    return game(f"tree:tree={text}").rules


def test_hurry():
    rules = tree("((0 (1 0)) 1 ((1 1) (1 1)))")  # a2 wins at once, a3 later
    assert run("minimax", rules).moves == ("a2", "a3")
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
        trace = run(name, rules, hurry=True, all_moves=True)
        assert (trace.value, trace.moves, trace.ply) == (1, ("a2",), 1)
    assert run("minimax", tree("(-1 ((-1 -1) (-1 -1)))"), hurry=True).best == "a2"
    assert run("maxn", tree("(([1 0 0] [1 0 0]) [1 0 0])"), hurry=True).best == "a2"


def test_tictactoe_hurries():
    at = game("tictactoe").after("c1 b1 b2 a1")
    assert run("alphabeta", at.game.rules, at.state, all_moves=True).moves == ("a2", "c2", "a3", "c3")
    assert run("alphabeta", at.game.rules, at.state, hurry=True, all_moves=True).moves == ("a3",)


def test_timed_values_are_numbers_that_break_ties():
    early, late, draw = Timed(1, 2, draw=0), Timed(1, 6, draw=0), Timed(0, 4, draw=0)
    assert early > late > draw > Timed(-1, 5, draw=0) > Timed(-1, 3, draw=0)
    assert max(late, early) is early
    assert -math.inf < late < math.inf
    assert 0.5 < late <= early
    assert early == Timed(1, 2, draw=0) != late
    assert hash(early) == hash(Timed(1, 2, draw=0))
    assert just_below(early) < early < just_above(early)
    assert late < just_below(early)
    assert just_below(1.0) < 1.0 < just_above(1.0)


def test_values_as_people_write_them():
    assert [show(value) for value in (None, -0.0, 1e-20, 123456789, 0.1 + 0.2)] == [
        "",
        "0",
        "1e−20",
        "123456789",
        "0.3",
    ]


@pytest.mark.slow
def test_hurry_wins_sooner_and_loses_later():
    for seed in range(TREES // 5):
        rules = as_rules(random_tree(seed, leaf=lambda rng: rng.choice((-1, 0, 1)), deep=5))
        exact = run("minimax", rules, trace=False, hurry=True)
        assert exact.value == run("minimax", rules, trace=False).value
        assert exact.ply == (_ply(rules, rules.start(), exact.value, 0) or None)
        for name in ("minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
            found = run(name, rules, trace=False, hurry=True, all_moves=True)
            assert (found.value, found.moves, found.ply) == (exact.value, exact.moves, exact.ply)


def _ply(rules, state, value, ply):
    """At which ply the game ends if both play for this value, the winner fast and the loser slowly; 0 for a draw."""
    if rules.is_over(state):
        return ply if rules.utility(state, 0) != 0 else 0
    below = [rules.play(state, move) for move in rules.moves(state)]
    good = [child for child in below if run("minimax", rules, child, trace=False).value == value]
    winning = (value > 0) == (rules.mover(state) == 0)
    return 0 if value == 0 else (min if winning else max)(_ply(rules, child, value, ply + 1) for child in good)
