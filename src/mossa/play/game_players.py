"""Players of a single game: the dictionary `PLAYERS` in `players.py` of the game's package.

`PLAYERS` maps the name of a player to a function `strategy(rules, state, seed=…) -> SearchResult`. The function uses
only what the mover knows of the state, and makes its random choices from the seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from mossa.core.game import Game
from mossa.core.importing import import_optional
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.core.rules import Rules
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import PlayerKind, RandomizedPlayer
from .player_settings import SEED

__all__ = ["GamePlayer", "game_player_kinds"]


class Strategy(Protocol):
    """A function that chooses a move in one game."""

    def __call__(self, rules: Rules, state: State, *, seed: u64) -> SearchResult:
        """The move that it chooses."""


class GamePlayer(RandomizedPlayer):
    """Plays by a function of the game's package."""

    def __init__(self, strategy: Strategy, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.strategy = strategy

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The move of the game's strategy."""
        return self.strategy(self.game.rules, position.state, seed=u64(self.move_seeds()()))


def game_player_kinds(game: Game) -> dict[str, PlayerKind]:
    """The kinds of players that the game's package offers."""
    module = import_optional(game.modules[0].__package__, "players", game.name) if game.modules else None
    strategies: dict[str, Strategy] = getattr(module, "PLAYERS", {})
    about = f"a strategy for {game.title}"
    return {name: PlayerKind(name, about, partial(GamePlayer, one), {"seed": SEED}) for name, one in strategies.items()}
