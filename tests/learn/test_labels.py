"""Labels: what a search says of a state."""

import pytest

import mossa
from mossa.learn.labels import Labeller
from mossa.search.alphabeta.solver import Solver

CONNECT4 = mossa.game("connect4:columns=4,rows=4")


@pytest.mark.slow
def test_a_label_deep_enough_is_the_truth():
    labeller, solver = Labeller(CONNECT4, memory_mib=1), Solver(CONNECT4, memory_mib=1)
    for line in ("", "1", "11", "1234", "22334"):
        state = CONNECT4.position(line or "start").state
        assert labeller.label(state, 16) == 100 * solver.solve(state, all_moves=False).score


def test_a_finished_game_is_worth_its_score():
    state = CONNECT4.after("1 2 1 2 1 2 1").state
    assert Labeller(CONNECT4, memory_mib=1).label(state, 4) == 100 * CONNECT4.rules.score(state, 1)
