"""Tuning the numbers of a player's spec by simultaneous perturbation (SPSA) [Spall98].

All numbers are changed at once, each up or down by the toss of a coin; the player with the changed numbers meets the
one with the opposite changes in a pair of games, and the numbers move towards whoever won. After k pairs the changes
are c / k^0.101 and the moves a / (A + k)^0.602, as Spall recommends; `step` is the change after the last pair.

A step of the tuning is a number of pairs from the same values, which are shared out among workers: so the result
depends on the seed and not on who plays.
"""

from __future__ import annotations

import json
import math
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

from mossa.core.registry import game as find_game
from mossa.jobs import LATER, Job, Later, Place, share_out, stopping
from mossa.kernel.errors import MossaError
from mossa.play.match import Match, MatchRunner
from mossa.play.openings import game_openings
from mossa.play.player_settings import split_spec
from mossa.play.players import player as make_player
from mossa.play.referee import GameTerms
from mossa.play.seeded_random import derive_seed

from .learning_record import LearningRecord

__all__ = ["Parameter", "TuningSettings", "TuningStep", "changed_spec", "tune"]

ALPHA, GAMMA = 0.602, 0.101
"""How moves and changes become smaller, as Spall recommends."""
STABLE = 0.1
"""A as a part of all pairs: moves are nearly constant for so long."""
RATE = 0.002
"""The last moves for a pair that is won twice, in steps squared."""
SMALLEST = 20
"""Without a step of its own a parameter's is a part of its range: one in so many."""

# What a seed is derived for.
CHANGES, PAIRS = 1, 2


@dataclass(frozen=True)
class Parameter:
    """A number of a spec that is tuned."""

    name: str
    start: float
    least: float
    most: float
    step: float
    """The change in the last pairs."""

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """From `NAME=START:LEAST:MOST` or `NAME=START:LEAST:MOST:STEP`.

        >>> Parameter.parse("futility_margin=80:20:200")
        Parameter(name='futility_margin', start=80.0, least=20.0, most=200.0, step=9.0)
        """
        name, _, numbers = text.partition("=")
        try:
            start, least, most, *step = map(float, numbers.split(":"))
        except ValueError:
            start, least, most, step = math.nan, 0.0, 0.0, []
        by = step[0] if step else (most - least) / SMALLEST
        whole = all(map(math.isfinite, (start, least, most, by)))
        if not (name and whole and len(step) <= 1 and least <= start <= most and least < most and by > 0):
            raise MossaError(
                f"a parameter is written NAME=START:LEAST:MOST or …:STEP, as in margin=80:20:200, not {text!r}"
            )
        return cls(name, start, least, most, by)

    @property
    def is_whole(self) -> bool:
        """Are its values whole numbers? They are if its bounds and its start are."""
        return all(number.is_integer() for number in (self.start, self.least, self.most))


@dataclass(frozen=True)
class TuningSettings:
    """The description of a run. It is plain data, copied to the workers."""

    game: str
    player: str
    """The spec whose numbers are tuned."""
    parameters: tuple[Parameter, ...]
    steps: int = 100
    pairs: int = 8
    """Pairs of games in a step."""
    terms: GameTerms = field(default_factory=lambda: GameTerms(adjudicate=True))
    plies: int = 0
    """Random moves at the start of each pair, beside the game's openings for matches."""
    rate: float = RATE
    seed: int = 0

    def __post_init__(self) -> None:
        loaded, names = find_game(self.game), [one.name for one in self.parameters]
        if not names or len(set(names)) < len(names):
            raise MossaError("tuning changes at least one parameter, none twice")
        if len({*loaded.rules.sides}) != 2:
            raise MossaError(f"{self.game} is not a game for two, or for two teams; tuning plays pairs of games")
        if self.steps < 1 or self.pairs < 1 or self.plies < 0 or not 0 < self.rate < math.inf:
            raise MossaError("tuning has at least 1 step of 1 pair, 0 random moves and a rate above 0")
        for one in self.parameters:  # a MossaError says what a spec accepts
            for value in (one.start, one.least, one.most):
                make_player(changed_spec(self.player, {one.name: value}), loaded).close()

    def as_dict(self) -> dict[str, Any]:
        """What a record must be of to go on with it: all but the number of steps."""
        fields: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return {name: value for name, value in fields.items() if name != "steps"}


@dataclass(frozen=True)
class TuningStep:
    """How the run stands after a step."""

    number: int
    pairs: int
    """Pairs of games so far."""
    values: Mapping[str, float]
    points: float
    """The share of the points in this step that the upper of both players took: about a half."""


def changed_spec(spec: str, values: Mapping[str, float]) -> str:
    """A spec with some numbers in it changed.

    >>> changed_spec("alphabeta:memory=4,null_depth=3", {"null_depth": 4.0, "futility_margin": 80.0})
    'alphabeta:memory=4,null_depth=4,futility_margin=80'
    """
    name, given = split_spec(spec)
    settings = given | {key: f"{value:g}" for key, value in values.items()}
    return f"{name}:" + ",".join(f"{key}={value}" if key else value for key, value in settings.items())


