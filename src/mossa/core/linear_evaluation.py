"""The linear evaluation of a game with weights of anyone's own: e(n) = Σ wᵢ · fᵢ(n) in place of its evaluation.

Other weights, from a file, from sliders or learnt, make another evaluation of the same game, and whatever takes an
evaluation takes that one. Compiled engines find the weights in memory, not in their machine code: a game is compiled
once for all its weights.
"""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from mossa.kernel.memory import Reals, Struct

from .features import GREATEST, Features, require_features
from .game import Game
from .protocol import State
from .rules import Rules

__all__ = [
    "FeatureWeights",
    "feature_source",
    "linear_source",
    "measure_source",
    "memory_of",
    "weighted_game",
    "weighted_rules",
]


class FeatureWeights(Struct):
    """The weights as an engine finds them: the scratch memory of its `refine`."""

    values: Reals


def feature_source(name: str, features: Features, head: str, each: str, *tail: str) -> Callable[..., Any]:
    """A function written out for these features, line by line, since compiled code has no list of functions: `head`,
    a line like `each` for every feature (`{i}` its number, `{f}` its function), `tail`."""
    functions = {f"feature_{i}": one for i, one in enumerate(features.functions.values())}
    lines = [each.format(i=i, f=f) for i, f in enumerate(functions)]
    text = "\n    ".join([head, *lines, *tail]) + "\n"
    file = f"<mossa {name} {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)  # the compiler reads sources
    namespace: dict[str, Any] = {"__name__": __name__, "GREATEST": float(GREATEST), **functions}
    exec(compile(text, file, "exec"), namespace)
    made: Callable[..., Any] = namespace[name]
    return made


def linear_source(features: Features) -> Callable[[State, FeatureWeights], int]:
    """The function Σ wᵢ · fᵢ for the mover, rounded, halves away from 0, so that the two sides see the same."""
    return feature_source(
        "linear",
        features,
        "def linear(state, weights) -> int:\n    values = weights.values\n    total = 0.0",
        "total += values[{i}] * float({f}(state))",
        "total = max(-GREATEST, min(GREATEST, total))",
        "return int(total + 0.5) if total >= 0.0 else -int(0.5 - total)",
    )


def measure_source(features: Features) -> Callable[[State, Reals, int], int]:
    """The function that writes the values of all features of a state into a vector, from an index on."""
    return feature_source(
        "measure",
        features,
        "def measure(state, values, at) -> int:",
        "values[at + {i}] = float({f}(state))",
        f"return {len(features.names)}",
    )


def memory_of(features: Features, weights: Mapping[str, float]) -> FeatureWeights:
    """The weights in the memory of an engine."""
    values = Reals(len(features.names))
    values.array[:] = features.vector(weights)
    return FeatureWeights(values=values)


def weighted_rules(game: Game, weights: Mapping[str, float]) -> Rules:
    """The rules of a game whose `evaluate` is Σ wᵢ · fᵢ, for the algorithms that are interpreted."""
    features = require_features(game)
    memory, linear = memory_of(features, weights), linear_source(features)
    return game.rules.replace(evaluate=lambda state: linear(state, memory), **_without_own_evaluation(game))


def weighted_game(game: Game, weights: Mapping[str, float]) -> Game:
    """The game as an engine is to play it by Σ wᵢ · fᵢ: its own evaluation is silent, and `refine`, which engines call
    with memory, adds the sum. Bounds, endgame tables and the ordering of moves stay what they are."""
    features = require_features(game)
    changes = _without_own_evaluation(game) | {
        "evaluate": nothing,
        "refine": _compiled_linear(game),
        "scratch": partial(memory_of, features, dict(weights)),
    }
    return replace(game, rules=game.rules.replace(**changes))


@lru_cache(maxsize=64)
def _compiled_linear(game: Game) -> Callable[[State, FeatureWeights], int]:
    """The same function each time, so that a game is bound once."""
    return linear_source(require_features(game))


def _without_own_evaluation(game: Game) -> dict[str, Any]:
    """What belongs to the game's own evaluation, taken away."""
    own = ("structure", "structure_key", "evaluate_with_structure", "refine", "estimate", "probcut", "costly_order")
    return {name: None for name in own if getattr(game.rules, name) is not None}


def nothing(state: State) -> int:
    """What an evaluation says that is all in `refine`."""
    return 0
