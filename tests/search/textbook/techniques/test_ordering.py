"""Killer moves and the history heuristic: the value of minimax, the order of moves, the tables that are shown."""

from collections import Counter, defaultdict

import pytest
from tests.search.textbook.graphs import GRAPHS
from tests.search.textbook.trees import as_rules, random_tree

from mossa import game
from mossa.search.textbook import EXAMPLES, run
from mossa.search.textbook.experiments import ideal_tree


def naive(rules, heuristic):
    """The value and the nodes of alpha-beta with one of the two orders, written once more."""
    killers, history, nodes = defaultdict(list), Counter(), 1

    def search(state, ply, alpha, beta):
        nonlocal nodes
        if rules.is_over(state):
            return rules.utility(state, 0)
        mover, v = rules.mover(state), None
        moves = list(rules.moves(state))
        if heuristic == "history":
            moves.sort(key=lambda move: -history[mover, str(move)])
        else:
            first = [move for move in killers[ply] if move in moves]
            moves = first + [move for move in moves if move not in first]
        for move in moves:
            nodes += 1
            w = search(rules.play(state, move), ply + 1, alpha, beta)
            v = w if v is None else max(v, w) if mover == 0 else min(v, w)
            if v >= beta if mover == 0 else v <= alpha:
                killers[ply] = ([move] + [one for one in killers[ply] if one != move])[:2]
                history[mover, str(move)] += 1
                break
            alpha, beta = (max(alpha, v), beta) if mover == 0 else (alpha, min(beta, v))
        return v

    return search(rules.start(), 0, -99, 99), nodes


@pytest.mark.parametrize("name", ["killers", "history"])
def test_value_and_nodes_on_random_trees(name):
    ordered = 0
    for seed in range(GRAPHS):
        rules = as_rules(random_tree(seed, deep=5))
        found, plain = run(name, rules, trace=False), run("minimax", rules, trace=False)
        assert found.value == plain.value
        assert found.best in plain.moves
        assert (found.value, found.nodes) == naive(rules, name)
        every = run(name, rules, trace=False, all_moves=True)
        assert (every.value, set(every.moves)) == (plain.value, set(plain.moves))
        ordered += run("alphabeta", rules, trace=False).nodes != found.nodes
    assert ordered > GRAPHS / 50


@pytest.mark.parametrize("name", ["killers", "history"])
def test_the_move_that_made_a_cut_is_tried_first(name):
    trace = EXAMPLES[name].run()
    cursor = trace.cursor(0)
    orders = 0
    while cursor.forward():
        event = cursor.event
        if event.kind == "order":
            orders += 1
            assert event.paths[0][-1] != 0
            first = trace.spots[event.paths[0]].move
            if name == "killers":
                assert first in cursor.tables["killers"][str(len(event.path))]
            else:
                side = "MAX" if trace.spots[event.path].kind == "max" else "MIN"
                counts = {row: int(cells[0]) for row, cells in cursor.tables["history"].items()}
                assert counts[f"{side} {first}"] == max(
                    counts.get(f"{side} {trace.spots[path].move}", 0) for path in event.paths
                )
    assert orders
    assert trace.nodes < run("alphabeta", game(EXAMPLES[name].spec).rules).nodes


def test_they_help_where_the_best_move_is_last():
    rules = ideal_tree(3, 6, "worst")
    plain = run("alphabeta", rules, trace=False)
    for name in ("killers", "history"):
        found = run(name, rules, trace=False)
        assert found.value == plain.value
        assert found.nodes <= plain.nodes
