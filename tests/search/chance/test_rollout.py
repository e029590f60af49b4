"""Rollouts: the same trials whoever plays them, unbiased, with less variance, resumed where they stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import mossa
from mossa.search.chance.rollout import RolloutResult, rollout

RACE = mossa.game(str(Path(__file__).parents[2] / "data" / "pigrace.py"))
STATE = RACE.rules.start()._replace(mine=(3, 1), theirs=(4, 2), die=2)


def exact(state: object, moves: int) -> float:
    """The mean over all dice when both sides play by the estimate, by recursion; after `moves`, the estimate."""
    rules = RACE.rules
    assert rules.probability is not None
    assert rules.estimate is not None
    if rules.is_over(state):
        return float(rules.utility(state, 0))
    if rules.is_chance(state):
        if moves == 0:
            return rules.estimate(state, 0, None)
        return sum(rules.probability(state, o) * exact(rules.play(state, o), moves) for o in rules.moves(state))
    mover = rules.mover(state)

    def looks(move: int) -> float:
        after = rules.play(state, move)
        assert rules.estimate is not None
        return float(rules.utility(after, mover)) if rules.is_over(after) else rules.estimate(after, mover, None)

    return exact(rules.play(state, max(rules.moves(state), key=looks)), moves - 1)


@pytest.mark.parametrize("reduce", [True, False])
def test_the_mean_is_that_of_all_dice(reduce: bool) -> None:
    found = rollout(RACE, STATE, 3000, horizon=4, reduce=reduce)
    assert abs(found.mean - exact(STATE, 4)) < 4 * found.error
    assert found.interval[0] < found.mean < found.interval[1]


def test_luck_taken_away_leaves_less_variance() -> None:
    plain, reduced = (rollout(RACE, STATE, 600, reduce=reduce) for reduce in (False, True))
    assert reduced.error < 0.8 * plain.error


def test_threads_and_the_interpreter_play_the_same_trials() -> None:
    alone = rollout(RACE, STATE, 100)
    assert rollout(RACE, STATE, 100, threads=3).mean == pytest.approx(alone.mean, abs=1e-12)
    assert rollout(RACE, STATE, 24, compiled=False).mean == pytest.approx(rollout(RACE, STATE, 24).mean, abs=1e-12)
    assert rollout(RACE, STATE, 100, seed=2).mean != alone.mean


def test_a_stopped_rollout_goes_on(tmp_path: Path) -> None:
    file, stop = tmp_path / "race.json", threading.Event()

    def enough(outlook: RolloutResult) -> None:
        if outlook.trials >= 36:
            stop.set()

    first = rollout(RACE, STATE, 300, file=file, stop=stop, on_trials=enough)
    assert first.trials == 36
    played: list[int] = []
    rest = rollout(RACE, STATE, 300, file=file, on_trials=lambda outlook: played.append(outlook.trials))
    assert played[0] == 48
    assert rest.mean == pytest.approx(rollout(RACE, STATE, 300).mean, abs=1e-12)
    with pytest.raises(mossa.MossaError, match="holds another rollout"):
        rollout(RACE, STATE, 300, seed=9, file=file)
    file.write_text("{")
    with pytest.raises(mossa.MossaError, match="not a rollout that was begun"):
        rollout(RACE, STATE, 300, file=file)


def test_wrong_numbers() -> None:
    with pytest.raises(mossa.MossaError, match="trials of a rollout is a whole number from 1 on, not 0"):
        rollout(RACE, STATE, 0)
    with pytest.raises(mossa.MossaError, match="has no chance"):
        rollout(mossa.game("nim"), mossa.game("nim").rules.start(), 5)
