"""Players of limited strength, given in Elo, that err as people do.

The strength is one number, the *skill*. A weaker player differs in this:

- it searches fewer nodes, and their number varies from move to move: the deeper a threat lies, the more often it is
  overlooked;
- among the best moves of its search it chooses at random, with probabilities by a softmax of their scores [Luce59]; a
  forced win that it has found is played, a forced loss is avoided;
- if its nodes do not suffice for the first iteration, it judges each move by the static evaluation just after it: it
  captures what it can, and overlooks the recapture.

The Elo of a skill in a game is measured: `mossa bench levels GAME` plays the skills against each other and writes
`data/levels.json` in the game's package, which `elo_scale` reads. A game without that file uses the scale GENERIC:
there a higher number is stronger, but its Elo is not measured. All random choices come from a seed: with the same seed,
the same game.
"""

from __future__ import annotations

import math
import warnings
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist, median
from typing import TYPE_CHECKING, Any

from mossa.core.files import read_json
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .alphabeta_player import FEW, AlphaBetaPlayer, past_of
from .player import Player, stricter_limits
from .player_settings import HIGHEST_ELO, LOWEST_ELO, MAX_SKILL
from .seeded_random import derive_seed

if TYPE_CHECKING:
    from mossa.search.alphabeta.deepening import Searcher

__all__ = [
    "HIGHEST_ELO",
    "LOWEST_ELO",
    "MAX_SKILL",
    "EloScale",
    "LimitedStrengthPlayer",
    "StrengthLevel",
    "elo_scale",
    "limited_player",
    "measured_scale",
]

# One step of skill doubles the nodes; three steps halve the temperature.
FEWEST_NODES = 4
GREATEST_TEMPERATURE = 2.0
MOST_CANDIDATES = 64
NODES_DEVIATION = 2.0
"""The standard deviation, in doublings, of the nodes from move to move, at skill 0; it is 0 at MAX_SKILL."""

DECIDED = 30.0
"""The score of a decided game in the game's unit: more than the random part of a choice can outweigh."""
SAMPLE, SAMPLE_PLIES = 32, (2, 30)
"""How many positions measure a game's unit, and the range of random moves that lead to them."""


@dataclass(frozen=True)
class StrengthLevel:
    """The limits of a player of a given skill."""

    nodes: int
    """Nodes a move (the median)."""
    temperature: float
    """The temperature of the softmax over the moves, in the game's unit (see `error_unit`)."""
    deviation: float
    """The standard deviation of the nodes from move to move, in doublings."""
    candidates: int
    """The greatest number of moves to choose from."""

    @classmethod
    def of(cls, skill: float) -> StrengthLevel:
        """The level of a skill from 0 to MAX_SKILL.

        >>> StrengthLevel.of(0).nodes, StrengthLevel.of(MAX_SKILL).nodes, StrengthLevel.of(MAX_SKILL).candidates
        (4, 1048576, 1)
        """
        halvings = 2 ** (-skill / 3)
        return cls(
            nodes=round(FEWEST_NODES * 2**skill),
            temperature=GREATEST_TEMPERATURE * halvings,
            deviation=NODES_DEVIATION * (1 - skill / MAX_SKILL),
            candidates=max(1, round(MOST_CANDIDATES * halvings)),
        )


