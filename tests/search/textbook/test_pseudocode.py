"""The notes' form of the algorithms: every step has its lines, at the side that moves."""

import pytest

from mossa import game
from mossa.search.textbook import ALGORITHMS, run
from mossa.search.textbook.pseudocode import PSEUDOCODE, pseudo_lines
from mossa.search.textbook.queens import backtracking

TREES = {
    "expectiminimax": "({0.5:(3 1) 0.5:2} (4 5))",
    "maxn": "(([1 2 6] [4 3 3]) ([6 1 2] [5 1 1]))",
    "mcts": "((3 12 8) (2 4 6) (14 5 2))",
}


@pytest.mark.parametrize("name", [name for name in PSEUDOCODE if name in ALGORITHMS])
def test_every_step_has_a_line(name: str) -> None:
    trace = run(name, game(f"tree:tree={TREES.get(name, '((3 12 8) (2 4 6) (14 5 2))')}").rules)
    for event in trace.events:
        assert pseudo_lines(trace, event), event
    assert pseudo_lines(trace, None) == []


def test_max_and_min_have_lines_of_their_own() -> None:
    trace = run("alphabeta", game("tree:tree=(((1 9) (9 1)) ((5 6) (7 8)))").rules)
    lines = [line for line, _ in PSEUDOCODE["alphabeta"]]
    below = lines.index("function MIN-VALUE(state, α, β)")
    for event in trace.events:
        if event.kind in ("enter", "update", "value", "cut") and trace.spots[event.path].kind != "leaf":
            in_min = trace.spots[event.path].kind == "min"
            assert all((line >= below) == in_min for line in pseudo_lines(trace, event)), event


def test_an_algorithm_without_pseudocode_has_no_lines() -> None:
    trace = run("killers", game("tree").rules)
    assert pseudo_lines(trace, trace.events[0]) == []
    queens = backtracking(4, trace=True).trace
    assert all(pseudo_lines(queens, event) for event in queens.events if event.kind != "choose")
