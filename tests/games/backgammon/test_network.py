"""The outputs of backgammon's network: chances and their worth."""

from __future__ import annotations

import numpy as np
import pytest

import mossa
from mossa.games.backgammon import network, rules
from mossa.kernel.memory import Reals

START = mossa.game("backgammon").rules.start()


def test_flipping_twice_changes_nothing_and_once_the_sign() -> None:
    chances = Reals(np.array([0.6, 0.2, 0.01, 0.1, 0.02]))
    worth = network.equity(chances)
    network.flip(chances)
    assert network.equity(chances) == pytest.approx(-worth)
    network.flip(chances)
    assert chances.array.tolist() == pytest.approx([0.6, 0.2, 0.01, 0.1, 0.02])


@pytest.mark.parametrize("points", [1, 2, 3])
def test_final_chances_are_worth_the_points(points: int) -> None:
    chances = Reals(5)
    network.final(START._replace(turn=1, stage=rules.OVER, points=(points, 0)), chances)
    assert network.equity(chances) == -points
