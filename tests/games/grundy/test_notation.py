"""Moves and positions of Grundy's game as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import MossaError

GAME = mossa.game("grundy")


@given(st.permutations([1, 1, 2, 3, 5, 8, 13, 27]))
def test_the_order_of_piles_does_not_matter(sizes):
    game = mossa.game("grundy:matches=60")
    assert game.position("-".join(map(str, sizes))) == game.position("27-13-8-5-3-2-1-1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4-2", "must add up to the 7 matches"),
        ("7-0", "must add up to the 7 matches"),
        ("8", "must add up to the 7 matches"),
        ("4,2,1", "its piles, as in 4-2-1"),
        ("", "its piles, as in 4-2-1"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("7=5+1", "is written 7=4\\+3 or 4\\+3, not '7=5\\+1'"),
        ("x", "is written 7=4\\+3"),
        ("", "is written 7=4\\+3"),
        ("5-1-1", "no move leads from 7 to 5-1-1"),
        ("8=5+3", "'8=5\\+3' is not a legal move here"),
        ("7=7+0", "'7=7\\+0' is not a legal move here"),
    ],
)
def test_wrong_moves(move, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.start().play(move)


def test_equal_piles_are_refused():
    with pytest.raises(MossaError, match="'2\\+2' is not a legal move here; legal: 4=3\\+1"):
        GAME.position("4-2-1").play("2+2")
