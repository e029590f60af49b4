"""All positions solved, as a player: value iteration over the graph of states; a search where they are too many."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS, SEED, whole_number
from .seeded_random import draw_move

if TYPE_CHECKING:
    from mossa.search.graph.solution import GraphSolution

__all__ = ["VALUE_ITERATION", "ValueIterationPlayer", "has_rounds", "solved"]

STATES = 3_000_000
"""More states than this are not solved, unless the spec says so."""
PATIENCE = 20.0
"""Seconds for solving the game before it begins."""
MIB = 512
"""Memory of a solution of STATES states, about."""


@lru_cache(maxsize=2)
def _kept(game: Game, root: State, states: int) -> list[GraphSolution | None]:
    """Where the solution from a root is kept, so that two players of one game share it."""
    return [None]


def solved(game: Game, root: State, limits: Limits, states: int = STATES) -> GraphSolution:
    """The solution from a root, computed once; a MossaError if there are too many states for the limits."""
    from mossa.search.graph.solution import solve_graph

    kept = _kept(game, root, states)
    known = kept[0]
    if known is None:
        known = kept[0] = solve_graph(game, root, limits, most=states)
    return known


class ValueIterationPlayer(RandomizedPlayer):
    """Solves all positions that can be reached; where they are too many, another player chooses: `spare`."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._spare: Player | None = None
        self._solution: GraphSolution | None = None
        self._too_big = False

    @property
    def memory_mib(self) -> int:
        """MiB of a solution."""
        return MIB

    @property
    def spare(self) -> Player:
        """The player that chooses where there are too many positions."""
        if self._spare is None:
            from .players import player, search_player

            self._spare = player(search_player(self.game), self.game)
        return self._spare

    def prepare(self, limits: Limits) -> None:
        """Solve the whole game, if it is small enough; else prepare the other player."""
        if self._solution is None and not self._too_big:
            seconds = min(PATIENCE, limits.time or PATIENCE)
            self._solve(self.game.rules.start(), replace(limits, time=seconds, nodes=None))
            self._too_big = self._solution is None
        if self._too_big:
            self.spare.prepare(limits)

    def begin(self, seed: int) -> None:
        """Draw from this seed, where the solution is a mixed strategy."""
        super().begin(seed)
        if self._spare is not None:
            self._spare.begin(seed)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A best move of the solution; a searched one where no solution was found in half the time."""
        limits, began = stricter_limits(limits, self.settings), time.perf_counter()
        if self._solution is None or position.state not in self._solution:
            half = None if limits.time is None else limits.time / 2
            if not self._too_big or limits.time is None or limits.time > 1:
                self._solve(position.state, replace(limits, time=half, nodes=None))
        if self._solution is None or position.state not in self._solution:
            spent = time.perf_counter() - began
            left = None if limits.time is None else max(limits.time - spent, limits.time / 4)
            self.spare.on_depth = self.on_depth
            return self.spare.choose(position, replace(limits, time=left), ties=ties, multipv=multipv)
        found = self._solution.result(position.state, multipv)
        if found.probabilities:
            move = draw_move(found.probabilities, self.move_seeds()())
            found = replace(found, move=move, pv=(move,))
        return replace(found, seconds=time.perf_counter() - began)

    def _solve(self, root: State, limits: Limits) -> None:
        try:
            self._solution = solved(self.game, root, limits, self.settings.get("states", STATES))
        except MossaError:
            self._solution = None


def has_rounds(game: Game) -> bool:
    """Is it a game of several rounds in which nothing is hidden but the choices of the round?"""
    facts = game.facts
    return facts.simultaneous and facts.longest != facts.players and not _refuses(game)


def _refuses(game: Game) -> str:
    """Why the positions of a game cannot be solved one by one, or an empty text."""
    from mossa.search.graph.solution import refuses_graph

    reason = refuses_graph(game)
    return f"the game {reason}" if reason else ""


VALUE_ITERATION = PlayerKind(
    "value-iteration",
    "all positions solved, also where they recur or chance moves; where they are too many, a search",
    ValueIterationPlayer,
    {**LIMITS, "states": whole_number("states at most", 1, 100_000_000), "seed": SEED},
    _refuses,
)
