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
