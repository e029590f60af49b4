"""Exact solutions: the value of a position under perfect play, by the method that suits the game's facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.core.facts import Facts
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .alphabeta_player import refuses_alphabeta
from .player import Player, PlayerKind, stricter_limits
from .player_settings import LIMITS
from .policy_player import MixedStrategy, PolicyPlayer, mixed_strategy
from .textbook_player import LimitedRules, LimitReached, run_algorithm

if TYPE_CHECKING:
    from mossa.search.alphabeta.solver import Solver

__all__ = ["PERFECT", "SOLVE_TIME", "ExactPlayer", "exact"]

MEMORY = 256
"""MiB of the solver's transposition table."""
SOLVE_TIME = 60.0
"""Seconds after which the solver gives up, if no limit is given."""

TEXTBOOK = ("alphabeta", "expectiminimax", "maxn")
"""The textbook algorithms for games that the compiled solver refuses; the first that fits is used."""


def exact(position: Position, limits: Limits | None = None) -> SearchResult:
    """The proven value of a position with all optimal moves; a MossaError if the limits do not suffice.

    In a game with hidden information the answer is a `MixedStrategy`: an equilibrium strategy in the mover's
    information state. At a chance node there is no move, and the value is player 0's.
    """
    game, limits = position.game, limits or Limits(time=SOLVE_TIME)
    if position.is_over:
        raise MossaError("the game is over: there is nothing to solve")
    if not game.facts.perfect:
        return _hidden_information(position, PolicyPlayer(game, "policy", {}), limits)
    if not refuses_alphabeta(game):
        from mossa.search.alphabeta.endgame_play import perfect_result
        from mossa.search.alphabeta.solver import solve

        return perfect_result(game, position.state) or solve(game, position.state, limits, memory_mib=MEMORY)
    return _textbook(position, limits)


def _textbook(position: Position, limits: Limits) -> SearchResult:
    game = position.game
    algorithm = textbook_algorithm(game.facts)
    watch = LimitedRules(game.rules, limits)
    try:
        found = run_algorithm(algorithm, game, position.state, watch, limits.depth, ties=True)
    except LimitReached:
        found = None
    if found is None or not found.exact:
        raise MossaError(
            f"{game.name} is too big to solve from this position: {watch.nodes:,} nodes in {watch.seconds:.1f} s were "
            "not enough; give a position nearer to the end, or more time"
        )
    return replace(found, nodes=watch.nodes, seconds=watch.seconds)


def textbook_algorithm(facts: Facts) -> str:
    """The textbook algorithm that gives exact values for a game with these facts."""
    from mossa.search.textbook import ALGORITHMS

    for name in TEXTBOOK:
        if not ALGORITHMS[name].refusal(facts):
            return name
    raise MossaError(f"no algorithm solves a game of this kind ({facts.kind}, {facts.players} players)")


def _hidden_information(position: Position, solver: PolicyPlayer, limits: Limits) -> SearchResult:
    watch = LimitedRules(position.game.rules, limits)
    policy = solver.policy(limits, patient=True)
    if position.is_chance:
        gap = 0.0 if policy.exact else policy.exploitability
        found = MixedStrategy(-1, policy.value, exact=policy.exact, vector=policy.values, exploitability=gap)
    else:
        found = mixed_strategy(policy, position.state)
    return replace(found, nodes=sum(policy.form.histories), seconds=watch.seconds)


class ExactPlayer(Player):
    """Plays the exact solution. A MossaError where a position is too big to solve."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._solver: Solver | None = None
        self._policy = None if game.facts.perfect else PolicyPlayer(game, spec, {})

    @property
    def memory_mib(self) -> int:
        """MiB of its solver."""
        return MEMORY

    def prepare(self, limits: Limits) -> None:
        """Solve a game with hidden information; compile the solver for one with perfect information."""
        if self._policy is not None:
            self._policy.prepare(stricter_limits(limits, self.settings))
        elif self._solver is None and not refuses_alphabeta(self.game):
            from mossa.search.alphabeta.solution_book import load_solution_book
            from mossa.search.alphabeta.solver import Solver

            self._solver = Solver(self.game, memory_mib=MEMORY, solutions=load_solution_book(self.game))

    def begin(self, seed: int) -> None:
        """Draw from this seed, where the solution is a mixed strategy."""
        if self._policy is not None:
            self._policy.begin(seed)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """An optimal move. Limits of depth and nodes are ignored: with them it would not be perfect."""
        if self._policy is not None:
            return self._policy.choose(position, limits)
        time_limit = Limits(time=self.settings.get("time", SOLVE_TIME), stop=limits.stop)
        if self._solver is not None:
            return self._solver.solve(position.state, time_limit, all_moves=ties)
        return exact(position, time_limit)


PERFECT = PlayerKind(
    "perfect",
    "the exact solution, for games small enough to have one",
    ExactPlayer,
    {"time": LIMITS["time"]},
)
