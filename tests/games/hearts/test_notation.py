"""Cards, hands and positions of Hearts as text, both ways; wrong ones are one sentence."""

import pytest
from tests.games.hearts.deals import dealt, random_game

import mossa
from mossa import MossaError
from mossa.games.hearts.notation import read_hand, write_hand

GAME = mossa.game("hearts")
DEAL = "S:Q953.A7.982.KQ42 K2.984.KQ6543.A9 T87.T52.JT.JT853 AJ64.KQJ63.A7.76"


@pytest.mark.parametrize("spec", ["hearts", "hearts:passing=hold", "hearts:points=40,moon=subtract"])
def test_every_position_of_a_game_is_read_as_it_is_written(spec):
    game = mossa.game(spec)
    for state in random_game(game, 11):
        text = game.rules.write_position(state)
        assert game.rules.read_position(text) == state, text


def test_hands_are_written_as_in_pbn():
    state = dealt(GAME, 2)
    for cards in state.hands:
        assert read_hand(write_hand(cards)) == cards
    assert read_hand("AKQJT98765432...") == read_hand("akqj1098765432...")


def test_cards_are_read_in_the_usual_forms():
    position = GAME.position(DEAL)
    assert {position.play(text).state for text in ("♠Q", "sq", "SQ", "Qs", "q♠")} == {position.play("♠Q").state}


def test_a_game_can_be_set_up_move_by_move():
    at = GAME.start()
    for text in DEAL[2:].split()[:3]:
        at = at.play(text)
    assert at.state == GAME.position(DEAL).state


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("chess", "begins with S: and four hands"),
        ("S:AKQ.J.. - - -", "13 cards, and AKQ.J.. has 4"),
        ("S:AAKQJT9876543...  - - -", "has ♠A twice"),
        (DEAL.replace("AJ64", "Q964"), "not the 52 cards"),
        (DEAL.replace("S:Q953", "S:K953"), "was dealt to somebody else|twice"),
        (f"{DEAL} pass ♠A", "♠A cannot be passed"),
        (f"{DEAL} take", "take stands alone"),
        (f"{DEAL} play ♣2", "cards are played when all have been dealt and passed"),
        (f"{DEAL} score 1 2 3", "after score stand the points of the four players"),
        (f"{DEAL} deal x", "whole number|number of earlier deals"),
        (f"{DEAL} pass ♠Q pass ♠9", "one part 'pass', not two"),
        ("S:Q953.A7.982.KQ42 K2.984.KQ6543.A9 T87.T52.JT.JT853 -", "write the fourth too"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


def test_wrong_moves():
    with pytest.raises(MossaError, match="a hand is spades, hearts, diamonds and clubs"):
        GAME.start().play("♣2")
    with pytest.raises(MossaError):
        GAME.position(DEAL).play("♠A")
