"""The compiled engines for many players as players: max^n, paranoid, best reply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, stricter_limits
from .player_settings import LIMITS, whole_number

if TYPE_CHECKING:
    from mossa.search.nplayers.engine import NPlayers

__all__ = ["NPlayersPlayer", "nplayers_kinds"]


class NPlayersPlayer(Player):
    """Iterative deepening with one of the methods, compiled for the game. The table is new for each game."""

    def __init__(self, method: str, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._method = method
        self._engine: NPlayers | None = None

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Take an empty table."""
        from mossa.search.nplayers.engine import NPlayers

        self._engine = NPlayers(self.game, self._method, memory_mib=self.memory_mib)

    @property
    def memory_mib(self) -> int:
        """MiB of its table."""
        return int(self.settings.get("memory", 16))

    @property
    def engine(self) -> NPlayers:
        """The engine with its table."""
        if self._engine is None:
            self.begin(0)
        assert self._engine is not None
        return self._engine

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move found within the limits."""
        within = stricter_limits(limits, self.settings)
        on_depth = self.on_depth or self.progress.append
        return self.engine.search(position.state, within, multipv=multipv, ties=ties, on_depth=on_depth)


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

    settings = {**LIMITS, "memory": whole_number("MiB of the transposition table", 1, 1 << 20)}
    return {
        name: PlayerKind(name, f"{about}; compiled for the game", partial(NPlayersPlayer, name), settings, _refuses)
        for name, about in METHODS.items()
    }