@dataclass(frozen=True)
class EloScale:
    """The Elo of the skills in one game."""

    rungs: tuple[tuple[float, float], ...]
    """Pairs of skill and Elo, both ascending."""
    full: float
    """The Elo of the unlimited player, measured with the nodes of MAX_SKILL; with more time it is stronger."""
    unit: float = 0.0
    """The usual score difference between moves (0: not measured)."""
    measured: bool = True
    """False for GENERIC."""
    anchor: str = ""
    """What anchors the scale, in words."""

    def skill(self, elo: float) -> float | None:
        """The skill that plays at this Elo; None where only the unlimited player does."""
        elos = [rung[1] for rung in self.rungs]
        at = bisect_right(elos, elo)
        if at == 0:
            return self.rungs[0][0]
        if at == len(elos):
            return None if elo > elos[-1] else self.rungs[-1][0]
        (low, below), (high, above) = self.rungs[at - 1 : at + 1]
        return low + (high - low) * (elo - below) / (above - below)

    @classmethod
    def read(cls, path: Path) -> EloScale:
        """The scale in a file."""
        try:
            data = read_json(path)
            rungs = tuple((float(rung["skill"]), float(rung["elo"])) for rung in data["rungs"])
            full = float(data["full"]["elo"])
            made = cls(rungs, full, float(data["unit"]), True, str(data["anchor"]))
        except (ValueError, KeyError, TypeError):
            raise MossaError(f"{path} is not a scale of levels, as `mossa bench levels` writes it") from None
        numbers = [made.full, made.unit, *(number for rung in rungs for number in rung)]
        ascending = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(rungs))
        if not (rungs and ascending and all(map(math.isfinite, numbers)) and made.unit > 0):
            raise MossaError(f"{path} is not a scale of levels: its rungs do not ascend")
        # The unlimited player was measured with the nodes of MAX_SKILL, which chooses nothing at random: one more rung.
        return replace(made, rungs=(*rungs, (float(MAX_SKILL), full))) if full > rungs[-1][1] else made


GENERIC = EloScale(
    ((0.0, 500.0), (float(MAX_SKILL), 2600.0)), 2600.0, measured=False, anchor="not measured: only the order is meant"
)
"""The scale of a game that has not been measured."""


def elo_scale(game: Game) -> EloScale:
    """The Elo scale of a game: the measured one in its package, else GENERIC with the unit of the game."""
    found = measured_scale(game)
    return found if found.unit else replace(found, unit=error_unit(game))


@lru_cache(maxsize=64)
def measured_scale(game: Game) -> EloScale:
    """The measured Elo scale in the package of a game, else GENERIC, which has no unit: nothing is played."""
    path = scale_path(game)
    if path is None or not path.exists() or ":" in game.name:  # other parameters make another game
        return GENERIC
    try:
        return EloScale.read(path)
    except MossaError as error:
        warnings.warn(f"{error}; the levels of {game.name} are not measured", RuntimeWarning, stacklevel=3)
        return GENERIC


def scale_path(game: Game) -> Path | None:
    """The file of the scale of a packaged game; None for a rules file."""
    module = game.modules[0] if game.modules else None
    if module is None or not module.__package__:
        return None
    return Path(module.__file__).parent / "data" / "levels.json"


@lru_cache(maxsize=64)
def error_unit(game: Game) -> float:
    """The game's unit of an error: the median of how much worse a move is than the best one, at depth 2, at least 1.

    The positions come from random moves with a fixed seed.
    """
    from mossa.search.alphabeta.deepening import Searcher

    searcher = Searcher(game, memory_mib=1)
    gaps: list[float] = []
    for number in range(SAMPLE):
        at = _random_position(game, number)
        if at is None or len(at.legal) < 2:
            continue
        found = searcher.search(at.state, Limits(depth=2), multipv=len(at.legal))
        scores = [_capped_score(score, game, math.inf) for score, _ in found.lines]
        gaps += [scores[0] - score for score in scores[1:] if math.isfinite(scores[0] - score)]
    return max(1.0, median(gaps)) if gaps else 1.0


def _random_position(game: Game, number: int) -> Position | None:
    """A position after random moves; None if the game ended before."""
    least, most = SAMPLE_PLIES
    at = game.start()
    for ply in range(least + derive_seed(number) % (most - least)):
        if at.is_over:
            return None
        at = at.play(at.legal[derive_seed(number, ply) % len(at.legal)])
    return None if at.is_over else at


def _one_ply_searcher(game: Game, compiled: bool) -> Searcher:
    """An engine that judges each move by the static evaluation after it."""
    from mossa.search.alphabeta.deepening import Searcher

    return Searcher(game, memory_mib=1, options={"quiescence": 0, "table": 0}, compiled=compiled)


def _capped_score(score: int, game: Game, decided: float) -> float:
    """The score; that of a decided game becomes ±`decided`, a little more for a shorter win or a longer defence."""
    from mossa.search.common.scores import win_score

    if game.facts.score is not None:
        return float(score)
    beyond = abs(score) - (win_score(game) - game.facts.horizon)
    return float(score) if beyond < 0 else math.copysign(decided + beyond / win_score(game), score)


