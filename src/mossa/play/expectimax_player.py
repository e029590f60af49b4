"""The compiled engine for games with chance as a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .engine_player import EnginePlayer
from .player import PlayerKind
from .player_settings import LIMITS, one_of, whole_number

if TYPE_CHECKING:
    from mossa.search.chance.expectimax import Expectimax

__all__ = ["EXPECTIMAX", "ExpectimaxPlayer"]


class ExpectimaxPlayer(EnginePlayer):
    """Iterative deepening with Star2, compiled for the game; by default bad-looking moves are not searched deeper.

    A ply is a move of a player with the chance outcome before it.
    """

    def make_engine(self) -> Expectimax:
        """The engine with an empty transposition table."""
        from mossa.search.chance.expectimax import Expectimax

        return Expectimax(
            self.game,
            memory_mib=self.memory_mib,
            threads=self.settings.get("threads", 1),
            filters=self.settings.get("filter", "on") == "on" and self.game.rules.estimate is not None,
        )


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
