"""Strongly connected components against reachability computed naively."""

import random

import numpy as np
import pytest

from mossa.kernel.memory import Int32s, Ints, Reals, Words
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal
from mossa.search.graph.components import find_components
from mossa.search.graph.state_graph import StateGraph


def graph_of(edges):
    """A graph of these lists of children."""
    first = np.cumsum([0, *map(len, edges)])
    targets = [child for below in edges for child in below]
    n = len(edges)
    return StateGraph(
        words=Words(1), index=Int32s(1), mask=u64(0), count=n, expanded=n, capacity=n, edge_capacity=len(targets),
        first=Ints(first.astype(np.int64)), targets=Int32s(np.array([*targets, 0], np.int32)), shares=Reals(0),
        movers=Int32s(n), values=Reals(n), signal=StopSignal(stop=0),
    )  # fmt: skip


def reachable(edges, start):
    """All states that a state leads to, itself included."""
    found, waiting = {start}, [start]
    while waiting:
        new = set(edges[waiting.pop()]) - found
        found |= new
        waiting += new
    return found


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_components_are_what_is_reachable_both_ways_and_children_come_first(seed, compiled):
    draw = random.Random(seed)
    n = draw.randrange(1, 40)
    edges = [[draw.randrange(n) for _ in range(draw.choice((0, 1, 1, 2, 3)))] for _ in range(n)]
    edges[0] += range(n)  # the root leads everywhere
    reach = [reachable(edges, state) for state in range(n)]
    parts = find_components(graph_of(edges), compiled=compiled)
    starts, order = parts.starts.array, parts.order.array
    members = [set(order[starts[i] : starts[i + 1]].tolist()) for i in range(parts.count)]
    assert sorted(state for part in members for state in part) == list(range(n))
    place = {state: i for i, part in enumerate(members) for state in part}
    for state in range(n):
        assert members[place[state]] == {other for other in reach[state] if state in reach[other]}
        assert all(place[child] <= place[state] for child in edges[state])


def test_a_line_of_a_million_states_needs_no_deep_stack():
    n = 1_000_000
    graph = graph_of([[0]])
    graph.count = n
    graph.first = Ints(np.minimum(np.arange(n + 1), n - 1).astype(np.int64))
    graph.targets = Int32s(np.arange(1, n, dtype=np.int32))
    assert find_components(graph).count == n
