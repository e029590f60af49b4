"""The compiled Monte Carlo engine as a player."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.policy_value_network import load_network
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.montecarlo.options import NUMBERS, SWITCHES

from .alphabeta_player import past_of
from .player import THINKING_TIME, Player, PlayerKind, Setting, stricter_limits
from .player_settings import LIMITS, PONDER, SEED, number, whole_number
from .pondering import BackgroundSearch
from .seeded_random import derive_seed

if TYPE_CHECKING:
    from mossa.search.montecarlo.uct import MonteCarlo

__all__ = ["MCTS", "MctsPlayer"]

MEMORY = 64
"""MiB of the node pool, unless the spec says otherwise."""
LEAST = 1e-3
"""Seconds of a search that has no time left."""


class MctsPlayer(Player):
    """UCT, or PUCT with a network, compiled for the game. The tree under the moves that are played stays."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: MonteCarlo | None = None
        self._searched: Position | None = None
        """The root of the engine's tree."""
        self._pondering = BackgroundSearch()

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game."""
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Take an empty tree."""
        self.stop_pondering()
        from mossa.search.montecarlo.puct import Puct
        from mossa.search.montecarlo.uct import MonteCarlo

        self._searched, predict = None, self._predict()
        settings: dict[str, Any] = {
            "memory_mib": self.memory_mib,
            "threads": self.settings.get("threads", 1),
            "seed": derive_seed(seed, self.settings.get("seed", 0)),
            "options": {name: self.settings[name] for name in self.settings.keys() & (SWITCHES | NUMBERS).keys()},
        }
        self._engine = MonteCarlo(self.game, **settings) if predict is None else Puct(self.game, predict, **settings)

    def _predict(self) -> Callable[[Any], Any] | None:
        """The network that the spec asks for: that of the game, or one in a file."""
        network = self.settings.get("network", "false")
        if network == "false":
            return None
        if network != "true":
            return load_network(Path(network))
        found: Callable[[Any], Any] | None = self.game.extra("predict", "network")
        if found is None:
            raise MossaError(
                f"{self.game.name} has no network: its network.py needs predict(batch); network=FILE takes another one"
            )
        return found

    @property
    def memory_mib(self) -> int:
        """MiB of its node pool."""
        return int(self.settings.get("memory", MEMORY))

    @property
    def engine(self) -> MonteCarlo:
        """The engine with its tree."""
        if self._engine is None:
            self.begin(0)
        assert self._engine is not None
        return self._engine

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move found within the limits; `nodes` are simulations, beside those that are kept from before."""
        begin = time.perf_counter()
        self.stop_pondering()
        within = stricter_limits(limits, self.settings)
        if within.depth is not None and within.time is None and within.nodes is None:
            within = replace(within, time=THINKING_TIME)  # the engine has no depth
        self._follow(position)
        if within.time is not None:  # to tidy up a tree of a gigabyte takes a tenth of a second
            within = replace(within, time=max(within.time - (time.perf_counter() - begin), LEAST))
        on_depth = self.on_depth or self.progress.append
        return self.engine.search(position.state, within, past=past_of(position), multipv=multipv, on_depth=on_depth)

    def _follow(self, position: Position) -> None:
        """Make this position the root of the tree; what is known of it stays, if it follows from the old root."""
        moves, at, searched = [], position, self._searched
        while searched is not None and at.parent is not None and len(at.line) > len(searched.line):
            moves.append(at.last)
            at = at.parent
        if searched is None or at.state != searched.state or len(at.line) != len(searched.line):
            self.engine.forget()
        else:
            self.engine.advance([move for move in reversed(moves) if move is not None])
        self._searched = position

    @property
    def is_pondering(self) -> bool:
        """Is a search on the opponent's time running?"""
        return self._pondering.is_running

    def start_pondering(self, position: Position) -> None:
        """Let the tree grow on the opponent's time, if the spec says `ponder=true`: under each of his moves."""
        self.stop_pondering()
        if not self.settings.get("ponder") or position.is_over or position.is_chance:
            return
        self._follow(position)
        engine, past = self.engine, past_of(position)
        self._pondering.start(lambda limits: engine.search(position.state, limits, past=past))

    def stop_pondering(self) -> None:
        """End the search on the opponent's time; its tree stays."""
        self._pondering.stop()

    def close(self) -> None:
        """Stop pondering."""
        self.stop_pondering()


def _refuses(game: Game) -> str:
    """Why the engine cannot play a game, or an empty text."""
    from mossa.search.montecarlo.uct import require_perfect_information

    try:
        require_perfect_information(game)
    except MossaError as error:
        return str(error)
    return ""


def _option(name: str) -> Setting | None:
    """Every option of the engine is a setting of the player too: `mcts:exploration=0.7`."""
    if name in SWITCHES:
        return whole_number(SWITCHES[name][1], 0, 1)
    return number(NUMBERS[name][1]) if name in NUMBERS else None


MCTS = PlayerKind(
    "mcts",
    "Monte Carlo tree search (UCT; with a network PUCT), compiled for the game; nodes are simulations",
    MctsPlayer,
    {
        "time": LIMITS["time"],
        "nodes": whole_number("simulations a move", 1, 10**17),
        "threads": whole_number("threads", 1, 256),
        "memory": whole_number("MiB of the node pool", 1, 1 << 20),
        "network": Setting(str, "true, false or a file", "ask a network, the game's own or one in a file"),
        "exploration": number(NUMBERS["exploration"][1]),
        "seed": SEED,
        "ponder": PONDER,
    },
    _refuses,
    _option,
)
