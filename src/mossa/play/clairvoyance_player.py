"""Averaging over clairvoyance as a player: sample the hidden cards many times, solve each deal with all cards open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS, SEED, whole_number
from .policy_player import refuses_perfect_information

if TYPE_CHECKING:
    from mossa.search.hidden.clairvoyance import Clairvoyance

__all__ = ["CLAIRVOYANCE", "ClairvoyancePlayer"]

MEMORY = 16
"""MiB of the tables, unless the spec says otherwise."""


class ClairvoyancePlayer(RandomizedPlayer):
    """Plays the move that is best on average over sampled deals that agree with what it knows.

    It suffers from strategy fusion, as every player of this kind: see `mossa.search.textbook.clairvoyance`.
    """

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: Clairvoyance | None = None

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        assert self.engine is not None

    @property
    def memory_mib(self) -> int:
        """MiB of its tables."""
        return int(self.settings.get("memory", MEMORY))

    @property
    def engine(self) -> Clairvoyance:
        """The engine with its tables."""
        if self._engine is None:
            from mossa.search.hidden.clairvoyance import Clairvoyance

            threads = self.settings.get("threads", 1)
            self._engine = Clairvoyance(self.game, memory_mib=self.memory_mib, threads=threads)
        return self._engine

    def begin(self, seed: int) -> None:
        """Take the seed of the game, and empty tables."""
        super().begin(seed)
        if self._engine is not None:
            self._engine.forget()

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move on average over as many deals as the limits allow."""
        from mossa.search.hidden.clairvoyance import DEALS

        return self.engine.search(
            position.state,
            stricter_limits(limits, self.settings),
            deals=self.settings.get("samples", DEALS),
            seed=self.move_seeds()(),
            multipv=multipv,
            on_depth=self.on_depth or self.progress.append,
        )


CLAIRVOYANCE = PlayerKind(
    "clairvoyance",
    "averaging over deals solved with all cards open (perfect-information Monte Carlo), compiled for the game",
    ClairvoyancePlayer,
    {
        "samples": whole_number("deals", 1, 10**6),
        **LIMITS,
        "threads": whole_number("threads", 1, 256),
        "memory": whole_number("MiB of the transposition tables", 1, 1 << 20),
        "seed": SEED,
    },
    refuses_perfect_information,
)
