"""The graph of states: every state once, compiled as interpreted."""

from pathlib import Path

import numpy as np
import pytest

import mossa
from mossa.search.common.limits import Limits
from mossa.search.graph import state_graph
from mossa.search.graph.state_graph import OVER, GraphTooBig, build_graph, children, find_state

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def naive_states(game):
    """All states by Python's own sets, breadth first."""
    found = {game.rules.start(): 0}
    waiting = list(found)
    for state in waiting:
        for move in game.rules.legal(state):
            child = game.rules.play(state, move)
            if child not in found:
                found[child] = len(found)
                waiting.append(child)
    return found


GAMES = ["tictactoe", "grundy", "nim", f"{EXAMPLES / 'pig.py'}:goal=6", f"{EXAMPLES / 'goofspiel.py'}:cards=3"]


@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_met_once_in_the_order_of_breadth_first_search(name):
    game = mossa.game(name)
    states = naive_states(game)
    graph = build_graph(game, game.rules.start())
    assert graph.count == len(states)
    for state, number in list(states.items())[::97]:
        assert find_state(game, graph, state) == number
        after = [states[game.rules.play(state, move)] for move in game.rules.legal(state)]
        assert children(graph, number).tolist() == after
        assert graph.movers.array[number] == (game.rules.mover(state) if after else OVER)


@pytest.mark.parametrize("name", ["grundy", GAMES[3]])
def test_interpreted_and_compiled_graphs_are_the_same(name):
    game = mossa.game(name)
    slow, fast = (build_graph(game, game.rules.start(), compiled=compiled) for compiled in (False, True))
    assert slow.count == fast.count
    for part in ("first", "targets", "movers", "values", "words"):
        used = {"first": slow.count + 1, "targets": int(slow.first.array[slow.count])}.get(part, slow.count)
        np.testing.assert_array_equal(getattr(slow, part).array[:used], getattr(fast, part).array[:used])


def test_a_state_that_is_not_there_is_not_found_and_leaves_no_trace():
    game = mossa.game("tictactoe")
    after = game.after("b2").state
    graph = build_graph(game, after)
    count = graph.count
    for _ in range(3):
        assert find_state(game, graph, game.rules.start()) == -1
        assert find_state(game, graph, after) == 0
    assert graph.count == count


def test_too_many_states_are_refused_in_one_sentence():
    game = mossa.game("connect4")
    with pytest.raises(
        GraphTooBig,
        match=r"connect4 is too big to solve from this position: .* nodes are more than there is memory for",
    ):
        build_graph(game, game.rules.start(), most=10_000)
    with pytest.raises(GraphTooBig, match=r"nodes in 0\.\d s were not enough"):
        build_graph(game, game.rules.start(), Limits(time=0.05))


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(state_graph, "MOST_BYTES", 1 << 20)
    game = mossa.game("connect4")
    with pytest.raises(GraphTooBig):
        build_graph(game, game.rules.start())
