"""Cards: the hands of the course, tricks, what each player knows."""

from functools import cache

import pytest
from tests.hidden_information_oracles import check_redeal, histories

import mossa
from mossa.games.cards.hands import cards_of, write_card

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
