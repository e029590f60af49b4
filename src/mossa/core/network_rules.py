"""What a game shows to networks: its features and actions, compiled for the engines, and `predict` with checks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.generators import is_generator, source_location
from mossa.kernel.layout import make_reader
from mossa.kernel.memory import Float32s, Ints
from mossa.kernel.specialise import specialise

from .game import Game
from .kernel_rules import kernel_rules
from .protocol import State

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "FeaturesCheck",
    "NetworkRules",
    "Predictor",
    "features_of_states",
    "game_predictor",
    "network_kernel",
    "require_features",
]

Predict = Callable[[Any], tuple[Any, Any]]
"""The features of many states, an array of float32 with a row of `FACTS.features` for each → (policies, values).

policies    a row for each state: for each of `FACTS.actions` the logarithm of how likely it is, up to a constant
values      the expected utility of the mover; in a game of three and more players, or if utilities do not add up to 0,
            a row for each state, the mover first and then the others in turn
"""


class NetworkRules:
    """What an engine finds in its slot `network`."""

    features: Callable[[State, Float32s, int], int]
    """Writes the features of a state into a vector from an index on, and returns the index after the last one."""
    action: Callable[[State, int], int]


network: NetworkRules = slot("network")


def require_features(game: Game) -> None:
    """Refuse a game without features."""
    features = game.rules.features
    if features is None:
        raise MossaError(
            f"{game.name} has nothing to show to a network: its rules need features(state), and the facts its shape"
        )
    if not is_generator(features):
        raise MossaError(f"{source_location(features)}: features has no `yield`: write `yield number` for each of them")  # type: ignore[arg-type]


def network_rules(game: Game) -> dict[str, Any]:
    """What fills the slot `network`."""
    require_features(game)
    return {"features": game.rules.features, "action": game.rules.action, "WIDEST": game.facts.inputs}


@lru_cache(maxsize=512)
def network_kernel(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An engine's entry function bound to a game with features; the slot `extra` has `read`, which reads a state.

    Its generators may write `widest` items or as many as there are features, whichever is more.
    """
    label = game.name.rsplit("/", 1)[-1]
    module = entry.__module__.rsplit(".", 1)[-1]
    slots = {"game": kernel_rules(game.rules), "network": network_rules(game)}
    slots["extra"] = {"read": make_reader(game.rules.start())}
    return specialise(entry, slots, name=f"{label} {module}.{entry.__name__}", compiled=compiled)


def shown(state: Any, moves: Ints, n: int, features: Float32s, actions: Ints) -> int:
    """Write the features of a state and the actions of n moves into vectors; how many features there are."""
    for i in range(n):
        actions[i] = network.action(state, moves[i])
    return network.features(state, features, 0)


class FeaturesCheck:
    """The features and actions of a game, interpreted and compiled."""

    def __init__(self, game: Game) -> None:
        slots, label = {"network": network_rules(game)}, f"{game.name.rsplit('/', 1)[-1]} features"
        self.rules, self.inputs = game.rules, game.facts.inputs
        self.kernels = [
            specialise(shown, slots, name=label, compiled=False),
            specialise(shown, slots, name=label, checked=True),
            specialise(shown, slots, name=label, checked=False),
        ]

    def difference(self, state: State) -> str | None:
        """The function whose results differ for an unfinished state; None if there is none."""
        legal = list(self.rules.moves(state))
        moves, found = Ints(len(legal)), []
        moves.array[:] = legal
        for kernel in self.kernels:
            features, actions = Float32s(self.inputs), Ints(len(legal))
            kernel(state, moves, len(legal), features, actions)
            found.append((features.array.tolist(), actions.array.tolist()))
        for number, name in enumerate(("features", "action")):
            if not found[0][number] == found[1][number] == found[2][number]:
                return name
        return None


def features_of_states(game: Game, states: list[State]) -> np.ndarray[Any, Any]:
    """The features of some states, as `predict` takes them."""
    import numpy as np

    require_features(game)
    assert game.rules.features is not None
    rows = [list(game.rules.features(state)) for state in states]
    for row in rows:
        if len(row) != game.facts.inputs:
            raise MossaError(
                f"features of {game.name} yields {len(row)} numbers, where FACTS says {_shape(game)}: "
                f"{game.facts.inputs} of them"
            )
    return np.array(rows, np.float32).reshape(-1, *(game.facts.features or ()))


def _shape(game: Game) -> str:
    return " × ".join(map(str, game.facts.features or ()))


@lru_cache(maxsize=64)
def game_predictor(game: Game) -> Predictor | None:
    """The game's own network; None if it has none."""
    predict = None if game.rules.features is None else game.extra("predict", "network")
    return None if predict is None else Predictor(game, predict)


class Predictor:
    """A game's `predict`, or another network for it: its answers are checked and put into one form."""

    def __init__(self, game: Game, predict: Predict) -> None:
        require_features(game)
        self.game, self.predict = game, predict
        facts = game.facts
        self.mirrored = facts.players == 2 and facts.zero_sum
        """The second player's value follows from the first one's."""
        self(features_of_states(game, [game.rules.start()] if not game.rules.is_chance(game.rules.start()) else []))

    def __call__(self, batch: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """(policies, values) of a batch of features: rows of float32 for each state, of `actions` and of `players`
        numbers, the mover's value first."""
        import numpy as np

        facts = self.game.facts
        players, n = facts.players, len(batch)
        if n == 0:
            return np.zeros((0, facts.actions or 0), np.float32), np.zeros((0, players), np.float32)
        answer = self.predict(batch.reshape(n, *(facts.features or ())))
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise MossaError(f"predict of {self.game.name} gives {type(answer).__name__}: it gives (policies, values)")
        policies, values = (np.ascontiguousarray(part, np.float32) for part in answer)
        if policies.shape != (n, facts.actions):
            raise MossaError(
                f"predict of {self.game.name} gives policies of the shape {policies.shape} for {n} states: it is "
                f"{(n, facts.actions)}, a number for each action"
            )
        if values.size == n and (self.mirrored or players == 1):
            own = values.reshape(n, 1)
            values = np.concatenate([own, -own], axis=1) if players == 2 else own
        if values.shape != (n, players):
            raise MossaError(
                f"predict of {self.game.name} gives values of the shape {values.shape} for {n} states: it is "
                f"{(n,) if self.mirrored or players == 1 else (n, players)}"
            )
        if not (np.isfinite(policies).all() and np.isfinite(values).all()):
            raise MossaError(f"predict of {self.game.name} gives a number that is not finite")
        low, high = map(float, facts.utility)
        return policies, np.ascontiguousarray(np.clip(values, low, high))
