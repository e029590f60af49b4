"""Depth-first search with a table."""

import mossa
from mossa.search.common.limits import Limits
from mossa.search.single_agent.solver import SingleAgent

from .puzzles import PEG, assert_line, scrambled


def test_depth_first_search_ends_in_spite_of_cycles(eight):
    state = scrambled(eight, 5, 40)
    found = SingleAgent(eight).search(state, Limits(time=60), method="depth-first")
    assert (found.value, found.exact) == (1, True)
    assert_line(eight, state, found)


def test_limits_stop_a_search_and_the_best_line_so_far_is_kept():
    game = mossa.game(f"{PEG}:side=7")
    found = SingleAgent(game).search(game.rules.start(), Limits(nodes=5000), method="depth-first")
    assert not found.exact
    assert found.nodes == 5000
    assert_line(game, game.rules.start(), found)


def test_memory_is_bounded(eight):
    state = scrambled(eight, 3, 80)
    for method in ("depth-first", "breadth-first"):
        found = SingleAgent(eight, memory=1 << 18).search(state, Limits(time=30), method=method)
        assert not found.exact
