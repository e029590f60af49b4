"""The players that Mastermind brings along."""

import pytest

import mossa
from mossa import MossaError, u64
from mossa.games.mastermind.codes import consistent
from mossa.games.mastermind.notation import write_code
from mossa.games.mastermind.players import advise
from mossa.games.mastermind.strategy import STRATEGIES, distribution

GAME = mossa.game("mastermind")

RULES = GAME.rules


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_advice_plays_a_game_without_seeing_the_code(strategy):
    at = GAME.start().play("5316")
    while not at.is_over:
        found = advise(RULES, at.state, strategy)
        others = [RULES.redeal(at.state, 1, u64(seed)) for seed in range(3)]
        assert {advise(RULES, other, strategy).move for other in others} == {found.move}
        low, high = GAME.facts.utility
        assert low <= found.value <= high
        at = at.play(found.move)
    assert at.result[1] >= -6


def test_advice_begins_as_the_books_do():
    state = GAME.start().play("5316").state
    assert write_code(advise(RULES, state, "knuth").move) == "1122"
    assert write_code(advise(RULES, state, "expected").move) == "1123"


def test_advice_knows_what_it_is_worth():
    """Two codes are left: one is found with the third guess, the other with the fourth."""
    position = GAME.position("? 1112=22 1121=22")
    assert [write_code(int(c)) for c in consistent(4, 6, RULES.information_state(position.state, 1)[1])] == [
        "1211",
        "2111",
    ]
    assert advise(RULES, position.state).value == -3.5


def test_advice_to_the_maker_is_a_code_by_the_seed():
    drawn = {advise(RULES, GAME.start().state, seed=seed).move for seed in range(20)}
    assert len(drawn) > 15
    assert drawn <= set(range(1296))


@pytest.mark.parametrize(
    ("state", "strategy", "sentence"),
    [
        (GAME.start().state, "luck", "there is no strategy 'luck' for Mastermind; there are: knuth, expected"),
        (GAME.position("1111 1111").state, "knuth", "the game is over"),
    ],
)
def test_wrong_questions(state, strategy, sentence):
    with pytest.raises(MossaError, match=sentence):
        advise(RULES, state, strategy)
    with pytest.raises(MossaError, match="there is no strategy 'luck'"):
        distribution("luck")
