"""Information-set Monte Carlo tree search as a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.montecarlo.information_options import NUMBERS, SWITCHES, highest

from .player import THINKING_TIME, PlayerKind, RandomizedPlayer, Setting, stricter_limits
from .player_settings import LIMITS, PONDER, SEED, number, whole_number
from .pondering import BackgroundSearch
from .seeded_random import draw_move

if TYPE_CHECKING:
    from mossa.search.montecarlo.information_sets import InformationSetSearch

__all__ = ["INFORMATION_SETS", "InformationSetPlayer"]

LONGEST = 3600.0
"""Seconds of a search on the opponent's time, if he does not move before."""
MEMORY = 64
"""MiB of the table, unless the spec says otherwise."""


class InformationSetPlayer(RandomizedPlayer):
    """Searches with hidden cards dealt anew in every simulation, and draws from the average strategy that it finds.

    What it found of later information states stays through the game.
    """

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: InformationSetSearch | None = None
        self._seat: int | None = None
        """Which of the players it is, once it has moved."""
        self._pondering = BackgroundSearch()

    @property
    def memory_mib(self) -> int:
        """MiB of its table."""
        return int(self.settings.get("memory", MEMORY))

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        assert self.engine is not None

    def begin(self, seed: int) -> None:
        """Take the seed of the game, and an empty table."""
        self.stop_pondering()
        super().begin(seed)
        self._seat = None
        if self._engine is not None:
            self._engine.forget()

    @property
    def engine(self) -> InformationSetSearch:
        """The engine with its table."""
        if self._engine is None:
            from mossa.search.montecarlo.information_sets import InformationSetSearch

            self._engine = InformationSetSearch(
                self.game,
                memory_mib=self.memory_mib,
                threads=self.settings.get("threads", 1),
                options={name: self.settings[name] for name in self.settings.keys() & (SWITCHES | NUMBERS).keys()},
            )
        return self._engine

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A move drawn from the strategy at the root. `nodes` are simulations."""
        self.stop_pondering()
        self._seat = position.mover
        within, seeds = stricter_limits(limits, self.settings), self.move_seeds()
        if within.depth is not None and within.time is None and within.nodes is None:
            within = replace(within, time=THINKING_TIME)  # the engine has no depth
        on_depth = self.on_depth or self.progress.append
        found = self.engine.search(position.state, within, seed=seeds(1), on_depth=on_depth)
        move = draw_move(found.probabilities, seeds(2))
        return replace(found, move=move, pv=(move,))

    @property
    def is_pondering(self) -> bool:
        """Is a search on the opponent's time running?"""
        return self._pondering.is_running

    def start_pondering(self, position: Position) -> None:
        """Fill the table on the others' time, if the spec says `ponder=true`; of the position it sees what it may."""
        self.stop_pondering()
        seat = self._seat
        if not self.settings.get("ponder") or seat is None or position.is_over or position.is_chance:
            return
        assert self.game.rules.redeal is not None
        seed = self.move_seeds()(3)
        seen, engine = self.game.rules.redeal(position.state, seat, u64(seed)), self.engine
        self._pondering.start(
            lambda limits: engine.search(seen, replace(limits, time=LONGEST), seed=seed, observer=seat)
        )

    def stop_pondering(self) -> None:
        """End the search on the opponent's time; its table stays."""
        self._pondering.stop()

    def close(self) -> None:
        """Stop pondering."""
        self.stop_pondering()


def _refuses(game: Game) -> str:
    from mossa.search.montecarlo.information_sets import refuses_information_sets

    return refuses_information_sets(game)


def _option(name: str) -> Setting | None:
    """Every option of the engine is a setting of the player too: `is-mcts:even=0.4`."""
    if name in SWITCHES:
        return whole_number(SWITCHES[name][1], 0, 1)
    return number(NUMBERS[name][1], highest(name)) if name in NUMBERS else None


INFORMATION_SETS = PlayerKind(
    "is-mcts",
    "information-set Monte Carlo tree search, compiled for the game; nodes are simulations",
    InformationSetPlayer,
    {
        "time": LIMITS["time"],
        "nodes": whole_number("simulations a move", 1, 10**17),
        "threads": whole_number("threads", 1, 256),
        "memory": whole_number("MiB of the table", 1, 1 << 20),
        "seed": SEED,
        "ponder": PONDER,
    },
    _refuses,
    _option,
)
