"""Players that a game brings along: the table `PLAYERS` in `players.py` of its package, under any name the game likes.

`PLAYERS` maps the name of a player to a function `strategy(rules, state, seed=…) -> SearchResult`. It uses only what
the mover knows of the state, and if it draws lots, it draws them from the seed.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import Rules, State
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import PlayerKind, RandomizedPlayer
from .player_settings import SEED

__all__ = ["GamePlayer", "game_player_kinds"]


class Strategy(Protocol):
    """A strategy of a game."""

    def __call__(self, rules: Rules, state: State, *, seed: u64) -> SearchResult:
        """What it would play."""


class GamePlayer(RandomizedPlayer):
    """Asks a function of the game's own."""

    def __init__(self, strategy: Strategy, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.strategy = strategy

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """What the game's strategy says."""
        return self.strategy(self.game.rules, position.state, seed=u64(self.move_seeds()()))


def game_player_kinds(game: Game) -> dict[str, PlayerKind]:
    """The kinds of players that the game itself offers."""
    package = game.modules[0].__package__ if game.modules else ""
    if not package or importlib.util.find_spec(f"{package}.players") is None:
        return {}
    strategies: dict[str, Strategy] = getattr(importlib.import_module(f"{package}.players"), "PLAYERS", {})
    about = f"a strategy for {game.title}"
    return {name: PlayerKind(name, about, partial(GamePlayer, one), {"seed": SEED}) for name, one in strategies.items()}
