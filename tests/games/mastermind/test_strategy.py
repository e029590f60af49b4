"""Strategies of Mastermind against the published numbers of guesses."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mastermind.naive_answer import naive_answer

import mossa
from mossa import u64
from mossa.games.mastermind.codes import codes_of, consistent
from mossa.games.mastermind.strategy import STRATEGIES, distribution, expected, knuth


def test_knuth():
    """The figures of the paper: at most five guesses, 5801 in all."""
    found = distribution("knuth")
    assert found == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    assert sum(guesses * codes for guesses, codes in found.items()) == 5801


@pytest.mark.slow
def test_expected_reaches_the_optimum():
    """5625 is the least total there is [KoyamaLai93]."""
    found = distribution("expected")
    assert sum(found.values()) == 1296
    assert sum(guesses * codes for guesses, codes in found.items()) == 5625
    assert max(found) == 6


def least_total(possible, codes):
    """The true least total, by trying every guess."""
    if len(possible) <= 2:
        return 2 * len(possible) - 1
    best = len(possible) * 99
    for guess in codes:
        parts = {}
        for code in possible:
            parts.setdefault(naive_answer(code, guess), []).append(code)
        if len(parts) > 1:
            total = len(possible) + sum(least_total(part, codes) for part in parts.values() if part != [guess])
            best = min(best, total)
    return best


@given(st.sets(st.sampled_from([f"{a}{b}{c}" for a in "123" for b in "123" for c in "123"]), min_size=1, max_size=6))
@settings(max_examples=25)
def test_expected_on_few_codes_is_the_true_optimum(names):
    codes = codes_of(3, 3)
    everything = [f"{a}{b}{c}" for a in "123" for b in "123" for c in "123"]
    possible = np.array(sorted(everything.index(name) for name in names))
    assert expected(codes, possible, (0,)).total == least_total(sorted(names), everything)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_finds_every_code_of_other_sizes(strategy):
    for pegs, colours in (1, 2), (1, 5), (2, 2), (3, 5), (4, 3):
        assert sum(distribution(strategy, pegs, colours).values()) == colours**pegs


def test_five_pegs_and_eight_colours():
    game = mossa.game("mastermind:pegs=5,colours=8")
    position = game.position("? 11234=02 56327=13")
    codes = codes_of(5, 8)
    possible = consistent(5, 8, game.rules.information_state(position.state, 1)[1])
    names = map("".join, product("12345678", repeat=5))
    agree = [naive_answer(code, "11234") == (0, 2) and naive_answer(code, "56327") == (1, 3) for code in names]
    assert list(possible) == list(np.flatnonzero(agree))
    choice = knuth(codes, possible, position.state.guesses[:2])
    counts = codes.classes(np.arange(codes.count), possible).max(1)
    assert counts[choice.guess] == counts.min()
    drawn = {game.rules.redeal(position.state, 1, u64(seed)).code for seed in range(3000)}
    assert drawn <= set(possible.tolist())
    assert len(drawn) == len(possible)
