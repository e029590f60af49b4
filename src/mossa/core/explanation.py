"""An evaluation as a sum of features: what `explain(state)` of a game's `explain.py` may return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .features import features_of, require_features
from .game import Game
from .protocol import State

__all__ = ["Explanation", "Feature", "explainer", "half_away"]


@dataclass(frozen=True)
class Feature:
    """One feature of a position: what it contributes for the first player, in hundredths of the game's unit."""

    name: str
    about: str
    balance: float
    sides: tuple[float, float] | None = None
    """The contribution for the first player and for the second, if the two can be separated."""
    phases: tuple[float, float] | None = None
    """What it would contribute with the weights of the middle game, and with those of the ending, if they differ."""


@dataclass(frozen=True)
class Explanation:
    """The evaluation of a position, as the sum of its features."""

    score: int
    """For the first player, in hundredths of the unit: the sum of the features, except for rounding."""
    features: tuple[Feature, ...]
    """Those that are not 0, the greatest first."""
    player: str
    """The first player."""
    unit: str
    """The unit of the score: `discs`."""

    @classmethod
    def of(cls, score: int, features: Iterable[Feature], player: str, unit: str) -> Explanation:
        """The explanation by these features; those that round to 0 are left out."""
        counting = sorted((one for one in features if round(one.balance)), key=lambda one: -abs(one.balance))
        return cls(score, tuple(counting), player, unit)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        features = [{"name": one.name, "about": one.about, "balance": one.balance} for one in self.features]
        return {"score": self.score, "player": self.player, "unit": self.unit, "features": features}

    def lines(self) -> list[str]:
        """As text."""
        rows = [f"{one.name.replace('_', ' '):16} {one.balance / 100:+z7.2f}   {one.about}" for one in self.features]
        return [*rows, f"{self.score / 100:+z.2f} {self.unit} for {self.player}"]


def explainer(game: Game, weights: Mapping[str, float] | None = None) -> Callable[[State], Any] | None:
    """What explains the evaluation of a game: its `explain(state)`, or one made of its `FEATURES`; None if it has
    neither. With weights it is the linear evaluation of the features with those."""
    own: Callable[[State], Any] | None = game.extra("explain", "explain")
    if own is not None and weights is None:
        return own
    features = features_of(game) if weights is None else require_features(game)
    if features is None:
        return None
    chosen, rules = features.vector(features.weights if weights is None else weights), game.rules

    def explain(state: State) -> Explanation:
        sign = 1 if rules.mover(state) == 0 else -1
        parts = zip(features.names, chosen, features.values(state), strict=True)
        found = [Feature(name, features.about(name), sign * weight * value) for name, weight, value in parts]
        score = total = sum(one.balance for one in found)
        if weights is None and rules.evaluate is not None:
            score = sign * rules.evaluate(state)
        if round(score - total):
            found.append(Feature("other", "what the named features leave out", score - total))
        return Explanation.of(half_away(score), found, rules.player_names[0], "points")

    return explain


def half_away(number: float) -> int:
    """The nearest whole number, halves away from 0: the same for both sides.

    >>> half_away(2.5), half_away(-2.5)
    (3, -3)
    """
    return int(number + 0.5) if number >= 0 else -int(0.5 - number)
