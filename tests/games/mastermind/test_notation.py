"""Codes and positions of Mastermind as text."""

import pytest

import mossa
from mossa import MossaError

GAME = mossa.game("mastermind")

RULES = GAME.rules


def test_positions_as_the_breaker_sees_them():
    position = GAME.position("? 1122=10 1344=02")
    assert position.text == "3133 1122=10 1344=02"
    assert RULES.information_state(position.state, 1) == RULES.information_state(
        GAME.position("3133 1122 1344").state, 1
    )
    assert GAME.position("?").text == "1111"
    assert GAME.position("start") == GAME.position("") == GAME.start()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("117", "a code is 4 digits from 1 to 6, as in 1122, not '117'"),
        ("1127", "a code is 4 digits from 1 to 6"),
        ("? 1122", "must tell the answer to 1122"),
        ("? 1122=50", "the number of black and that of white marks, as in 1122=10"),
        ("? 1122=1", "the number of black and that of white marks"),
        ("? 1122=40 1133=40", "no code gives all the answers"),
        ("3456 1122=10", "the answer in 1122=10 is wrong: for the code 3456 it is 00"),
        ("1234 1234 1111", "the guess 1111 comes after the end of the game"),
        ("start 1122", "a code is 4 digits"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


@pytest.mark.parametrize("move", ["", "112", "1177", "abcd"])
def test_wrong_moves(move):
    with pytest.raises(MossaError, match="a code is 4 digits from 1 to 6"):
        GAME.start().play(move)
