"""The exercise in guessing: its tables against the lab's own algorithms, its results against the rules."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.guess_exercise import guess_step
from mossa.search.textbook import run

SEEDS = {hand: next(s for s in range(20) if guess_step(s, ["♥6", "♦6", "♣8"]).dealt == hand) for hand in
         ("♠4♥4♣9♣5", "♠4♦4♣9♣5")}  # fmt: skip
"""A seed of each deal."""


def test_the_leads_are_worth_what_the_lab_says():
    step, rules = guess_step(1), mossa.game("cards").rules
    assert {one.move: one.mean for one in step.choices} == run("averaging", rules).candidates
    assert {one.move: one.exact for one in step.choices} == run("best-defence", rules).candidates
    assert not step.guess, "every lead is best in both deals, as it seems"
    assert step.as_dict()["leads"] == {}, "the exact values are told at the end"


@pytest.mark.parametrize("hand", SEEDS)
@pytest.mark.parametrize("lead", ["c7", "c8"])
@pytest.mark.parametrize(("thrown", "right"), [("d6", "♠4♥4♣9♣5"), ("h6", "♠4♦4♣9♣5")])
def test_who_leads_clubs_has_to_guess_and_loses_a_trick_on_the_average(hand, lead, thrown, right):
    step = guess_step(SEEDS[hand], [lead])
    assert step.guess
    assert step.deals == tuple(SEEDS)
    end = guess_step(SEEDS[hand], [lead, thrown])
    if hand != right:
        assert end.result is None, "the wrong card: there is one more decision"
        end = guess_step(SEEDS[hand], [lead, thrown, "h6" if thrown == "d6" else "d6"])
    assert (end.dealt, end.result) == (hand, 0 if hand == right else -2)
    assert end.results == {deal: 0 if deal == right else -2 for deal in SEEDS}
    assert end.average == -1
    assert end.as_dict()["leads"] == {"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}


@pytest.mark.parametrize("hand", SEEDS)
@pytest.mark.parametrize("lead", ["d6", "h6"])
def test_who_leads_red_sees_the_deal_before_it_matters(hand, lead):
    step = guess_step(SEEDS[hand], [lead])
    assert (step.deals, step.guess) == ((hand,), False)
    while step.result is None:
        best = max(step.choices, key=lambda one: one.mean)
        step = guess_step(SEEDS[hand], [*step.moves, best.move])
    assert step.result == 0


def test_the_same_seed_is_the_same_deal():
    assert guess_step(5, ["c8", "d6"]) == guess_step(5, ["♣8", "♦6"])


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [(["c2"], "not a legal move"), (["c8", "c7", "d6", "h6", "h6"], "are too many"), (["x"], "a card is a suit")],
)
def test_refusals(moves, sentence):
    with pytest.raises(MossaError, match=sentence):
        guess_step(1, moves)
