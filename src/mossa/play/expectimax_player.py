"""The compiled engine for games with chance as a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, stricter_limits
from .player_settings import LIMITS, one_of, whole_number

if TYPE_CHECKING:
    from mossa.search.chance.expectimax import Expectimax

__all__ = ["EXPECTIMAX", "ExpectimaxPlayer"]


class ExpectimaxPlayer(Player):
    """Iterative deepening with Star2, compiled for the game; by default bad-looking moves are not searched deeper.

    A ply is a move of a player with the chance outcome before it.
    """

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: Expectimax | None = None

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Take an empty transposition table."""
        from mossa.search.chance.expectimax import Expectimax

        self._engine = Expectimax(
            self.game,
            memory_mib=self.memory_mib,
            threads=self.settings.get("threads", 1),
            filters=self.settings.get("filter", "on") == "on" and self.game.rules.estimate is not None,
        )

    @property
    def memory_mib(self) -> int:
        """MiB of its transposition table."""
        return int(self.settings.get("memory", 16))

    @property
    def engine(self) -> Expectimax:
        """The engine with its transposition table."""
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
    """Why the engine cannot play a game, or an empty text."""
    from mossa.search.chance.expectimax import require_chances

    try:
        require_chances(game)
    except MossaError as error:
        return str(error)
    return ""


EXPECTIMAX = PlayerKind(
    "expectimax",
    "iterative deepening with Star2 for games with dice, compiled for the game",
    ExpectimaxPlayer,
    {
        **LIMITS,
        "threads": whole_number("threads", 1, 256),
        "memory": whole_number("MiB of the transposition table", 1, 1 << 20),
        "filter": one_of("whether moves that look bad are not searched deeper", ("on", "off")),
    },
    _refuses,
)
