"""Teams against the naive maximum over all joint plans, a closed form, and one player against one."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import mossa
from mossa import MossaError
from mossa.search.equilibrium import sequence_form
from mossa.search.equilibrium.extensive_form import unfold
from mossa.search.equilibrium.teams import solve_team

SIGNAL = Path(__file__).resolve().parents[3] / "docs" / "examples" / "signal.py"
PAIR = (0, 2)


def signal(**settings):
    return mossa.game(f"{SIGNAL}:" + ",".join(f"{name}={value}" for name, value in settings.items())).rules


def naive_open(suits: int, signals: int, cost: Fraction) -> Fraction:
    """The best that a plan known to East gets, by going through all plans and all replies, straight from the rules."""
    best = -cost
    for cards, leads in product(product(range(signals), repeat=suits), product(range(suits), repeat=signals)):
        least = Fraction(0)
        for card in range(signals):  # East's reply to each card is the worst for them
            replies = []
            for kept in range(suits):
                won = Fraction(0)
                for ace in range(suits):
                    if cards[ace] == card:
                        won += -cost if leads[card] != ace else 0 if kept == ace else 1
                replies.append(won / suits)
            least += min(replies)
        best = max(best, least)
    return best


@pytest.mark.parametrize("suits", [2, 3])
@pytest.mark.parametrize("cost", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_the_values_of_the_signal(suits, cost):
    silent = solve_team(signal(suits=suits, signals=1, cost=float(cost)), PAIR)
    spoken = solve_team(signal(suits=suits, signals=suits, cost=float(cost)), PAIR)
    right = Fraction(1, suits)  # South leads by lot, and East keeps by lot
    assert silent.secret == pytest.approx(float(right * (1 - right) - (1 - right) * cost))
    assert spoken.secret == pytest.approx(float(1 - right)), "South always knows, East never"
    for found, signals in ((silent, 1), (spoken, suits)):
        assert found.open == pytest.approx(float(naive_open(suits, signals, cost)))
    assert spoken.open == pytest.approx(0)


def test_what_cannot_be_read_is_not_exploitable():
    found = solve_team(signal(), PAIR)
    assert found.exploitability(found.mix) == pytest.approx(0, abs=1e-9)
    for row, plan in enumerate(found.plans):
        pure = np.eye(len(found.plans))[row]
        assert found.exploitability(pure) >= 0.5 - 1e-9, plan
    cards = {plan[0]: share for plan, share in found.likely()}
    assert cards == pytest.approx({"1 2": 0.5, "2 1": 0.5}), "each card comes with each suit equally often"


def test_a_team_of_one_is_a_player():
    form = unfold(mossa.game("kuhn").rules)
    found = solve_team(form, [0])
    assert found.secret == pytest.approx(sequence_form.solve(form).value)
    assert found.open < found.secret, "who is known never to bluff, or always, loses more"
    assert solve_team(form, [1]).secret == pytest.approx(-found.secret)


@pytest.mark.parametrize(
    ("spec", "team", "sentence"),
    [
        ("kuhn", (0, 1), "not all of them"),
        ("kuhn", (), "some of the 2 players"),
        ("kuhn", (2,), "some of the 2 players"),
        ("matrix:payoffs=[3,3 0,5; 5,0 1,1]", (0,), "add up to 0"),
        ("tictactoe", (0,), "hides nothing"),
    ],
)
def test_refusals(spec, team, sentence):
    with pytest.raises(MossaError, match=sentence):
        solve_team(mossa.game(spec).rules, team)
