"""An evaluation as a sum of features: what `explain(state)` of a game's `explain.py` may return."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["Explanation", "Feature"]


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
