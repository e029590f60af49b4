"""Alpha-beta: the list L, windows, fail-soft and fail-hard; the value and the moves of minimax on random trees."""

import pytest
from tests.search.textbook.trees import TREES, as_rules, random_tree

from mossa import game
from mossa.search.textbook import run

TWO_PLY = game("tree").rules


def tree(text):
    return game(f"tree:tree={text}").rules


def lists(trace):
    return [[trace.name(path) for path in event.paths] for event in trace.events if event.kind == "list"]


def test_the_list_of_alpha_beta_loses_the_parent_and_its_descendants():
    trace = run("alphabeta-list", TWO_PLY)
    at = lists(trace)
    full = ["a2/b1", "a2/b2", "a2/b3", "a2", "a3", "the root"]
    assert full in at
    assert at[len(at) - 1 - at[::-1].index(full) + 1] == ["a3", "the root"]


def test_a_min_root():
    trace = run("alphabeta", tree("min((3 12) (2 4))"))
    assert (trace.value, trace.best) == (4, "a2")


@pytest.mark.parametrize("name", ["alphabeta", "alphabeta-hard", "star1", "star2"])
@pytest.mark.parametrize("window", [(0, 2), (4, 9), (2, 4), (3, 4), (2, 3)])
def test_windows_keep_the_contract(name, window):
    alpha, beta = window
    value = run(name, TWO_PLY, window=window).value
    if alpha < value < beta:
        assert value == 3
    elif value <= alpha:
        assert value >= 3
    else:
        assert value <= 3
    if name == "alphabeta-hard":
        assert alpha <= value <= beta


def test_fail_soft_says_more_than_fail_hard():
    rules = tree("((3 12 8) (2 4 6))")
    assert run("alphabeta", rules, window=(10, 20)).value == 3
    assert run("alphabeta-hard", rules, window=(10, 20)).value == 10


def test_alpha_beta_equals_minimax():
    cuts = 0
    for seed in range(TREES):
        rules = as_rules(random_tree(seed))
        exact = run("minimax", rules, trace=False)
        for name in ("alphabeta", "alphabeta-hard", "alphabeta-list"):
            first = run(name, rules, trace=False)
            assert (first.value, first.best) == (exact.value, exact.best)
            assert first.leaves <= exact.leaves
            every = run(name, rules, trace=False, all_moves=True)
            assert (every.value, every.moves) == (exact.value, exact.moves)
            cuts += first.cuts
    assert cuts > 3 * TREES  # they were worth it
