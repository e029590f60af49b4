"""A position of backgammon explained: outcomes that fit each other, the cube decision, as text and as JSON."""

from __future__ import annotations

import json

import pytest

import mossa
from mossa import MossaError


def explained(spec: str, text: str):
    game = mossa.game(spec)
    return game.extra("explain", "explain")(game.position(text).state)


def test_outcomes_before_the_roll() -> None:
    told = explained("backgammon", "4HPwATDgc/ABMA")
    assert told.outcomes["win"] + told.outcomes["lose"] == pytest.approx(1)
    assert 0.45 < told.outcomes["win"] < 0.6  # to roll first is an advantage, and not a great one
    assert told.pips == (167, 167)
    assert told.decision is None
    assert told.best is None
    assert json.loads(json.dumps(told.as_dict()))["equity"] == told.chances.equity


def test_with_the_dice_thrown() -> None:
    told = explained("backgammon", "4HPwATDgc/ABMA 31")
    assert told.best == "8/5 6/5"
    assert any("8/5 6/5" in line for line in told.lines())


def test_the_cube() -> None:
    told = explained("backgammon:cube=1", "4HPwgCiYZ/AIAw")
    assert told.decision.words == "double, take"  # as GNU Backgammon says
    assert 0.2 < told.take_point < 0.35
    assert "cube: double, take" in told.lines()
    at_score = explained("backgammon:match=7", "4HPwgCiYZ/AIAw")
    assert 0 < at_score.decision.no_double < 1
    assert any("to win the match" in line for line in at_score.lines())


def test_a_race_at_home_is_exact() -> None:
    from mossa.games.backgammon.bearoff import two_sided
    from mossa.games.backgammon.position_ids import write_sides

    own, other = [0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 0, 1]
    told = explained("backgammon", write_sides([*other, *[0] * 19], [*own, *[0] * 19]))
    assert told.chances.equity == pytest.approx(two_sided(own, other).cubeless, abs=1e-6)
    assert told.effective[0] > told.effective[1]


def test_the_last_move_is_a_win() -> None:
    from mossa.games.backgammon.position_ids import write_sides

    told = explained("backgammon", write_sides([0] * 5 + [15] + [0] * 19, [1, *[0] * 24]) + " 21")
    assert told.best == "1/off"
    assert told.outcomes["win gammon"] == 1
    assert told.chances.equity == 2


def test_nothing_to_explain() -> None:
    game = mossa.game("backgammon")
    with pytest.raises(MossaError, match="nothing to explain"):
        game.extra("explain", "explain")(game.start().state)
