"""Moves and positions of Kuhn poker as text."""

import pytest
from tests.hidden_information_oracles import histories

import mossa

GAME = mossa.game("kuhn")

TRIO = mossa.game("kuhn:players=3")


@pytest.mark.parametrize("game", [GAME, TRIO], ids=["two", "three"])
def test_text_both_ways(game):
    for state, _ in histories(game.rules):
        assert game.position(game.rules.write_position(state)).state == state


def test_moves_as_players_call_them():
    assert GAME.position("KJ:").moves == ("check", "bet")
    assert GAME.position("KJ:pb").moves == ("fold", "call")
    assert GAME.position("KJ:").play("p").text == "KJ:p"
    assert GAME.start().moves == ("J", "Q", "K")
    assert GAME.start().play("k").text == "K:"
    assert GAME.after("K J check bet").scene().notes == ("check, bet",)


@pytest.mark.parametrize("text", ["KX:", "KK:", "KQJ:", "K:p", "KQ:x", "KQ:pppp", "KQ:bbb"])
def test_wrong_positions(text):
    with pytest.raises(mossa.MossaError, match="a position of Kuhn poker is"):
        GAME.position(text)


def test_wrong_moves():
    with pytest.raises(mossa.MossaError, match="check, bet, call or fold"):
        GAME.position("KQ:").play("raise")
    with pytest.raises(mossa.MossaError, match="a card here is one of J, Q, K"):
        GAME.start().play("A")
