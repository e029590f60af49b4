"""Patterns seen from both sides of the table."""

from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import walk

import mossa
from mossa.games.checkers import patterns
from mossa.games.checkers.rules import State, reverse

CHECKERS = mossa.game("checkers")


@given(st.lists(st.integers(0, 99), max_size=80))
def test_what_is_good_for_one_is_bad_for_the_other(choices: list[int]) -> None:
    state = walk(CHECKERS, choices).state
    turned = State(reverse(state.pieces), reverse(state.kings), 0, 0)
    other = patterns.counterparts()
    read = [place for place in patterns.features(state) if place < patterns.THE_MOVE]
    assert sorted(other[read]) == sorted(place for place in patterns.features(turned) if place < patterns.THE_MOVE)
