"""Cards and hands as text."""

import pytest

import mossa
from mossa.games.cards.hands import RANKS, SUITS, read_card, write_card


def test_every_card_is_read_in_every_spelling():
    for card in range(52):
        suit, rank = SUITS[card // 13], RANKS[card % 13]
        letter = "cdhs"[card // 13]
        for text in (
            suit + rank,
            rank + suit,
            letter + rank,
            (rank + letter).upper(),
            letter + rank.replace("10", "T"),
        ):
            assert read_card(text) == card
        assert write_card(card) == suit + rank


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("max=[h6 x9]", "a card is a suit"),
        ("max=[h6 h6 d6 c8]", "MAX's hand has ♥6 twice"),
        ("max=[]", "MAX's hand is empty"),
        ("min=[h4 s4 c9]", "hand 1 of MIN has 3 cards where MAX has 4"),
        ("min=[h4 s4 c9 c5 | h6 s4 c9 c5]", "hand 2 of MIN and MAX's hand both hold ♥6"),
        ("min=[h4 s4 c9 c5 | c5 h4 s4 c9]", "hand 2 of MIN is the same as hand 1"),
        ("min=[h4 s4 c9 c5 |]", "hand 2 of MIN is empty"),
        ("weights=[1]", "weights takes a number above 0 for each of the 2 hands"),
        ("weights=[1 -1]", "weights takes a number above 0"),
        ("weights=[1 one]", "weights takes a number above 0"),
    ],
)
def test_wrong_hands(settings, sentence):
    with pytest.raises(mossa.MossaError) as error:
        mossa.game(f"cards:{settings}")
    assert sentence in str(error.value)
