"""max^n and its kin on random trees: shallow pruning, two players, the paranoid player."""

import pytest
from tests.search.textbook.trees import TREES, as_rules, random_tree, zero_sum_triple

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
