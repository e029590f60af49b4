"""Rock, paper, scissors: what beats what."""

import pytest
from tests.hidden_information_oracles import check_redeal

import mossa

GAME = mossa.game("rps")


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("rock", "scissors", (1, -1)),
        ("scissors", "paper", (1, -1)),
        ("paper", "rock", (1, -1)),
        ("scissors", "rock", (-1, 1)),
        ("paper", "paper", (0, 0)),
    ],
)
def test_what_beats_what(first, second, result):
    assert GAME.start().play(first).play(second).result == result


def test_redeal():
    check_redeal(GAME.rules, 600)


def test_a_series_counts_the_rounds_won_less_those_lost():
    series = mossa.game("rps:rounds=3")
    at = series.after("rock paper rock scissors rock paper")
    assert at.result == (-1, 1)
    assert series.after("rock paper rock paper").is_over is False
    hidden = series.after("rock paper rock"), series.after("rock paper scissors")
    seen = [series.rules.information_state(one.state, 1) for one in hidden]
    assert seen[0] == seen[1] != series.rules.information_state(series.after("paper paper rock").state, 1)
