"""Deals and positions as text."""

import pytest
from tests.hidden_information_oracles import histories

import mossa

GAME = mossa.game("cards")


def test_text_both_ways():
    for state, _ in histories(GAME.rules):
        assert GAME.position(GAME.rules.write_position(state)).state == state


@pytest.mark.parametrize("text", ["3:", "c8", "1: c8 h4", "1: c8 zz", "x: c8", "1: c8 c9 s4 d6 h4 h6 c7 c5 c5"])
def test_wrong_positions(text):
    with pytest.raises(mossa.MossaError):
        GAME.position(text)


def test_a_hand_is_dealt_by_its_number_or_its_cards():
    for text in ("2", "♠4♦4♣9♣5", "c5c9d4s4"):
        assert GAME.start().play(text).state.deal == 1


def test_wrong_deal():
    with pytest.raises(mossa.MossaError, match="by its number, 1 to 2"):
        GAME.start().play("h4")
    with pytest.raises(mossa.MossaError, match="not a legal move"):
        GAME.start().play("3")
