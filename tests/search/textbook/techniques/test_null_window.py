"""Null windows and aspiration: the value of minimax, the second search where the answer was yes."""

import math

import pytest
from tests.search.textbook.graphs import GRAPHS
from tests.search.textbook.trees import as_rules, random_tree

from mossa.search.textbook import EXAMPLES, run


def naive_pvs(rules):
    """Value and nodes of NegaScout, from the mover's side, where players take turns."""
    nodes = 1

    def search(state, alpha, beta):
        nonlocal nodes
        if rules.is_over(state):
            return rules.utility(state, rules.mover(state))
        v = -99
        for move in rules.moves(state):
            nodes += 1
            child = rules.play(state, move)
            sign = 1 if rules.mover(child) == rules.mover(state) else -1

            def ask(low, high, child=child, sign=sign):
                return search(child, low, high) if sign > 0 else -search(child, -high, -low)

            if v == -99 or beta - alpha <= 1:
                w = ask(alpha, beta)
            else:
                w = ask(alpha, alpha + 1)
                if alpha < w < beta:
                    w = ask(alpha, beta)
            v = max(v, w)
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v

    value = search(rules.start(), -99, 99)
    return value if rules.mover(rules.start()) == 0 else -value, nodes


def test_value_and_nodes_on_random_trees():
    for seed in range(GRAPHS):
        rules = as_rules(random_tree(seed, deep=5))
        plain = run("minimax", rules, trace=False)
        found = run("pvs", rules, trace=False)
        assert found.value == plain.value
        assert found.best in plain.moves
        hurried = run("pvs", rules, trace=False, hurry=True)
        assert hurried.ply == run("minimax", rules, trace=False, hurry=True).ply


def test_nodes_equal_the_naive_twin_where_players_take_turns():
    for seed in range(GRAPHS):
        rules = as_rules(random_tree(seed, deep=5, strict=True))
        found = run("pvs", rules, trace=False)
        assert (found.value, found.nodes) == naive_pvs(rules)


@pytest.mark.parametrize("margin", [0.5, 2, None])
def test_aspiration_finds_the_value_inside_and_outside_its_window(margin):
    inside = 0
    for seed in range(500):
        rules = as_rules(random_tree(seed))
        found, plain = run("aspiration", rules, margin=margin), run("minimax", rules, trace=False)
        assert found.value == plain.value
        assert found.best in plain.moves
        inside += not any(event.note[:1] == ("outside",) for event in found.events)
    assert 50 < inside < 450


def test_the_example_is_searched_again_where_a_move_is_better():
    trace = EXAMPLES["null-window"].run()
    again = [trace.name(event.path) for event in trace.events if event.note[:1] == ("maybe-better",)]
    assert again == ["a3", "a3/b2"]
    assert trace.value == 6
    entered = [(event.alpha, event.beta) for event in trace.events if event.kind == "enter" and event.path == (2,)]
    assert entered[0][0] == 3
    assert entered[0][1] == math.nextafter(3, 4)
    assert entered[1] == (3, math.inf)
    assert "[3, 3+]" in trace.text(trace.events.index(next(e for e in trace.events if e.path == (1,))) + 1)
