"""Points and positions of Gomoku as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError

GAME = mossa.game("gomoku:size=7")


@given(data=st.data())
def test_a_position_is_read_as_it_was_written(data):
    position = data.draw(positions(GAME))
    assert GAME.position(position.text).state == position.state


def test_positions_are_read_in_the_usual_forms():
    game = mossa.game("gomoku")
    assert game.position("h8i9h9").state == game.position("H8 i9 h9").state == game.after("h8 i9 h9").state
    assert game.start().text == "start"
    assert game.position("start") == game.position("") == game.start()


def test_the_last_stone_of_a_five_is_written_last():
    position = GAME.after("a1 a2 b1 b2 c1 c2 e1 e2 d1")
    assert position.is_over
    assert GAME.position(position.text).is_over


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1a1", "move 2 of 'a1a1': a1 is taken"),
        ("a1a2b1b2c1c2d1d2e1e2", "move 10 .* comes after the end of the game"),
        ("h8", "a point is written a1 to g7, not 'h8'"),
        ("a0", "a position is the points played from the empty board, as in h8i9h9, not 'a0'"),
        ("X", "a position is the points played"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


@pytest.mark.parametrize("text", ["a8", "h1", "a", "", "11", "a1b"])
def test_wrong_moves(text):
    with pytest.raises(MossaError):
        GAME.start().play(text)


def test_boards_that_turns_cannot_make_are_not_written():
    rules = GAME.rules
    state = rules.play(rules.start(), 0)._replace(turn=0)
    with pytest.raises(MossaError, match="cannot have been played by turns"):
        rules.write_position(rules.play(state, 1))
