"""IDA*."""

import mossa
from mossa.search.common.limits import Limits
from mossa.search.single_agent.solver import SingleAgent

from .puzzles import PEG, assert_line, nearest, scrambled


def test_ways_through_cycles_are_the_shortest(eight):
    engine = SingleAgent(eight)
    for seed in range(4):
        state = scrambled(eight, seed, 30)
        found = engine.search(state, Limits(time=60), method="idastar")
        assert found.exact
        assert len(found.pv) == found.depth == nearest(eight, state)
        assert_line(eight, state, found)


def test_a_goal_that_cannot_be_reached_is_not_found_and_the_search_ends():
    game = mossa.game(f"{PEG}:side=4")
    found = SingleAgent(game).search(game.rules.start(), method="idastar")
    assert not found.exact
    assert found.value == 0
