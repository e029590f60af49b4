"""Ten thousand random trees of each kind, with ties: every algorithm gives what the plain one gives."""

import random

import pytest
from tests.search.textbook.trees import as_rules, random_tree

from mossa.search.textbook import run

TREES = 10_000


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


@pytest.mark.slow
def test_hurry_wins_sooner_and_loses_later():
    for seed in range(TREES // 5):
        rules = as_rules(random_tree(seed, leaf=lambda rng: rng.choice((-1, 0, 1)), deep=5))
        exact = run("minimax", rules, trace=False, hurry=True)
        assert exact.value == run("minimax", rules, trace=False).value
        assert exact.ply == (_ply(rules, rules.start(), exact.value, 0) or None)
        for name in ("minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
            found = run(name, rules, trace=False, hurry=True, all_moves=True)
            assert (found.value, found.moves, found.ply) == (exact.value, exact.moves, exact.ply)


def _ply(rules, state, value, ply):
    """At which ply the game ends if both play for this value, the winner fast and the loser slowly; 0 for a draw."""
    if rules.is_over(state):
        return ply if rules.utility(state, 0) != 0 else 0
    below = [rules.play(state, move) for move in rules.moves(state)]
    good = [child for child in below if run("minimax", rules, child, trace=False).value == value]
    winning = (value > 0) == (rules.mover(state) == 0)
    return 0 if value == 0 else (min if winning else max)(_ply(rules, child, value, ply + 1) for child in good)


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


def three(rng: random.Random):
    a, b = rng.randint(-3, 3), rng.randint(-3, 3)
    return (a, b, -a - b)


@pytest.mark.slow
def test_shallow_pruning_equals_max_n():
    cuts = 0
    for seed in range(TREES):
        rules = as_rules(random_tree(seed, players=3, leaf=three, strict=seed % 2 == 0), players=3, bounds=(-6, 6))
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
        rules = as_rules(random_tree(seed, players=3, leaf=three, strict=True), players=3, bounds=(-6, 6))
        assert run("paranoid", rules, trace=False).value <= run("maxn", rules, trace=False).value[0]


def test_tracing_changes_nothing():
    for seed in range(300):
        chance = as_rules(random_tree(seed, chance=True))
        for name in ("expectiminimax", "star1", "star2"):
            _same(name, chance)
        plain = as_rules(random_tree(seed))
        for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
            _same(name, plain)
        vectors = as_rules(random_tree(seed, players=3, leaf=three), players=3, bounds=(-6, 6))
        for name in ("maxn", "maxn-shallow", "paranoid", "cooperative"):
            _same(name, vectors)


def _same(name, rules):
    on, off = run(name, rules), run(name, rules, trace=False)
    assert not off.events
    for field in ("value", "best", "moves", "candidates", "nodes", "leaves", "cuts", "held"):
        assert getattr(on, field) == getattr(off, field)
    kinds = [event.kind for event in on.events]
    assert kinds.count("leaf") == on.leaves
    assert kinds.count("cut") == on.cuts
