"""Chance moves by itself, from the generator of the environment."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import mossa
from mossa.bridges.playing import after_chance, new_seed, picture


def test_chance_moves_until_a_player_does() -> None:
    start, rng = mossa.game("kuhn").start(), np.random.default_rng(1)
    counts = Counter(after_chance(start, rng).history for _ in range(600))
    assert {len(history) for history in counts} == {2}
    assert len(counts) == 6
    assert min(counts.values()) > 60


def test_the_generator_decides() -> None:
    def deal(seed: int) -> tuple[str, ...]:
        return after_chance(mossa.game("hearts").start(), np.random.default_rng(seed)).history

    assert deal(1) == deal(1) != deal(2)
    assert new_seed(np.random.default_rng(1)) == new_seed(np.random.default_rng(1))


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    position = mossa.game("tictactoe").after("b2")
    assert picture(position, None, None) is None
    assert picture(position, None, "ansi") == str(position)
    assert picture(position, None, "svg") == position.scene().svg()
    assert picture(position, None, "human") is None
    assert capsys.readouterr().out == f"{position}\n"
