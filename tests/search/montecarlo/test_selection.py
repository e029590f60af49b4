"""Which child is chosen: UCB1, what proofs rule out, and chance by its probabilities."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from tests.kernel.twins import both
from tests.search.montecarlo.forest import forest, tree_number

from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.montecarlo.pool import MOVE, PROOF, STRIDE, TOTAL, VISITS
from mossa.search.montecarlo.proofs import pack
from mossa.search.montecarlo.selection import chosen_child, drawn_child, open_child

UNKNOWN = pack(-1, 1, 0)


def row_of(children: list[tuple[int, int, int]]) -> Ints:
    """Children with these visits, sums and proofs."""
    words = Ints(STRIDE * len(children))
    for i, (visits, total, proof) in enumerate(children):
        words[i * STRIDE + VISITS], words[i * STRIDE + TOTAL], words[i * STRIDE + PROOF] = visits, total, proof
    return words


def test_the_first_without_a_visit_else_the_greatest_bound() -> None:
    for kernel in both(chosen_child):
        chooser = random.Random(1)
        for _ in range(500):
            found = [
                (chooser.randint(0, 9) or chooser.randint(0, 1), chooser.randint(-5, 5), UNKNOWN) for _ in range(5)
            ]
            visits = sum(one[0] for one in found) + 1
            child = kernel(row_of(found), 0, 5, visits, 0.8, UNKNOWN, True) // STRIDE
            fresh = [i for i in range(5) if found[i][0] == 0]
            bounds = [t / n + 0.8 * math.sqrt(math.log(visits) / n) if n else 0.0 for n, t, _ in found]
            assert child == (fresh[0] if fresh else bounds.index(max(bounds)))


def test_what_is_proven_to_be_no_better_is_left_out() -> None:
    win, loss, draw, at_best_a_draw = pack(1, 1, 3), pack(-1, -1, 3), pack(0, 0, 3), pack(-1, 0, 0)
    for kernel in both(chosen_child):
        lost = row_of([(9, 9, loss), (9, -9, UNKNOWN)])  # whatever the mean says
        assert kernel(lost, 0, 2, 19, 0.0, UNKNOWN, True) == STRIDE
        assert kernel(row_of([(9, 9, win), (9, -9, UNKNOWN)]), 0, 2, 19, 0.0, UNKNOWN, False) == STRIDE
        drawn = row_of([(9, 9, at_best_a_draw), (9, 0, draw), (9, -9, UNKNOWN)])
        assert kernel(drawn, 0, 3, 28, 0.0, UNKNOWN, True) == STRIDE
    for kernel in both(open_child):
        assert kernel(drawn, 0, 3, 28, 0.0, True) == 2 * STRIDE


def test_outcomes_are_drawn_with_their_probabilities() -> None:
    game = forest(chance=9, wide=4)
    rules = game.rules
    states = (rules.play(tree_number(game, n), 0) for n in range(99))
    state = next(state for state in states if rules.is_chance(state) and len(rules.legal(state)) == 4)
    words = Ints(4 * STRIDE)
    for i in range(4):
        words[i * STRIDE + MOVE] = i
    assert rules.probability is not None
    drawn = []
    for compiled in (False, True):
        kernel = kernel_for(drawn_child, game, compiled)
        drawn.append([kernel(state, words, 0, 4, u64(seed)) // STRIDE for seed in range(4000)])
    assert drawn[0] == drawn[1]
    counts = Counter(drawn[0])
    for move in range(4):
        assert counts[move] / 4000 == pytest.approx(rules.probability(state, move), abs=0.03)
