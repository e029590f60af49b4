"""The compiled engines as players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.found import Found, Limits

from .player import Kind, Player, tighten
from .settings import LIMITS, SEED, STRENGTH, whole

if TYPE_CHECKING:
    from mossa.search.engines.think import Searcher

__all__ = ["ALPHABETA", "AlphaBeta", "past_of", "refuses_scores"]


class AlphaBeta(Player):
    """Iterative deepening alpha-beta, compiled for the game. Its table lives as long as a game."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._searcher: Searcher | None = None

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Take a fresh table."""
        from mossa.search.engines.think import Searcher

        memory, threads = self.own.get("memory", 16), self.own.get("threads", 1)
        self._searcher = Searcher(self.game, memory_mib=memory, threads=threads)

    @property
    def searcher(self) -> Searcher:
        """The engine with its table."""
        if self._searcher is None:
            self.begin(0)
        assert self._searcher is not None
        return self._searcher

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> Found:
        """The best move found within the limits."""
        past, within = past_of(position), tighten(limits, self.own)
        return self.searcher.search(
            position.state, within, past=past, multipv=multipv, ties=ties, on_depth=self.on_depth
        )


def past_of(position: Position) -> Sequence[State]:
    """The states before a position, oldest first, where its game asks for them."""
    return [before.state for before in position.line[:-1]] if position.game.facts.repetition else ()


def refuses_scores(game: Game) -> str:
    """Why the engine cannot play a game, or nothing."""
    from mossa.search.engines.scores import require_scores

    try:
        require_scores(game)
    except MossaError as error:
        return str(error)
    return ""


def _make(game: Game, spec: str, settings: Mapping[str, Any]) -> Player:
    from .levels import Limited

    if "elo" in settings and "skill" in settings:
        raise MossaError("a player's strength is given by elo or by skill, not by both")
    return (Limited if STRENGTH.keys() & settings.keys() else AlphaBeta)(game, spec, settings)


ALPHABETA = Kind(
    "alphabeta",
    "iterative deepening alpha-beta with a transposition table, compiled for the game; with elo as strong as asked",
    _make,
    {
        **LIMITS,
        "threads": whole("threads", 1, 256),
        "memory": whole("MiB of the transposition table", 1, 1 << 20),
        **STRENGTH,
        "seed": SEED,
    },
    refuses_scores,
)
