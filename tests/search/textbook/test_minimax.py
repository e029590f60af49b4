"""Minimax: the list L, memory, who moves twice, and ten thousand random trees against a naive one."""

from tests.search.textbook.trees import TREES, as_rules, random_tree

from mossa import game
from mossa.search.textbook import run

TWO_PLY = game("tree").rules


def tree(text):
    return game(f"tree:tree={text}").rules


def lists(trace):
    return [[trace.name(path) for path in event.paths] for event in trace.events if event.kind == "list"]


def test_the_list_of_minimax():
    trace = run("minimax-list", tree("((3 12) 2)"))
    assert lists(trace) == [
        ["the root"],
        ["a1", "a2", "the root"],
        ["a1/b1", "a1/b2", "a1", "a2", "the root"],  # the children go to the head
        ["a1/b1", "a1/b2", "a1", "a2", "the root"],  # a1/b1 got its value and stays
        ["a1/b2", "a1", "a2", "the root"],  # it was fed to its parent
        ["a1/b2", "a1", "a2", "the root"],
        ["a1", "a2", "the root"],
        ["a2", "the root"],
        ["a2", "the root"],
        ["the root"],
    ]
    assert trace.held == 5


def test_memory():
    held = {name: run(name, TWO_PLY, trace=False).held for name in ("minimax", "minimax-list", "minimax-whole")}
    assert held == {"minimax": 3, "minimax-list": 7, "minimax-whole": 13}  # d + 1, b·d + 1, all


def test_who_moves_twice_in_a_row():
    rules = tree("(max((1 5) 2) min(3 min(0 9)))")
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
        assert run(name, rules).value == 2


def test_a_leaf_as_root():
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-list", "star2"):
        trace = run(name, tree("5"))
        assert (trace.value, trace.best, trace.moves, trace.nodes, trace.leaves) == (5, None, (), 1, 1)


def naive(nested):
    """Minimax in four lines, from the nested lists themselves."""
    if not isinstance(nested, list):
        return nested
    mover, *children = nested
    return (max if mover == 0 else min)(naive(child) for child in children)


def test_minimax_is_right():
    for seed in range(TREES // 10):
        nested = random_tree(seed)
        rules = as_rules(nested)
        below = [naive(child) for child in nested[1:]] if isinstance(nested, list) else []
        best = [str(i) for i, value in enumerate(below) if value == naive(nested)]
        for name in ("minimax", "minimax-list", "minimax-whole"):
            found = run(name, rules, trace=False)
            assert found.value == naive(nested)
            assert list(found.moves) == best
