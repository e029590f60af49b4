"""Exact solutions: the value of a position under perfect play, by the method that suits the game's facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .alphabeta_player import refuses_alphabeta
from .player import PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS
from .policy_player import PolicyPlayer, mixed_strategy
from .seeded_random import draw_move
from .single_agent_player import SINGLE_AGENT
from .textbook_player import LimitedRules
from .value_iteration_player import has_rounds

if TYPE_CHECKING:
    from mossa.search.alphabeta.solver import Solver
    from mossa.search.graph.solution import GraphSolution

__all__ = ["PERFECT", "SOLVE_TIME", "ExactPlayer", "exact"]

MEMORY = 256
"""MiB of the solver's transposition table."""
SOLVE_TIME = 60.0
"""Seconds after which the solver gives up, if no limit is given."""


def exact(position: Position, limits: Limits | None = None) -> SearchResult:
    """The proven value of a position with all optimal moves; a MossaError if the limits do not suffice.

    In a game with hidden information the answer is an equilibrium strategy in the mover's information state. At a
    chance node there is no move, and the value is player 0's.
    """
    game, limits = position.game, limits or Limits(time=SOLVE_TIME)
    if position.is_over:
        raise MossaError("the game is over: there is nothing to solve")
    if not game.facts.perfect:
        found = _by_rounds(position, limits)
        return found or _hidden_information(position, PolicyPlayer(game, "policy", {}), limits)
    if suits_solver(game):
        from mossa.search.alphabeta.endgame_play import perfect_result
        from mossa.search.alphabeta.solver import solve

        return perfect_result(game, position.state) or solve(game, position.state, limits, memory_mib=MEMORY)
    if not SINGLE_AGENT.refuses(game):
        return _puzzle(position, limits)
    from mossa.search.graph.solution import solve_graph

    return solve_graph(game, position.state, limits).result(position.state)


def _puzzle(position: Position, limits: Limits) -> SearchResult:
    from mossa.search.single_agent.solver import SingleAgent

    game = position.game
    found = SingleAgent(game).search(position.state, limits)
    if not found.exact:
        raise MossaError(
            f"{game.name} is too big to solve from this position: {found.nodes:,} nodes in {found.seconds:.1f} s were "
            "not enough; give a position nearer to the end, or more time"
        )
    return found


def suits_solver(game: Game) -> bool:
    """Is alpha-beta the way to solve a game?"""
    return not refuses_alphabeta(game) and game.facts.longest is not None


def _by_rounds(position: Position, limits: Limits) -> SearchResult | None:
    """The solution of a game of rounds; None if it is none, or has too many positions."""
    from mossa.search.graph.solution import solve_graph
    from mossa.search.graph.state_graph import GraphTooBig

    game = position.game
    if not has_rounds(game):
        return None
    half = None if limits.time is None else limits.time / 2
    try:
        return solve_graph(game, position.state, replace(limits, time=half)).result(position.state)
    except GraphTooBig:
        return None


def _hidden_information(position: Position, solver: PolicyPlayer, limits: Limits) -> SearchResult:
    watch = LimitedRules(position.game.rules, limits)
    policy = solver.policy(limits, patient=True)
    if position.is_chance:
        gap = 0.0 if policy.exact else policy.exploitability
        found = SearchResult(-1, policy.value, exact=policy.exact, vector=policy.values, exploitability=gap)
    else:
        found = mixed_strategy(policy, position.state)
    return replace(found, nodes=sum(policy.form.histories), seconds=watch.seconds)


class ExactPlayer(RandomizedPlayer):
    """Plays the exact solution. A MossaError where a position is too big to solve."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._solver: Solver | None = None
        self._graph: GraphSolution | None = None
        self._policy = None if game.facts.perfect or has_rounds(game) else PolicyPlayer(game, spec, {})

    @property
    def memory_mib(self) -> int:
        """MiB of its solver."""
        return MEMORY

    def prepare(self, limits: Limits) -> None:
        """Solve a game with hidden information; compile the solver for one with perfect information."""
        if self._policy is not None:
            self._policy.prepare(stricter_limits(limits, self.settings))
        elif self._solver is None and suits_solver(self.game):
            from mossa.search.alphabeta.solution_book import load_solution_book
            from mossa.search.alphabeta.solver import Solver

            self._solver = Solver(self.game, memory_mib=MEMORY, solutions=load_solution_book(self.game))

    def begin(self, seed: int) -> None:
        """Draw from this seed, where the solution is a mixed strategy."""
        super().begin(seed)
        if self._policy is not None:
            self._policy.begin(seed)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """An optimal move. Limits of depth and nodes are ignored: with them it would not be perfect."""
        if self._policy is not None:
            return self._policy.choose(position, limits)
        time_limit = Limits(time=self.settings.get("time", SOLVE_TIME), stop=limits.stop)
        if self._solver is not None:
            return self._solver.solve(position.state, time_limit, all_moves=ties)
        if not SINGLE_AGENT.refuses(self.game):
            return _puzzle(position, time_limit)
        if self._graph is None or position.state not in self._graph:
            from mossa.search.graph.solution import solve_graph

            self._graph = solve_graph(self.game, position.state, time_limit)
        found = self._graph.result(position.state, multipv)
        if not found.probabilities:
            return found
        return replace(found, move=draw_move(found.probabilities, self.move_seeds()()))


PERFECT = PlayerKind(
    "perfect",
    "the exact solution, for games small enough to have one",
    ExactPlayer,
    {"time": LIMITS["time"]},
)
