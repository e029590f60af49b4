"""Positions of Pig as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError

GAME = mossa.game("pig:players=3,goal=20")


@given(data=st.data())
def test_a_position_is_read_as_it_was_written(data):
    position = data.draw(positions(GAME, 40))
    assert GAME.position(position.text).state == position.state


def test_positions_are_written_and_read():
    assert mossa.game("pig").start().text == "0-0 p1 +0"
    position = mossa.game("pig").after("roll 6 roll 4 hold roll")
    assert position.text == "10-0 p2 +0 rolls"
    assert mossa.game("pig").position(" 10-0  P2 +0 ROLLS").state == position.state


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position of Pig is the points, who moves and the points of the turn, '0-0-0 p1 [+]0', not ''"),
        ("0-0 p1 +0", "3 play, as in"),
        ("0-0-0 p4 +0", "3 play, as in"),
        ("20-0-0 p1 +0", "who has 20 points has won"),
        ("20-20-0 p2 +0", "who has 20 points has won"),
        ("0-0-0 p1 +1", "a turn cannot have 1 point"),
        ("15-0-0 p1 +5 rolls", "who has enough to win does not roll on"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)
