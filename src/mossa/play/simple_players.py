"""The players that do not search: one that draws lots, and a person."""

from __future__ import annotations

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, RandomizedPlayer
from .player_settings import SEED

__all__ = ["HUMAN", "RANDOM", "Human", "Random"]


class Random(RandomizedPlayer):
    """Every legal move equally often."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """One of the legal moves."""
        move = position.legal[self.move_seeds()() % len(position.legal)]
        return SearchResult(move, 0.0, pv=(move,))


class Human(Player):
    """A person. `mossa play` asks him itself, so that he can take moves back, ask for hints and go away."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A person is asked at a board, not here."""
        raise MossaError("a human plays with `mossa play`, not here; other players are listed by `mossa games`")


RANDOM = PlayerKind("random", "every legal move equally often", Random, {"seed": SEED})
HUMAN = PlayerKind("human", "a person at the terminal", Human)
