"""Position IDs and match IDs of GNU Backgammon."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.backgammon.positions import scattered

from mossa.games.backgammon.notation import (
    side,
)
from mossa.games.backgammon.position_ids import read_match, read_sides, write_match, write_sides


@given(st.integers(0, 10**9))
def test_position_ids_both_ways(seed: int) -> None:
    state = scattered(random.Random(seed))
    other, roller = side(state.their_near, state.their_far), side(state.near, state.far)
    assert read_sides(write_sides(other, roller)) == (other, roller)


@pytest.mark.parametrize(
    ("text", "fields"),
    [  # as GNU Backgammon 1.07 shows them
        ("cAnuAAAAAAAE", {"cube": 0, "owner": 3, "roller": 1, "game": 1, "decider": 1, "first": 4, "length": 7}),
        ("MBngAAAAAAAE", {"cube": 0, "owner": 3, "roller": 0, "decider": 1, "doubled": 1, "first": 0, "length": 7}),
        ("EQHgAAAAAAAE", {"cube": 1, "owner": 1, "roller": 0, "decider": 0, "doubled": 0, "length": 7}),
        ("cAkOAAAAAAAA", {"cube": 0, "owner": 3, "roller": 1, "length": 0, "straight": 0}),
    ],
)
def test_match_ids(text: str, fields: dict[str, int]) -> None:
    found = read_match(text)
    assert found | fields == found
    assert write_match(found) == text
