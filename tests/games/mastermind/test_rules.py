"""The rules of Mastermind: answers, redeals, random games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hidden_information_oracles import check_redeal
from tests.random_play import positions

import mossa
from mossa import MossaError, u64
from mossa.games.mastermind.notation import read_code
from mossa.games.mastermind.rules import answer

SMALL = mossa.game("mastermind:pegs=3,colours=4,guesses=4")


@pytest.mark.parametrize(
    ("code", "guess", "marks"),
    [("1122", "1122", (4, 0)), ("1122", "2211", (0, 4)), ("1234", "1111", (1, 0)), ("1112", "2111", (2, 2))],
)
def test_answers_of_the_rules(code, guess, marks):
    assert answer(read_code(code), read_code(guess)) == marks


def test_redeals_are_exact():
    check_redeal(mossa.game("mastermind:pegs=2,colours=2,guesses=2").rules, draws=400)


@given(positions(SMALL), st.integers(0, 2**64 - 1))
def test_a_redeal_agrees_with_what_the_breaker_knows(position, seed):
    rules, state = SMALL.rules, position.state
    other = rules.redeal(state, 1, u64(seed))
    assert rules.information_state(other, 1) == rules.information_state(state, 1)
    assert rules.redeal(state, 0, u64(seed)) == state


@given(positions(SMALL))
def test_random_games(position):
    assert SMALL.position(position.text) == position
    assert position.mover == (1 if position.history else 0)
    code, *guesses = position.history or ("",)
    assert position.is_over == (code in guesses or len(guesses) == 4)
    if position.is_over:
        points = len(guesses) if code in guesses else 5
        assert position.result == (points, -points)
    else:
        assert len(position.moves) == 64


def test_too_many_codes_are_refused():
    with pytest.raises(MossaError, match="8 pegs of 9 colours make 43046721 codes; at most 65536 are accepted"):
        mossa.game("mastermind:pegs=8,colours=9")
