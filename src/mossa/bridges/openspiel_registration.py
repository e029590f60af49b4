"""mossa's games in OpenSpiel: `pyspiel.load_game("mossa_connect4(columns=5)")`.

Each game with a fixed action space and listed chance is registered as a Python game of OpenSpiel, with its parameters.
A round of simultaneous moves is there what it is here: hidden moves, one after the other. An outcome of chance is its
place in our list.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from mossa.core.game import Game
from mossa.core.registry import game as find_game
from mossa.core.registry import names
from mossa.kernel.errors import MossaError

from .encoding import Encoding

__all__ = ["PREFIX", "register"]

PREFIX = "mossa_"
"""With what the names begin in OpenSpiel."""


def register() -> tuple[str, ...]:
    """Register all games that fit; their names in OpenSpiel. A second call changes nothing.

    >>> import pyspiel
    >>> from mossa.bridges.openspiel_registration import register
    >>> "mossa_connect4" in register()
    True
    >>> state = pyspiel.load_game("mossa_connect4(columns=5)").new_initial_state()
    >>> state.legal_actions()
    [0, 1, 2, 3, 4]
    """
    known, found = set(pyspiel.registered_names()), []
    for name in names():
        try:
            kind = _kind(find_game(name))
        except MossaError:
            continue  # no fixed action space, or chance that is only drawn
        found.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _loader(name))
    return tuple(found)


def _kind(game: Game) -> Any:
    """What kind of game it is, in OpenSpiel's words."""
    if game.rules.sampled:
        raise MossaError(f"{game.name} draws the outcomes of chance and does not list them: OpenSpiel cannot have it")
    Encoding(game)
    kinds, facts = pyspiel.GameType, game.facts
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=f"{game.title} of mossa",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if facts.perfect else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if facts.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.players,
        min_num_players=facts.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: one.default for name, one in game.parameters.items()},
    )


def _loader(name: str) -> Any:
    """The class of a game in OpenSpiel, by its name here."""

    class Loaded(_SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params or {})

    return Loaded


class _SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games in OpenSpiel."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        settings = ",".join(f"{key}={value}" for key, value in params.items() if value != "")
        self.ours = find_game(f"{name}:{settings}" if settings else name)
        self.encoding, facts = Encoding(self.ours), self.ours.facts
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=facts.widest if facts.chance else 0,
            num_players=facts.players,
            min_utility=float(facts.utility[0]),
            max_utility=float(facts.utility[1]),
            utility_sum=0.0 if facts.zero_sum else None,
            max_game_length=facts.horizon,
        )
        super().__init__(_kind(self.ours), info, params)

    def new_initial_state(self) -> Any:
        """The first state."""
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """What shows a state to a player."""
        return _Observer(self)


class _SpielState(pyspiel.State):  # type: ignore[misc]
    """One of our positions in OpenSpiel."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        self.position = game.ours.start()

    def current_player(self) -> int:
        """Who moves."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.encoding.moves(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, by their places in our list, with their probabilities."""
        probability = self.position.game.rules.probability
        assert probability is not None
        return [(at, float(probability(self.position.state, move))) for at, move in enumerate(self.position.legal)]

    def _move(self, action: int) -> int:
        return self.position.legal[action] if self.position.is_chance else self.encoding.moves(self.position)[action]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self._move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.write_move(self._move(action))

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The utilities; 0 before the end."""
        result = self.position.result
        return [0.0] * self.position.game.facts.players if result is None else [float(worth) for worth in result]

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """What a player sees, as an array and as text."""

    def __init__(self, game: _SpielGame) -> None:
        self.encoding = game.encoding
        self.tensor = np.zeros(int(np.prod(self.encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self.encoding.shape)}

    def set_from(self, state: _SpielState, player: int) -> None:
        """Write what a player sees into the array."""
        self.tensor[:] = self.encoding.observe(state.position, player).reshape(-1)

    def string_from(self, state: _SpielState, player: int) -> str:
        """What a player knows, as text."""
        rules = state.position.game.rules
        known = rules.information_state
        return state.position.text if known is None else repr(known(state.position.state, player))
