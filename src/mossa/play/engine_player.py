"""A player with a compiled engine that deepens iteratively and has a table of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, stricter_limits

__all__ = ["EnginePlayer"]


class EnginePlayer(Player):
    """Chooses by an engine, which is made anew for each game, with an empty table."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: Any = None

    @abstractmethod
    def make_engine(self) -> Any:
        """The engine, by the settings: it has `search(state, limits, multipv=…, ties=…, on_depth=…)`."""

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Take an empty table."""
        self._engine = self.make_engine()

    @property
    def memory_mib(self) -> int:
        """MiB of its table."""
        return int(self.settings.get("memory", 16))

    @property
    def engine(self) -> Any:
        """The engine with its table."""
        if self._engine is None:
            self.begin(0)
        return self._engine

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move found within the limits."""
        within = stricter_limits(limits, self.settings)
        on_depth = self.on_depth or self.progress.append
        found: SearchResult = self.engine.search(position.state, within, multipv=multipv, ties=ties, on_depth=on_depth)
        return found
