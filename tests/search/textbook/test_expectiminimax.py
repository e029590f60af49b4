"""Expectiminimax, Star1 and Star2: chance at the root, probes, the same values on random trees."""

import pytest
from tests.search.textbook.trees import TREES, as_rules, random_tree

from mossa import game
from mossa.search.textbook import run


def tree(text):
    return game(f"tree:tree={text}").rules


def test_a_chance_root_has_nothing_to_choose():
    trace = run("expectiminimax", tree("{0.5:1 0.5:(2 4)}"))
    assert (trace.value, trace.best) == (2.5, None)
    assert trace.candidates == {"a1": 1, "a2": 4}


def test_star2_probes_every_outcome_first():
    rules = tree("(5 {0.5:(4 8 8) 0.5:(4 8 9)})")
    plain, star1, star2 = (run(name, rules) for name in ("expectiminimax", "star1", "star2"))
    assert plain.value == star1.value == star2.value == 5
    assert (plain.leaves, star1.leaves, star2.leaves) == (7, 5, 3)
    cut = next(event for event in star2.events if event.kind == "cut")
    assert [star2.name(path) for path in cut.paths] == ["a2/b1/c2", "a2/b1/c3", "a2/b2/c2", "a2/b2/c3"]


@pytest.mark.slow
def test_star_equals_expectiminimax():
    cuts = 0
    for seed in range(TREES):
        rules = as_rules(random_tree(seed, chance=True), bounds=(-3, 3))
        exact = run("expectiminimax", rules, trace=False)
        for name in ("star1", "star2"):
            first = run(name, rules, trace=False)
            assert abs(first.value - exact.value) < 1e-9
            assert first.best == exact.best
            every = run(name, rules, trace=False, all_moves=True)
            assert abs(every.value - exact.value) < 1e-9
            assert every.moves == exact.moves
            cuts += first.cuts
    assert cuts > 2 * TREES
