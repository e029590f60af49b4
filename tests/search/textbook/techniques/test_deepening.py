"""Iterative deepening: the value of minimax, what the clock leaves, what repeating costs."""

import pytest
from tests.search.textbook.graphs import GRAPHS, random_graph
from tests.search.textbook.trees import as_rules, random_tree

from mossa import MossaError, game
from mossa.search.textbook import run
from mossa.search.textbook.experiments import ideal_tree

TWO_PLY = game("tree").rules


def naive_nodes(rules, depth):
    """Nodes of alpha-beta to depth 1, 2 … `depth` or the end, the best move of the last iteration first."""
    best, nodes = {}, 0

    def search(state, path, left, alpha, beta):
        nonlocal nodes, cut_off
        if rules.is_over(state):
            return rules.utility(state, 0)
        if left == 0:
            cut_off = True
            return 0
        moves = list(rules.moves(state))
        first = best.get(path, 0)
        order = [first] + [i for i in range(len(moves)) if i != first]
        sign = 1 if rules.mover(state) == 0 else -1
        v = -99 * sign
        for i in order:
            nodes += 1
            w = search(rules.play(state, moves[i]), (*path, i), left - 1, alpha, beta)
            if sign * w > sign * v:
                v, best[path] = w, i
            if (v >= beta) if sign > 0 else (v <= alpha):
                break
            alpha, beta = (max(alpha, v), beta) if sign > 0 else (alpha, min(beta, v))
        return v

    for d in range(1, depth + 1):
        cut_off = False
        nodes += 1
        value = search(rules.start(), (), d, -99, 99)
        if not cut_off:
            break
    return value, nodes


def test_value_and_nodes_on_random_trees():
    for seed in range(GRAPHS):
        rules = as_rules(random_tree(seed))
        found = run("deepening", rules, trace=False)
        assert found.value == run("minimax", rules, trace=False).value
        assert (found.value, found.nodes) == naive_nodes(rules, 50)
        assert found.best in run("minimax", rules, trace=False).moves


def test_to_a_depth_with_an_evaluation():
    for seed in range(200):
        rules = random_graph(seed)
        found, plain = run("deepening", rules, depth=3, trace=False), run("minimax", rules, depth=3, trace=False)
        assert found.value == plain.value
        assert found.best in plain.moves


def test_the_clock_leaves_the_move_of_the_last_completed_iteration():
    rules = ideal_tree(3, 5, "random")
    whole = run("deepening", rules)
    rows = whole.cursor().tables["iterations"]
    assert list(rows) == ["1", "2", "3", "4", "5"]
    for nodes in range(6, whole.nodes, 7):
        early = run("deepening", rules, nodes=nodes)
        assert early.nodes <= nodes + 1
        done = early.cursor().tables["iterations"]
        last = list(done)[-1]
        assert early.best == done[last][0] == rows[last][0]  # what an interrupted iteration saw does not count
        assert early.remarks[0][0] == "late"
    at_once = run("deepening", rules, nodes=2)
    assert at_once.best == "0"
    assert at_once.remarks[0][0] == "late-at-once"
    timed = run("deepening", ideal_tree(8, 6, "random"), seconds=0.05, trace=False)
    assert timed.remarks[0][0] == "late"


def test_the_cost_of_repeating():
    found = run("deepening", ideal_tree(3, 6, "worst"), trace=False)
    (remark,) = found.remarks
    assert remark[0] == "repetition"
    total, last = (int(word.replace(",", "")) for word in remark[1:3])
    assert total == found.nodes
    assert total / last == pytest.approx(float(remark[3]), rel=1e-3)
    assert float(remark[5]) == pytest.approx(float(remark[4]) / (float(remark[4]) - 1), rel=1e-2)


def test_each_iteration_is_drawn_to_its_depth():
    trace = run("deepening", TWO_PLY)
    begins = [i for i, event in enumerate(trace.events, 1) if event.kind == "depth"]
    assert len(begins) == 2
    cursor = trace.cursor(begins[1] - 1)
    assert cursor.horizon == 1
    before = dict(cursor.labels)
    assert {len(path) for path in before} == {0, 1}
    assert trace.svg(begins[1] - 1).count("<polygon") == 1
    cursor.forward()
    assert cursor.labels == {}
    cursor.back()
    assert (cursor.labels, cursor.horizon) == (before, 1)


def test_what_it_cannot_be_told():
    for wrong, says in [
        ({"nodes": 0}, "whole number from 1 up"),
        ({"seconds": -1}, "number above 0"),
        ({"entries": 4}, "deepening knows no entries: its settings are nodes, seconds"),
    ]:
        with pytest.raises(MossaError, match=says):
            run("deepening", TWO_PLY, **wrong)
    with pytest.raises(MossaError, match="minimax knows no nodes"):
        run("minimax", TWO_PLY, nodes=3)
    with pytest.raises(TypeError, match="no option 'nonsense'"):
        run("minimax", TWO_PLY, nonsense=3)