class LimitedStrengthPlayer(AlphaBetaPlayer):
    """The engine, limited to an Elo. Its moves depend only on the seed and the game so far, unless time runs out."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._seed = derive_seed(0, settings.get("seed", 0))
        self._one_ply: Searcher | None = None

    @property
    def is_limited(self) -> bool:
        """Is the thinking limited, by the spec or by the skill?"""
        return super().is_limited or self._skill is not None

    @property
    def _skill(self) -> float | None:
        skill: float | None = self.settings.get("skill")
        return elo_scale(self.game).skill(self.settings["elo"]) if skill is None else skill

    def interpreted(self, position: Position) -> Player | None:
        """As for the unlimited player; not where the unit of the game must be measured first."""
        return super().interpreted(position) if measured_scale(self.game).measured else None

    def _is_short(self, position: Position) -> bool:
        """As for the unlimited player, or the skill has few nodes."""
        skill = self._skill
        return super()._is_short(position) or (skill is not None and StrengthLevel.of(skill).nodes <= FEW)

    def begin(self, seed: int) -> None:
        """Take the seed together with the player's own, and an empty transposition table."""
        super().begin(seed)
        self._seed = derive_seed(seed, self.settings.get("seed", 0))

    def start_pondering(self, position: Position) -> None:
        """Only the unlimited player ponders."""
        if self._skill is None:
            super().start_pondering(position)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The move of a player of this strength."""
        skill = self._skill
        if skill is None:
            return super().choose(position, limits, ties=ties, multipv=multipv)
        seed = derive_seed(self._seed, len(position.line), int(self.game.rules.key(position.state)))
        level, state = StrengthLevel.of(skill), position.state
        nodes = round(level.nodes * 2 ** (level.deviation * NormalDist().inv_cdf(_uniform(seed, 0))))
        bounds = stricter_limits(limits, self.settings)
        allowed = replace(stricter_limits(bounds, {"nodes": max(nodes, 1)}), analysis=False)
        width = min(max(level.candidates, multipv), len(position.legal))
        on_depth = self.on_depth or self.progress.append
        found = self.searcher.search(state, allowed, past=past_of(position), multipv=width, on_depth=on_depth)
        if not found.lines:
            found = replace(self._search_one_ply(state), nodes=found.nodes)
        scores = [score for score, _ in found.lines[: level.candidates]]
        chosen = self._draw(scores, level.temperature * elo_scale(self.game).unit, seed)
        score, line = found.lines[chosen]
        value = found.candidates[chosen][1]
        return replace(found, move=line[0], moves=(line[0],), value=value, score=score, pv=line, exact=False)

    def _search_one_ply(self, state: State) -> SearchResult:
        """All moves by the static evaluation after them."""
        if self._one_ply is None:
            self._one_ply = _one_ply_searcher(self.game, self.compiled)
        return self._one_ply.search(state, Limits(depth=1), multipv=len(self.game.rules.legal(state)))

    def _draw(self, scores: list[int], temperature: float, seed: int) -> int:
        """The index of a move, drawn with probability proportional to exp(score / temperature).

        This is the Gumbel-max trick: add Gumbel noise to each score and take the greatest. Decided games get no noise.
        """
        decided = DECIDED * max(elo_scale(self.game).unit, temperature)
        appeals = []
        for i, score in enumerate(scores):
            appeal = _capped_score(score, self.game, decided)
            noise = -math.log(-math.log(_uniform(seed, i + 1)))
            appeals.append(appeal if abs(appeal) >= decided else appeal + temperature * noise)
        return max(range(len(appeals)), key=appeals.__getitem__)


def _uniform(seed: int, place: int) -> float:
    """A uniform random number between 0 and 1, both excluded."""
    return ((derive_seed(seed, place) >> 12) + 0.5) / 2**52


def limited_player(game: Game, elo: int) -> Player:
    """A player limited to an Elo from LOWEST_ELO to HIGHEST_ELO; the same as the spec `elo=1500`.

    >>> import mossa
    >>> limited_player(mossa.game("tictactoe"), 800).spec
    'elo=800'
    """
    from .players import player

    return player(f"elo={elo}", game)
