"""Draws of chance against its probabilities: how far a share may stray."""

from collections.abc import Callable

import pytest
from tests.small_games import RACE, written  # noqa: F401

from mossa import Game
from mossa.core.samples_check import FEW, MANY, SamplesCheck, _stray


def test_a_fair_share_passes_and_a_wrong_one_does_not() -> None:
    assert _stray(1 / 6, MANY) < 0.05
    assert _stray(1 / 6, FEW) > 0.5
    assert _stray(0.0, MANY) < _stray(0.5, MANY)


@pytest.mark.parametrize(("faces", "fair"), [("below(seed, 6)", True), ("(below(seed, 12) // 2)", True),
                                             ("(below(seed, 13) % 6)", False), ("0", False)])  # fmt: skip
def test_states_of_chance_are_drawn_from(written: Callable[[str], Game], faces: str, fair: bool) -> None:  # noqa: F811
    game = written(RACE.replace("below(seed, 6)", faces))
    test = SamplesCheck()
    assert not list(test(game.start()))
    assert (not list(test(game.after("0")))) == fair


def test_after_the_budget_only_legality_is_tested(written: Callable[[str], Game]) -> None:  # noqa: F811
    game = written(RACE.replace("below(seed, 6)", "0"))
    test = SamplesCheck()
    test._left = 0
    assert not list(test(game.after("0")))
