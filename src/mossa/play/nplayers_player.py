"""The compiled engines for many players as players: max^n, paranoid, best reply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .engine_player import EnginePlayer
from .player import PlayerKind
from .player_settings import LIMITS, whole_number

if TYPE_CHECKING:
    from mossa.search.nplayers.engine import NPlayers

__all__ = ["NPlayersPlayer", "nplayers_kinds"]


class NPlayersPlayer(EnginePlayer):
    """Iterative deepening with one of the methods, compiled for the game. The table is new for each game."""

    def __init__(self, method: str, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._method = method

    def make_engine(self) -> NPlayers:
        """The engine with an empty table."""
        from mossa.search.nplayers.engine import NPlayers

        return NPlayers(self.game, self._method, memory_mib=self.memory_mib, threads=self.settings.get("threads", 1))


def _refuses(game: Game) -> str:
    """Why the engines cannot play a game, or an empty text."""
    from mossa.search.nplayers.engine import require_players

    try:
        require_players(game)
    except MossaError as error:
        return str(error)
    return ""


def nplayers_kinds() -> dict[str, PlayerKind]:
    """The players for the methods, by name."""
    from mossa.search.nplayers.engine import METHODS

    settings = {
        **LIMITS,
        "memory": whole_number("MiB of the transposition table", 1, 1 << 20),
        "threads": whole_number("threads that share the table and the work", 1, 256),
    }
    return {
        name: PlayerKind(name, f"{about}; compiled for the game", partial(NPlayersPlayer, name), settings, _refuses)
        for name, about in METHODS.items()
    }
