"""Moves and positions of rock, paper, scissors as text."""

import pytest
from tests.hidden_information_oracles import histories

import mossa

GAME = mossa.game("rps")


def test_text_both_ways():
    for state, _ in histories(GAME.rules):
        assert GAME.position(GAME.rules.write_position(state)).state == state


@pytest.mark.parametrize(("text", "move"), [("R", 0), ("pap", 1), ("s", 2), ("Rock", 0)])
def test_short_words(text, move):
    assert GAME.start().read_move(text) == move


@pytest.mark.parametrize("text", ["lizard", "", "rocks"])
def test_wrong_choices(text):
    with pytest.raises(mossa.MossaError, match="rock, paper or scissors"):
        GAME.start().read_move(text)


def test_wrong_positions():
    with pytest.raises(mossa.MossaError, match="one choice or two"):
        GAME.position("rock rock rock")
