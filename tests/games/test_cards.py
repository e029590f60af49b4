from functools import cache

import pytest
from tests.hidden import check_redeal, histories

import mossa
from mossa.games.cards.hands import RANKS, SUITS, cards_of, read_card, write_card

GAME = mossa.game("cards")


def test_the_hands_of_the_course():
    first, second = (GAME.start().play(deal) for deal in ("1", "2"))
    assert first.moves == second.moves == ("♣7", "♣8", "♦6", "♥6")
    assert GAME.start().moves == ("♠4♥4♣9♣5", "♠4♦4♣9♣5")
    assert {write_card(card) for card in cards_of(second.state.theirs)} == {"♦4", "♠4", "♣9", "♣5"}


def test_must_follow_suit():
    assert GAME.after("1 c8").moves == ("♣5", "♣9")
    assert GAME.after("1 d6").moves == ("♣5", "♣9", "♥4", "♠4")


def test_the_winner_of_a_trick_leads():
    lost = GAME.after("1 c8 c9")
    assert (lost.mover, lost.state.ahead) == (1, -1)
    won = GAME.after("1 h6 h4")
    assert (won.mover, won.state.ahead) == (0, 1)
    discard = GAME.after("1 d6 c9")
    assert (discard.mover, discard.state.ahead) == (0, 1)


def test_a_whole_game():
    game = GAME.after("1 c8 c9 s4 d6 h4 h6 c7 c5")
    assert game.is_over
    assert game.result == (0, 0)


def test_weights():
    rules = mossa.game("cards:weights=[3 1]").rules
    assert [rules.probability(rules.start(), deal) for deal in rules.moves(rules.start())] == [0.75, 0.25]


def test_one_hand_is_perfect_information():
    game = mossa.game("cards:min=[h4 s4 c9 c5]")
    assert game.facts.perfect
    assert not game.facts.chance
    assert game.start().mover == 0
    assert "?" not in game.start().scene(0).text()


@pytest.mark.parametrize("deal", [1, 2])
def test_each_deal_alone_makes_every_lead_equally_good(deal):
    """mission: value 0 (two tricks each) whatever MAX leads, if he sees MIN's hand."""
    rules = GAME.rules

    @cache
    def minimax(state):
        if rules.is_over(state):
            return rules.utility(state, 0)
        values = [minimax(rules.play(state, move)) for move in rules.moves(state)]
        return max(values) if rules.mover(state) == 0 else min(values)

    state = rules.play(rules.start(), deal - 1)
    assert {rules.write_move(state, move): minimax(rules.play(state, move)) for move in rules.moves(state)} == {
        "♣7": 0,
        "♣8": 0,
        "♦6": 0,
        "♥6": 0,
    }


def test_max_sees_only_the_cards_played():
    """He cannot tell the deals apart while MIN has played the cards common to both; then he can."""
    information_state = GAME.rules.information_state
    one, two = GAME.after("1 c8 c9 s4"), GAME.after("2 c8 c9 s4")
    assert information_state(one.state, 0) == information_state(two.state, 0)
    assert information_state(one.state, 1) != information_state(two.state, 1)
    assert one.scene(0) == two.scene(0)
    assert "♥4" not in one.scene(0).text().split("MIN was")[0]
    assert information_state(GAME.after("1 h6 h4").state, 0) != information_state(GAME.after("2 h6 s4").state, 0)


def test_not_following_suit_tells_the_deal():
    """After ♥6 ♠4 MIN has no heart, so the hand with ♥4 is out."""
    drawn = {GAME.rules.redeal(GAME.after("2 h6 s4").state, 0, mossa.u64(seed)).deal for seed in range(50)}
    assert drawn == {1}


def test_redeal():
    check_redeal(mossa.game("cards:max=[h6 c8],min=[h4 c9 | h4 s2 | d4 c9],weights=[1 2 5]").rules, 500)


def test_facts_hold():
    rules, facts = GAME.rules, GAME.facts
    for state, _ in histories(rules):
        if rules.is_over(state):
            assert sum(rules.utilities(state)) == 0
            assert abs(rules.utility(state, 0)) <= 4
        else:
            assert 1 <= len(rules.legal(state)) <= facts.widest


def test_text_both_ways():
    for state, _ in histories(GAME.rules):
        assert GAME.position(GAME.rules.write_position(state)).state == state


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
