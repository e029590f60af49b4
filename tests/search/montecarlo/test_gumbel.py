"""The Gumbel root: the shares of sequential halving, the recommended policy, and that it finds the best of few."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from tests.search.montecarlo.forest import forest, nodes_of, tree_number

import mossa
from mossa import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.gumbel import SequentialHalving, gumbel_numbers, improved_policy, sigma
from mossa.search.montecarlo.uct import MonteCarlo


def shares(moves: int, considered: int, simulations: int) -> list[tuple[int, int]]:
    """The phases of a search in which the first moves always look best: how many moves, how many simulations."""
    halving = SequentialHalving([-float(i) for i in range(moves)], considered, simulations, Ints(1 + 2 * moves))
    found = []
    while halving.done < simulations:
        found.append((len(halving.places), halving.left))
        halving.count(halving.left, [1.0 - 0.01 * i for i in range(moves)])
    return found


def test_the_simulations_are_shared_out_in_halves() -> None:
    assert shares(16, 16, 200) == [(16, 48), (8, 48), (4, 48), (2, 56)]  # figure 1 of [Danihelka22]
    assert shares(40, 16, 200) == shares(16, 16, 200)
    assert shares(7, 8, 48) == [(7, 14), (4, 16), (2, 18)]
    assert shares(5, 9, 3) == [(3, 3)]
    assert shares(1, 9, 30) == [(1, 30)]


def test_the_better_half_stays() -> None:
    looks, means, plan = [0.0, 2.0, 1.0, -1.0], [0.5, 0.1, 0.5, 0.9], Ints(9)
    halving = SequentialHalving(looks, 4, 16, plan)
    assert (plan[0], halving.left) == (4, 8)
    for i in range(4):
        plan[2 + 2 * i] = 2
    halving.count(8, means)
    assert halving.places == [3, 2]  # 10.4 · 0.9 − 1 and 10.4 · 0.5 + 1
    assert sigma(0.9, 2) == pytest.approx(9.36)
    assert [plan[i] for i in range(5)] == [2, 3, 0, 2, 0]
    assert halving.visits == [2, 2, 2, 2]


def test_gumbel_numbers_draw_by_the_policy() -> None:
    seed, drawn, logits = u64(5), Counter[int](), [math.log(p) for p in (0.5, 0.3, 0.2)]
    for _ in range(6000):
        seed, numbers = gumbel_numbers(seed, 3, 1.0)
        drawn[max(range(3), key=lambda i: numbers[i] + logits[i])] += 1
    assert [drawn[i] / 6000 for i in range(3)] == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    assert gumbel_numbers(u64(1), 4, 0.0) == (u64(1), [0.0] * 4)


def test_the_recommended_policy_completes_what_was_not_tried() -> None:
    logits = [0.0, 0.0, 0.0]
    same = improved_policy(logits, [1, 1, 0], [0.5, 0.5, 0.0], 0.5)
    assert same == pytest.approx([1 / 3] * 3)
    better = improved_policy(logits, [2, 2, 0], [0.6, 0.5, 0.0], 0.5)
    assert better[0] > better[2] > better[1]  # between the two, by their mean
    assert sum(better) == pytest.approx(1)
    assert improved_policy(logits, [0, 0, 0], [0.0] * 3, 0.2) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("parameters", [{}, {"players": 3}, {"chance": 3}], ids=str)
def test_without_a_network_it_is_compiled_as_interpreted(parameters: dict[str, int]) -> None:
    game = forest(wide=6, deep=5, **parameters)
    for number in range(1, 12):
        state = tree_number(game, number)
        if game.rules.is_chance(state):
            continue
        found = []
        for compiled in (False, True):
            engine = MonteCarlo(game, memory_mib=1, seed=3, options={"gumbel": 4.0, "noise": 1.0}, compiled=compiled)
            answer = engine.search(state, Limits(nodes=60))
            found.append((answer.move, answer.value, nodes_of(engine)))
            assert answer.nodes == 60 or answer.exact
            assert engine.plan[0] == 0
        assert found[0] == found[1]


def test_with_few_simulations_it_finds_a_win_more_often_than_uct() -> None:
    """In Nim only the means tell: 40 simulations in states with five to nine moves."""
    game, chooser = mossa.game("nim:heaps=5-5-5"), random.Random(6)
    rules, right = game.rules, Counter[str]()
    plain = {"proofs": 0.0, "knowledge": 0.0}
    for _ in range(60):
        heaps = [chooser.randint(0, 5) for _ in range(3)]
        if heaps[0] ^ heaps[1] ^ heaps[2] == 0:
            continue
        state = game.position("-".join(map(str, heaps))).state
        for name, options in (("uct", plain), ("gumbel", plain | {"gumbel": 16.0})):
            move = MonteCarlo(game, memory_mib=1, options=options).search(state, Limits(nodes=400)).move
            after = rules.play(state, move).heaps
            right[name] += after[0] ^ after[1] ^ after[2] == 0
    assert right["gumbel"] >= 0.8 * right["uct"] > 0


def test_it_wants_to_know_how_many_simulations() -> None:
    game = mossa.game("tictactoe")
    with pytest.raises(MossaError, match="a Gumbel root shares out a number of simulations: give one, such as nodes"):
        MonteCarlo(game, memory_mib=1, options={"gumbel": 8.0}).search(game.rules.start(), Limits(time=1))
