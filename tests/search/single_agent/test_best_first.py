"""A* and breadth-first search."""

import pytest

from mossa.search.common.limits import Limits
from mossa.search.single_agent.solver import SingleAgent

from .puzzles import assert_line, nearest, scrambled


@pytest.mark.parametrize("method", ["auto", "astar", "breadth-first"])
def test_ways_through_cycles_are_the_shortest(eight, method):
    engine = SingleAgent(eight)
    for seed in range(4):
        state = scrambled(eight, seed, 30)
        found = engine.search(state, Limits(time=60), method=method)
        assert found.exact
        assert len(found.pv) == found.depth == nearest(eight, state)
        assert_line(eight, state, found)


def test_a_heuristic_saves_nodes_and_no_solution_is_found_where_there_is_none(eight):
    engine, state = SingleAgent(eight), scrambled(eight, 7, 60)
    blind, guided = (engine.search(state, Limits(time=60), method=m) for m in ("breadth-first", "astar"))
    assert len(blind.pv) == len(guided.pv)
    assert guided.nodes < blind.nodes / 4
    swapped = _two_tiles_exchanged(eight.rules.start())
    found = engine.search(swapped, Limits(time=60), method="all")
    assert (found.value, found.exact) == (0, True)


def _two_tiles_exchanged(state):
    tiles = [state.tiles >> 4 * cell & 15 for cell in range(9)]
    tiles[1], tiles[2] = tiles[2], tiles[1]
    return state._replace(tiles=type(state.tiles)(sum(int(tile) << 4 * cell for cell, tile in enumerate(tiles))))
