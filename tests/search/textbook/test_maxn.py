"""max^n and its kin on random trees: shallow pruning, two players, the paranoid player."""

import pytest
from tests.search.textbook.trees import TREES, as_rules, random_tree, zero_sum_triple

from mossa import game
from mossa.search.textbook import run


@pytest.mark.slow
def test_shallow_pruning_equals_max_n():
    cuts = 0
    for seed in range(TREES):
        rules = as_rules(
            random_tree(seed, players=3, leaf=zero_sum_triple, strict=seed % 2 == 0), players=3, bounds=(-6, 6)
        )
        exact = run("maxn", rules, trace=False)
        first = run("maxn-shallow", rules, trace=False)
        assert (first.value, first.best) == (exact.value, exact.best)
        every = run("maxn-shallow", rules, trace=False, all_moves=True)
        assert (every.value, every.moves) == (exact.value, exact.moves)
        cuts += first.cuts
    assert cuts > 100


def test_max_n_of_two_players_is_minimax():
    for seed in range(TREES // 10):
        rules = as_rules(random_tree(seed))
        exact = run("minimax", rules, trace=False)
        found = run("maxn", rules, trace=False)
        assert found.value == (exact.value, -exact.value)
        assert found.moves == exact.moves


def test_paranoid_is_the_most_careful_player():
    for seed in range(TREES // 10):
        rules = as_rules(random_tree(seed, players=3, leaf=zero_sum_triple, strict=True), players=3, bounds=(-6, 6))
        assert run("paranoid", rules, trace=False).value <= run("maxn", rules, trace=False).value[0]


def test_one_against_all_with_chance():
    """With two players both are expectiminimax; with three, one reply hurts no more than all of them."""
    two = game("tree:tree=({0.9:(2 5) 0.1:(3 1)} {0.5:(1 8) 0.5:4})").rules
    value = run("expectiminimax", two).value
    for name in ("paranoid", "best-reply"):
        found = run(name, two)
        assert (found.value, found.best) == (pytest.approx(value), "a2")
    three = game("pig:players=3,goal=12")
    for text in (three.start().text, three.after("roll 5 hold roll 3").text):
        state = three.position(text).state
        values = [run(name, three.rules, state, depth=4).value for name in ("paranoid", "best-reply")]
        assert values[0] <= values[1] + 1e-12
        assert run("maxn-shallow", three.rules, state, depth=4).best == run("maxn", three.rules, state, depth=4).best


def test_who_has_answered_is_known_beyond_a_chance_node():
    """p2 makes his second move, the answer; chance moves; p3 must play his ordinary move, the first."""
    rules = game("tree:tree=(([9 0 0] {1:([8 0 0] [2 0 0])}))").rules
    assert run("best-reply", rules).value == 8
    assert run("paranoid", rules).value == 2
