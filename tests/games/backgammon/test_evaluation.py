"""The network's equities beside those of GNU Backgammon, interpreted and compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mossa
from mossa import u64
from mossa.core.kernel_rules import kernel_for
from mossa.games.backgammon import rules
from mossa.kernel.binding import slot
from mossa.search.chance.expectimax import Expectimax
from mossa.search.common.limits import Limits

GAME = mossa.game("backgammon")

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "backgammon" / "evaluations.jsonl").read_text().splitlines()[1:]
]

game: Any = slot("game")


def judged(state: Any, player: int, scratch: Any) -> float:
    """The static evaluation, to be compiled."""
    return float(game.estimate(state, player, scratch))


def state_of(boards: list[list[int]]) -> rules.State:
    """The player on roll is player 0."""

    def words(board: list[int]) -> list[u64]:
        digits = [15 - sum(board), *board]
        return [u64(sum(n << 4 * i for i, n in enumerate(part))) for part in (digits[:16], digits[16:])]

    (their_near, their_far), (near, far) = map(words, boards)
    return GAME.rules.start()._replace(near=near, far=far, their_near=their_near, their_far=their_far, stage=rules.ROLL)


@pytest.mark.parametrize(("kind", "most"), [("contact", 0.06), ("race", 0.04)])
def test_equities_near_those_of_gnu_backgammon(kind: str, most: float) -> None:
    scratch, judge = GAME.rules.scratch(), kernel_for(judged, GAME)
    errors = [abs(judge(state_of(row["boards"]), 0, scratch) - row["equity"]) for row in ROWS if row["kind"] == kind]
    assert len(errors) == 40
    assert sum(errors) / len(errors) < most


def test_the_same_for_both_players_interpreted_and_compiled() -> None:
    scratch, other, judge = GAME.rules.scratch(), GAME.rules.scratch(), kernel_for(judged, GAME)
    estimate = GAME.rules.estimate
    assert estimate is not None
    for row in ROWS[::9]:
        state = state_of(row["boards"])
        value = estimate(state, 0, scratch)
        assert estimate(state, 1, scratch) == -value
        assert judge(state, 0, other) == pytest.approx(value, abs=1e-5)
        assert -3 <= value <= 3


@pytest.mark.parametrize(
    ("dice", "move"), [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3")]
)
def test_opening_moves_that_everybody_plays(dice: str, move: str) -> None:
    position = GAME.position(f"4HPwATDgc/ABMA {dice}")
    found = Expectimax(GAME, memory_mib=1, filters=True).search(position.state, Limits(depth=2))
    assert position.write_move(found.move) == move
