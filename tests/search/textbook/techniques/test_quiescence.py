"""Quiescence: the value by a naive twin, what differs from minimax and why, the horizon effect and its cures."""

import random

from tests.search.textbook.graphs import GRAPHS, random_graph

from mossa import game
from mossa.search.textbook import EXAMPLES, run


def restless(seed):
    """A random game some of whose moves are forcing, and some of whose states are noisy."""
    rules = random_graph(seed)
    rng = random.Random(seed)
    forcing = {(layer, place): rng.random() < 0.5 for layer in range(4) for place in range(3)}
    noisy = {(layer, place): rng.random() < 0.15 for layer in range(4) for place in range(3)}
    return rules.replace(
        tactical=lambda state: iter([0] if forcing[tuple(state)] else []),
        noisy=lambda state: noisy[tuple(state)],
    )


def naive(rules, depth):
    """The value and the nodes of quiescence, from MAX's side, written once more."""
    nodes = 1

    def static(state):
        return run("minimax", rules, state, depth=0, trace=False).value

    def search(state, left, alpha, beta):
        nonlocal nodes
        if rules.is_over(state):
            return rules.utility(state, 0)
        maximal, moves = rules.mover(state) == 0, list(rules.moves(state))
        v = None
        if left <= 0 and not rules.noisy(state):
            moves, v = list(rules.tactical(state)), static(state)
            if not moves:
                return v
            if v >= beta if maximal else v <= alpha:
                return v
            alpha, beta = (max(alpha, v), beta) if maximal else (alpha, min(beta, v))
        for move in moves:
            nodes += 1
            w = search(rules.play(state, move), left - 1, alpha, beta)
            v = w if v is None else max(v, w) if maximal else min(v, w)
            if v >= beta if maximal else v <= alpha:
                break
            alpha, beta = (max(alpha, v), beta) if maximal else (alpha, min(beta, v))
        return v

    return search(rules.start(), depth, -99, 99), nodes


def test_value_and_nodes_on_random_graphs():
    told = {"agrees": 0, "quiet-differs": 0}
    for seed in range(GRAPHS):
        rules = restless(seed)
        found, plain = run("quiescence", rules, depth=2, trace=False), run("minimax", rules, depth=2, trace=False)
        assert (found.value, found.nodes) == naive(rules, 2)
        (remark,) = found.remarks
        told[remark[0]] += 1
        assert (remark[0] == "agrees") == (found.value == plain.value and found.best in plain.moves)
    assert min(told.values()) > GRAPHS / 10


def test_without_unrest_it_is_alpha_beta():
    for seed in range(200):
        rules = random_graph(seed)
        found, plain = (run(name, rules, depth=2, trace=False) for name in ("quiescence", "alphabeta"))
        assert (found.value, found.best, found.nodes) == (plain.value, plain.best, plain.nodes)


def test_the_poisoned_pawn_and_its_three_cures():
    assert EXAMPLES["poisoned-pawn"].run().best == "d2d6"
    cost = {}
    for name in EXAMPLES["poisoned-pawn"].related[1:]:
        trace = EXAMPLES[name].run()
        assert trace.best != "d2d6", name
        cost[name] = trace.nodes
    assert cost["poisoned-quiescence"] < cost["poisoned-second-look"] < cost["poisoned-deeper"]
    trace = EXAMPLES["poisoned-quiescence"].run()
    assert any(trace.name(event.path) == "d2d6/d8d6" for event in trace.events if event.kind == "leaf")
    assert trace.remarks[0][0] == "quiet-differs"


def test_a_tree_that_is_typed_has_unrest_and_looks():
    trace = EXAMPLES["horizon"].run()
    stands = [event for event in trace.events if event.note[:1] == ("stand-pat",)]
    assert [(trace.name(event.path), event.value) for event in stands] == [("take", 5)]
    assert "take/b2" not in map(trace.name, trace.spots)  # only the forcing move was tried
    text = game(EXAMPLES["horizon"].spec.replace("!", "")).rules
    assert run("quiescence", text, depth=1).best == "take"
