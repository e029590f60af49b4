"""The searches for puzzles as a player: it follows the line that it has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, stricter_limits
from .player_settings import LIMITS, one_of, whole_number

if TYPE_CHECKING:
    from mossa.search.single_agent.solver import SingleAgent

__all__ = ["SINGLE_AGENT", "SingleAgentPlayer"]

METHODS = ("auto", "all", "depth-first", "breadth-first", "astar", "idastar")
MEMORY = 1024


class SingleAgentPlayer(Player):
    """Searches for one player: all positions, A* and IDA*, or depth first with a table."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._engine: SingleAgent | None = None
        self._line: dict[State, SearchResult] = {}
        """What is known of the states of the last line that ends as well as possible."""

    @property
    def memory_mib(self) -> int:
        """MiB of a search, at most."""
        return int(self.settings.get("memory", MEMORY))

    @property
    def engine(self) -> SingleAgent:
        """The searches, bound to the game."""
        if self._engine is None:
            from mossa.search.single_agent.solver import SingleAgent

            self._engine = SingleAgent(self.game, memory=self.memory_mib << 20)
        return self._engine

    def prepare(self, limits: Limits) -> None:
        """Bind the searches to the game."""
        assert self.engine is not None

    def begin(self, seed: int) -> None:
        """Forget the line of the last game."""
        self._line = {}

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The next move of a line that was found to be best, or a new search."""
        limits = stricter_limits(limits, self.settings)
        known = self._line.get(position.state)
        if known is not None and not ties:
            return known
        found = self.engine.search(position.state, limits, method=self.settings.get("method", "auto"))
        if found.exact:
            self._line, state = {}, position.state
            for ply in range(len(found.pv)):
                rest = found.pv[ply:]
                self._line[state] = replace(found, move=rest[0], moves=(rest[0],), pv=rest, depth=len(rest))
                state = self.game.rules.play(state, rest[0])
        return found


def _refuses(game: Game) -> str:
    """Why the searches cannot play a game, or an empty text."""
    from mossa.search.single_agent.solver import refuses_single_agent

    reason = refuses_single_agent(game)
    return f"the game {reason}" if reason else ""


SINGLE_AGENT = PlayerKind(
    "single-agent",
    "puzzles: all positions, A* and IDA* with the game's bound, depth first with a table",
    SingleAgentPlayer,
    {
        **{name: LIMITS[name] for name in ("time", "nodes")},
        "method": one_of("which search", METHODS),
        "memory": whole_number("MiB of a search", 16, 1 << 20),
    },
    _refuses,
)
