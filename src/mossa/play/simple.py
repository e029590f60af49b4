"""The players that do not search: one that draws lots, and a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.found import Found, Limits

from .dice import derive
from .player import Kind, Player
from .settings import SEED

__all__ = ["HUMAN", "RANDOM", "Human", "Random"]


class Random(Player):
    """Every legal move equally often."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._seed, self._count = settings.get("seed", 0), 0

    def begin(self, seed: int) -> None:
        """Draw from this seed and the player's own."""
        self._seed, self._count = derive(seed, self.own.get("seed", 0)), 0

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> Found:
        """One of the legal moves."""
        self._count += 1
        move = position.legal[derive(self._seed, self._count) % len(position.legal)]
        return Found(move, 0.0, pv=(move,))


class Human(Player):
    """A person. `mossa play` asks him itself, so that he can take moves back, ask for hints and go away."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> Found:
        """A person is asked at a board, not here."""
        raise MossaError("a human plays with `mossa play`, not here; other players are listed by `mossa games`")


RANDOM = Kind("random", "every legal move equally often", Random, {"seed": SEED})
HUMAN = Kind("human", "a person at the terminal", Human)
