"""An evaluation as a sum of features: what `explain(state)` of a game's `explain.py` may return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from mossa.kernel.errors import MossaError

from .game import Game
from .protocol import State

__all__ = ["Explanation", "Feature", "explainer"]


@dataclass(frozen=True)
class Feature:
    """One feature of a position: what it contributes for the first player, in hundredths of the game's unit."""

    name: str
    about: str
    balance: float
    sides: tuple[float, float] | None = None
    """The contribution for the first player and for the second, if the two can be separated."""


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


def explainer(game: Game) -> Callable[[State], Any] | None:
    """What explains the evaluation of a game: its `explain(state)`, or one made of its `FEATURES`; None if it has
    neither."""
    own: Callable[[State], Any] | None = game.extra("explain", "explain")
    features = game.extra("FEATURES", "explain")
    if own is not None or features is None:
        return own
    if not isinstance(features, dict) or not all(callable(one) for one in features.values()):
        raise MossaError(f"FEATURES of {game.name} is a dictionary of functions by name: {{'mobility': mobility}}")

    def explain(state: State) -> Explanation:
        rules = game.rules
        sign = 1 if rules.mover(state) == 0 else -1
        found = [
            Feature(name, (one.__doc__ or "").strip().partition("\n")[0], sign * float(one(state)))
            for name, one in features.items()
        ]
        total = sum(one.balance for one in found)
        score = sign * rules.evaluate(state) if rules.evaluate is not None else round(total)
        if round(score - total):
            found.append(Feature("other", "what the named features leave out", score - total))
        return Explanation.of(score, found, rules.player_names[0], "points")

    return explain
