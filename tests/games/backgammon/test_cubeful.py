"""The compiled cubeful value of a position against the readable one."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

import mossa
from mossa.games.backgammon.cube import EFFICIENCY, Chances, Cube, Stakes
from mossa.games.backgammon.match_equity import at_score
from mossa.kernel.memory import Reals
from mossa.kernel.specialise import specialise

SPECS = (
    "backgammon:cube=1",
    "backgammon:cube=1,jacoby=1",
    "backgammon:match=1",
    "backgammon:match=5",
    "backgammon:match=11",
)


def module(spec: str, name: str) -> ModuleType:
    import importlib

    return importlib.import_module(f"{mossa.game(spec).modules[0].__package__}.{name}")


def drawn(chooser: random.Random) -> Chances:
    win, gammon, backgammon, lost_gammon, lost_backgammon = (chooser.random() for _ in range(5))
    gammon, lost_gammon = gammon * win, lost_gammon * (1 - win)
    return Chances(win, gammon, gammon * backgammon, lost_gammon, lost_gammon * lost_backgammon)


def readable(spec: str, state, of: Chances) -> float:
    """The same by `Cube`."""
    rules = module(spec, "rules")
    if rules.MATCH:
        own, other = rules.MATCH - state.points[state.turn], rules.MATCH - state.points[1 - state.turn]
        chance = at_score(own, other, state.crawford == 1, state.crawford == 2)
        stakes = Stakes(lambda points: 2 * chance.value(points) - 1, chance.may_double)
    else:
        stakes = Stakes(float, lambda who, cube: cube < rules.GREATEST_CUBE, bool(rules.JACOBY))
    owner = 0 if state.owner == rules.NOBODY else 1 if state.owner == state.turn else -1
    cube = Cube(of, stakes, state.cube, owner, EFFICIENCY)
    return cube.decision.value if state.stage == rules.DECIDE else cube.value


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("spec", SPECS)
def test_worth(spec: str, compiled: bool) -> None:
    rules, stakes = module(spec, "rules"), module(spec, "cubeful")
    cubeful_value = specialise(stakes.cubeful_value, {}, name=f"{spec} worth", compiled=compiled)
    chooser = random.Random(spec)
    start = mossa.game(spec).start().state
    for _ in range(200):
        of = drawn(chooser)
        most = max(1, rules.MATCH)
        points = (chooser.randrange(most), chooser.randrange(most)) if rules.MATCH else (0, 0)
        cube = 1 << chooser.randrange(0, 4) if rules.MATCH else 1 << chooser.randrange(0, 6)
        owner = rules.NOBODY if cube == 1 else chooser.randrange(2)
        crawford = 2 if not rules.MATCH else 0 if max(points) < rules.MATCH - 1 else chooser.choice((1, 2))
        if crawford == 1:
            cube, owner = 1, rules.NOBODY
        state = start._replace(
            turn=chooser.randrange(2), stage=rules.ROLL, cube=cube, owner=owner, points=points, crawford=crawford
        )
        if rules.may_double(state) and chooser.random() < 0.5:
            state = state._replace(stage=rules.DECIDE)
        chances = Reals(5)
        chances.array[:] = (of.win, of.win_gammon, of.win_backgammon, of.lose_gammon, of.lose_backgammon)
        assert cubeful_value(state, chances) == pytest.approx(readable(spec, state, of), abs=1e-9), state


def test_the_answers_to_a_double() -> None:
    """The one who is doubled takes or drops, whichever is worse for the other."""
    spec = "backgammon:cube=1,beavers=1"
    rules, stakes = module(spec, "rules"), module(spec, "cubeful")
    start = mossa.game(spec).start().state
    for win, expected in ((0.95, 1.0), (0.05, -1.0)):
        chances = Reals(5)
        chances[0] = win
        offered = start._replace(stage=rules.OFFERED)
        assert (stakes.cubeful_value(offered, chances) == expected) == (win > 0.5)
        beavered = start._replace(stage=rules.BEAVERED, cube=2, owner=1)
        assert (stakes.cubeful_value(beavered, chances) == -2.0) == (win < 0.5)


@pytest.mark.parametrize(
    "spec", ["backgammon:cube=1,beavers=1", "backgammon:cube=1,beavers=1,jacoby=1", "backgammon:match=5"]
)
def test_a_decision_is_worth_its_best_answer(spec: str) -> None:
    """By the rules: the worth of what each answer leads to."""
    rules, stakes = module(spec, "rules"), module(spec, "cubeful")
    start, chooser, beavers = mossa.game(spec).start().state, random.Random(spec), 0
    for _ in range(200):
        of, chances = drawn(chooser), Reals(5)
        chances.array[:] = (of.win, of.win_gammon, of.win_backgammon, of.lose_gammon, of.lose_backgammon)
        turn, cube = chooser.randrange(2), 1 << chooser.randrange(0, 2 if rules.MATCH else 6)
        owner = rules.NOBODY if cube == 1 else turn
        before = start._replace(turn=turn, stage=rules.ROLL, cube=cube, owner=owner)
        if not rules.may_double(before):
            continue
        waiting = [before._replace(stage=rules.DECIDE), before._replace(stage=rules.OFFERED)]
        for state in waiting:
            answers = {}
            for move in rules.moves(state):
                after = rules.play(state, move)
                answers[move] = after.points[turn] - after.points[1 - turn] if rules.is_over(after) else None
                if rules.MATCH and sum(after.points) > sum(state.points):  # the next game
                    answers[move] = stakes.value_of_points(state, cube)
                if answers[move] is None:
                    answers[move] = stakes.cubeful_value(after, chances)
                if after.stage == rules.BEAVERED:
                    waiting.append(after)
            best = min(answers.values()) if state.stage == rules.OFFERED else max(answers.values())
            beavers += state.stage == rules.OFFERED and best == answers.get(rules.BEAVER)
            assert stakes.cubeful_value(state, chances) == pytest.approx(best, abs=1e-9), state
    assert (beavers > 20) == ("beavers" in spec)
