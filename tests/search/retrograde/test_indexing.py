"""The index of states: known sizes, and the way there and back."""

from math import comb

import pytest

import mossa
from mossa.games.checkers import indexing

CHECKERS = mossa.game("checkers")

A055213 = (120, 6972, 261224, 7092774, 148688232, 2503611964)
"""Placements of 1, 2, 3 … pieces of either colour."""

KINGS_ONLY = {"K-K": 992, "KK-K": 2 * 14880, "KK-KK": 215760, "KKK-K": 2 * 143840, "KKK-KK": 2 * 2013760}
"""Published sizes; a slice of unequal sides holds both, since either may be the mover's."""


@pytest.mark.parametrize("pieces", range(2, 7))
def test_as_many_numbers_as_positions(pieces: int) -> None:
    both = sum(size for _, size in indexing.slices(pieces)) - sum(size for _, size in indexing.slices(pieces - 1))
    one_colour = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
    assert both + 2 * one_colour == A055213[pieces - 1]


def test_kings_only() -> None:
    sizes = dict(indexing.slices(5))
    assert {name: sizes[name] for name in KINGS_ONLY} == KINGS_ONLY


@pytest.mark.parametrize("number", [0, 1, 991, 992, 3487, 3488, 199519, 6408835, 6408836, 145859643, 2571945319])
def test_numbers_and_positions(number: int) -> None:
    state = indexing.state_at(number)
    assert indexing.index(state) == number
    if number < 199520:
        before = [indexing.state_at(i) for i in indexing.retract(state)]
        for earlier in before:
            after = [CHECKERS.rules.play(earlier, move) for move in CHECKERS.rules.legal(earlier)]
            assert state in [child._replace(turn=0, quiet=0) for child in after]