def tune(
    settings: TuningSettings,
    *,
    record: LearningRecord | None = None,
    place: Place | None = None,
    stop: threading.Event | None = None,
    on_step: Callable[[TuningStep], None] | None = None,
) -> list[TuningStep]:
    """Tune; `on_step` is called after each step, also for those in the record, which are not played again."""
    record, stop = record or LearningRecord(), stop or threading.Event()
    found: list[TuningStep] = []

    def take(step: TuningStep) -> None:
        found.append(step)
        if on_step is not None:
            on_step(step)

    try:
        for data in record.read(settings.as_dict())[: settings.steps]:
            take(TuningStep(**data))
        values = dict(found[-1].values) if found else {one.name: one.start for one in settings.parameters}
        chunks = _Chunks(settings, values, len(found))
        job = Job(_play_pair, _start, (settings,))
        with closing(share_out(job, chunks, place or Place(), stop=stop)) as played:
            for chunk, points in played:
                step = chunks.take(chunk, points)
                if step is not None:
                    record.add(asdict(step))
                    take(step)
    finally:
        record.close()
    return found


@dataclass(frozen=True)
class _Pair:
    """A pair of games: its number in the whole run, the specs, and who of both has which sign of change."""

    number: int
    upper: str
    lower: str
    signs: tuple[int, ...]


class _Chunks:
    """The pairs of all steps in turn. The pairs of a step are known when the step before it has ended."""

    def __init__(self, settings: TuningSettings, values: dict[str, float], done: int) -> None:
        self.settings, self.values, self.step = settings, values, done
        self.points: dict[_Pair, float] = {}

    def __iter__(self) -> Iterator[_Pair | Later]:
        while self.step < self.settings.steps:
            current, first = self.step, self.step * self.settings.pairs
            for number in range(first, first + self.settings.pairs):
                yield self._pair(number)
            while self.step == current:
                yield LATER

    def _pair(self, number: int) -> _Pair:
        draws = random.Random(derive_seed(self.settings.seed, CHANGES, number))
        signs = tuple(draws.choice((-1, 1)) for _ in self.settings.parameters)
        specs = []
        for side in (1, -1):
            at = {}
            for one, sign in zip(self.settings.parameters, signs, strict=True):
                value = self.values[one.name] + side * sign * self._change(one, number)
                value = math.floor(value + draws.random()) if one.is_whole else value
                at[one.name] = min(one.most, max(one.least, value))
            specs.append(changed_spec(self.settings.player, at))
        return _Pair(number, specs[0], specs[1], signs)

    def _change(self, one: Parameter, number: int) -> float:
        total = self.settings.steps * self.settings.pairs
        return one.step * float((total / (number + 1)) ** GAMMA)

    def _move(self, one: Parameter, number: int) -> float:
        """How far a pair that was won twice moves the value."""
        total = self.settings.steps * self.settings.pairs
        shrunk = float(((1 + STABLE) * total / (STABLE * total + number + 1)) ** ALPHA)
        return self.settings.rate * one.step**2 * shrunk / self._change(one, number)

    def take(self, pair: _Pair, points: float) -> TuningStep | None:
        """Count a pair; after the last one of a step: how the run stands."""
        self.points[pair] = points
        if len(self.points) < self.settings.pairs:
            return None
        for played in sorted(self.points, key=lambda one: one.number):
            for one, sign in zip(self.settings.parameters, played.signs, strict=True):
                moved = self.values[one.name] + sign * self._move(one, played.number) * self.points[played]
                self.values[one.name] = min(one.most, max(one.least, moved))
        share = 0.5 + sum(self.points.values()) / (4 * len(self.points))
        self.points, self.step = {}, self.step + 1
        return TuningStep(self.step, self.step * self.settings.pairs, dict(self.values), share)


_settings: TuningSettings


def _start(settings: TuningSettings) -> None:
    """What each worker does first."""
    global _settings
    _settings = settings


def _play_pair(pair: _Pair) -> float:
    """A pair of games from the same opening: wins less losses of the upper player."""
    settings, loaded = _settings, find_game(_settings.game)
    moves = () if settings.plies else game_openings(loaded).moves
    opening = (moves[pair.number % len(moves)],) if moves else ()
    seed = derive_seed(settings.seed, PAIRS, pair.number)
    runner = MatchRunner(
        Match(settings.game, (pair.upper, pair.lower), 2, settings.terms, opening, settings.plies, seed)
    )
    points = 0.0
    with closing(runner):
        for number in range(2):
            (played,) = runner.play(number, stopping)
            assert played.result is not None
            mine = runner.match.entrants(number).index(0)
            sides = [played.result[loaded.rules.sides.index(side)] for side in (mine, 1 - mine)]
            points += (sides[0] > sides[1]) - (sides[0] < sides[1])
    return points
