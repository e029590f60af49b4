"""The players that do not search: the random player and a person."""

from __future__ import annotations

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, RandomizedPlayer
from .player_settings import SEED

__all__ = ["HUMAN", "RANDOM", "Human", "Random"]


class Random(RandomizedPlayer):
    """Plays every legal move with the same probability."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A random legal move."""
        move = position.legal[self.move_seeds()() % len(position.legal)]
        return SearchResult(move, 0.0, pv=(move,))


class Human(Player):
    """A person. `mossa play` asks for the moves itself, with commands to undo, ask for a hint and leave."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """Refused: a person is asked at a board."""
        raise MossaError("a human plays with `mossa play`, not here; other players are listed by `mossa games`")


RANDOM = PlayerKind("random", "every legal move equally often", Random, {"seed": SEED})
HUMAN = PlayerKind("human", "a person at the terminal", Human)
