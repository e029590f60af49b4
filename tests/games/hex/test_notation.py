"""Cells, the swap and positions of Hex as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError

GAME = mossa.game("hex:size=5")


@given(data=st.data())
def test_a_position_is_read_as_it_was_written(data):
    position = data.draw(positions(GAME))
    assert GAME.position(position.text).state == position.state


def test_the_swap_is_told_by_the_stones():
    assert GAME.after("b4 swap").text == "b4 swap-pieces"
    assert GAME.after("b4 swap e5 a1").text == "b4 swap-pieces e5 a1"
    assert GAME.start().text == "start"
    assert GAME.position("START") == GAME.start()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1 a1", "move 2 of 'a1 a1': a1 is taken"),
        ("f1", "a move of Hex is a cell, a1 to e5, or swap-pieces, not 'f1'"),
        ("a1 b1 swap", "pieces are only swapped as the second move"),
        ("swap", "pieces are only swapped as the second move"),
        ("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", "move 10 .* comes after the end of the game"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


def test_without_the_swap_it_is_refused():
    with pytest.raises(MossaError, match="with the parameter swap=1"):
        mossa.game("hex:swap=0").position("a1 swap")
    with pytest.raises(MossaError):
        mossa.game("hex:swap=0").start().play("a1").play("swap-pieces")


def test_boards_that_turns_cannot_make_are_not_written():
    rules = GAME.rules
    state = rules.play(rules.start(), 0)._replace(turn=0)
    with pytest.raises(MossaError, match="cannot have been played by turns"):
        rules.write_position(rules.play(state, 1))
