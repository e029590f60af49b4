"""The named features of a game and what each weighs: what a linear evaluation e(n) = Σ wᵢ · fᵢ(n) is made of.

A game names its features in `FEATURES`, functions of a state by name, from the mover's side; `FEATURE_WEIGHTS` says
what each is worth (1 where it says nothing).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError

from .files import read_json, write_json
from .game import Game
from .protocol import State

__all__ = ["GREATEST", "Features", "features_of", "read_weights", "require_features", "write_weights"]

GREATEST = 1_000_000
"""No weight is larger, and no estimate: it must not look like a proven end of the game."""


@dataclass(frozen=True)
class Features:
    """The named features of a game, in the game's order."""

    game: str
    functions: Mapping[str, Callable[[State], float]]
    """Name → how much of it there is, for the mover: usually his own less the opponent's."""
    weights: Mapping[str, float]
    """What the game itself gives each: hundredths of a pawn, a disc, a point."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self.functions)

    def about(self, name: str) -> str:
        """What a feature is: the first line of its docstring."""
        return (self.functions[name].__doc__ or "").strip().partition("\n")[0]

    def vector(self, weights: Mapping[str, float]) -> list[float]:
        """Weights by name as a list in the order of the features; one that is not named weighs 0."""
        return [float(weights.get(name, 0.0)) for name in self.functions]

    def named(self, vector: Sequence[float]) -> dict[str, float]:
        """The inverse of `vector`."""
        return {name: float(weight) for name, weight in zip(self.functions, vector, strict=True)}

    def values(self, state: State) -> list[float]:
        """How much there is of each feature, for the mover."""
        return [float(one(state)) for one in self.functions.values()]

    def require(self, weights: Any, what: str) -> dict[str, float]:
        """The weights, or a sentence that says what is wrong with them."""
        names = ", ".join(self.names)
        if not isinstance(weights, Mapping) or not weights:
            raise MossaError(f'{what} is not a JSON object of weights by name: {{"{self.names[0]}": 1}}')
        for name, weight in weights.items():
            if name not in self.functions:
                raise MossaError(f"{what}: {self.game} has no feature {name!r}; its features: {names}")
            number = isinstance(weight, int | float) and not isinstance(weight, bool)
            if not number or not math.isfinite(weight) or abs(weight) > GREATEST:
                raise MossaError(f"{what}: the weight of {name} is a number within ±{GREATEST:,}, not {weight!r}")
        return {name: float(weight) for name, weight in weights.items()}


def features_of(game: Game) -> Features | None:
    """The named features of a game; None if it has none."""
    found = game.extra("FEATURES", "features")
    if found is None:
        return None
    if not isinstance(found, dict) or not found or not all(callable(one) for one in found.values()):
        raise MossaError(f"FEATURES of {game.name} is a dictionary of functions by name: {{'mobility': mobility}}")
    features = Features(game.name, found, dict.fromkeys(found, 1.0))
    given = game.extra("FEATURE_WEIGHTS", "features")
    if given is None:
        return features
    return replace(features, weights={**features.weights, **features.require(given, f"FEATURE_WEIGHTS of {game.name}")})


def require_features(game: Game) -> Features:
    """The named features of a game, or a sentence that it has none."""
    found = features_of(game)
    if found is None:
        raise MossaError(
            f"{game.name} names no features to weigh: its rules need FEATURES = {{'mobility': mobility, …}}, functions "
            "of a state by name"
        )
    return found


def read_weights(game: Game, path: Path | str) -> dict[str, float]:
    """The weights in a JSON file {feature: weight}; a feature that it leaves out weighs 0."""
    return require_features(game).require(read_json(Path(path)), str(path))


def write_weights(path: Path, weights: Mapping[str, float]) -> None:
    """Write the file that `read_weights` reads."""
    write_json(path, {name: round(weight, 6) for name, weight in weights.items()})
