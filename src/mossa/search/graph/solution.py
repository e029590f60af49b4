"""A game solved from one position on: every state that can be reached from there, with its value and its best moves."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import run_threads

from .components import find_components
from .stage_game import solve_matrix, tableau_size
from .state_graph import MOST_STATES, StateGraph, build_graph, children, find_state, graph_kernel, too_big
from .value_iteration import FAR, StageMemory, distances, iterate, residual

__all__ = ["GraphSolution", "endless_value", "refuses_graph", "solve_graph"]

TOLERANCE = 1e-13
"""Value iteration ends when no value changes by more than this part of the range of the utilities."""
EQUAL = 1e-9
"""Moves whose values differ by no more than this part of the range are equally good."""


def endless_value(game: Game) -> float:
    """What play without an end is worth: to a player alone the least utility, else 0 or the bound nearest to it."""
    low, high = game.facts.utility
    return float(low) if game.facts.players == 1 else float(min(max(0, low), high))


def refuses_graph(game: Game) -> str:
    """Why the states of a game cannot be solved one by one (the end of a sentence), or an empty text."""
    facts = game.facts
    if facts.hidden:
        return "hides information"
    if game.rules.sampled:
        return "draws the outcomes of chance and does not list them"
    if facts.simultaneous and (facts.players != 2 or not facts.zero_sum):
        return "has simultaneous moves, and not two players with opposite interests"
    return ""


@dataclass
class GraphSolution:
    """The values of all states that can be reached from a root."""

    game: Game
    graph: StateGraph
    residual: float
    sweeps: int
    """The most times that the values of one component were computed."""
    seconds: float
    plies: Ints | None = None
    """In a game without chance: how far the end is."""
    compiled: bool = True
    exact: bool = True
    """No value depends on itself through chance, so that all are exact but for rounding."""
    _numbers: dict[State, int] = field(default_factory=dict)

    def number(self, state: State) -> int:
        """The number of a state, or −1 if the root does not lead to it."""
        if state not in self._numbers:
            self._numbers[state] = find_state(self.game, self.graph, state, compiled=self.compiled)
        return self._numbers[state]

    def __contains__(self, state: State) -> bool:
        return self.number(state) >= 0

    def values(self, number: int) -> tuple[float, ...]:
        """What a state is worth to each player."""
        players = self.game.facts.players
        return tuple(
            round(float(v), 12) + 0.0 for v in self.graph.values.array[number * players : (number + 1) * players]
        )

    def result(self, state: State, multipv: int = 1) -> SearchResult:
        """The value of a state and its best moves; at a chance node the value is player 0's and there is no move."""
        rules, number = self.game.rules, self.number(state)
        if number < 0:
            raise MossaError(f"{rules.write_position(state)} cannot be reached from where the game was solved")
        moves = rules.legal(state)
        if not moves:
            raise MossaError("the game is over: there is nothing to solve")
        known: dict[str, Any] = {
            "exact": self.exact,
            "residual": self.residual,
            "nodes": self.graph.count,
            "seconds": self.seconds,
            "vector": self.values(number) if self.game.facts.players > 2 else (),
        }
        mover = rules.mover(state)
        if mover == CHANCE:
            return SearchResult(-1, self.values(number)[0], **known)
        if self.game.facts.simultaneous:
            mixed = self._round(number, mover, moves, known)
            if mixed is not None:
                return mixed
        below = children(self.graph, number).tolist()
        worth = {move: self.values(child)[mover] for move, child in zip(moves, below, strict=True)}
        ranked = sorted(worth.items(), key=lambda item: -item[1])
        low, high = self.game.facts.utility
        best = [move for move in moves if worth[move] >= ranked[0][1] - EQUAL * (high - low)]
        best, plies = self._by_distance(dict(zip(moves, below, strict=True)), best, ranked[0][1])
        line = self._line(state, best[0])
        lines = tuple(sorted(worth.items(), key=lambda item: (item[0] not in best, -item[1])))[:multipv]
        return SearchResult(
            best[0], ranked[0][1], tuple(best), depth=plies, pv=line, candidates=lines if multipv > 1 else (), **known
        )

    def _by_distance(self, child: dict[int, int], best: list[int], value: float) -> tuple[list[int], int]:
        """Of the best moves those that win soonest or lose latest, and the plies to the end; 0 where it has none."""
        if self.plies is None:
            return best, 0
        far = {move: int(self.plies.array[child[move]]) for move in best}
        loses = value <= endless_value(self.game) and self.game.facts.players > 1
        wanted = max(far.values()) if loses else min(far.values())
        return [move for move in best if far[move] == wanted], 0 if wanted >= FAR else wanted + 1

    def _line(self, state: State, move: int) -> tuple[int, ...]:
        """The moves to the end where the distances lead there, else only the first."""
        if self.plies is None or self.game.facts.simultaneous:
            return (move,)
        line, rules = [move], self.game.rules
        state = rules.play(state, move)
        number = self.number(state)
        while 0 < self.plies.array[number] < FAR:
            moves, below = rules.legal(state), children(self.graph, number).tolist()
            mover = rules.mover(state)
            value = self.values(number)[mover]
            best = [m for m, c in zip(moves, below, strict=True) if self.values(c)[mover] >= value - EQUAL]
            chosen = self._by_distance(dict(zip(moves, below, strict=True)), best, value)[0][0]
            line.append(chosen)
            number, state = below[moves.index(chosen)], rules.play(state, chosen)
        return tuple(line)

    def _round(self, number: int, mover: int, moves: list[int], known: dict[str, Any]) -> SearchResult | None:
        """The mixed strategy of a player in a round of simultaneous moves; None if he moves alone."""
        import numpy as np

        graph = self.graph
        if mover == 1:  # the round began a ply ago, with any choice of the other player
            parents = np.flatnonzero(graph.targets.array[: int(graph.first.array[graph.count])] == number)
            owners = np.searchsorted(graph.first.array[: graph.count + 1], parents, "right") - 1
            number = next((int(one) for one in owners if graph.movers.array[one] == 0), -1)
            if number < 0:
                return None
        rows = children(graph, number)
        if any(graph.movers.array[row] != 1 for row in rows):
            return None
        table = np.array([[self.values(int(child))[0] for child in children(graph, int(row))] for row in rows])
        height, width = table.shape
        row_mix, column_mix = Reals(height), Reals(width)
        value = solve_matrix(
            Reals(table.ravel().copy()), height, width, Reals(tableau_size(height, width)), row_mix, column_mix
        )
        shares = (row_mix if mover == 0 else column_mix).array
        gains = table @ column_mix.array if mover == 0 else -(row_mix.array @ table)
        likeliest = moves[int(shares.argmax())]
        return SearchResult(
            likeliest,
            round(float(value if mover == 0 else -value), 12) + 0.0,
            tuple(move for move, share in zip(moves, shares, strict=True) if share > EQUAL),
            pv=(likeliest,),
            candidates=tuple(sorted(zip(moves, gains.tolist(), strict=True), key=lambda item: -item[1])),
            probabilities=tuple(zip(moves, shares.tolist(), strict=True)),
            **known,
        )


def solve_graph(
    game: Game,
    root: State,
    limits: Limits | None = None,
    *,
    most: int = MOST_STATES,
    compiled: bool = True,
) -> GraphSolution:
    """Solve all states that can be reached from `root`; GraphTooBig where they are too many for the limits.

    >>> import mossa
    >>> grundy = mossa.game("grundy")
    >>> solution = solve_graph(grundy, grundy.rules.start(), compiled=False)
    >>> solution.result(grundy.rules.start()).value, solution.graph.count
    (-1.0, 14)
    """
    reason = refuses_graph(game)
    if reason:
        raise MossaError(f"{game.name} {reason}: its positions cannot be solved one by one")
    begin, limits = time.perf_counter(), limits or Limits()
    graph = build_graph(game, root, limits, most=most, compiled=compiled)
    facts, widest, players = game.facts, game.facts.widest, game.facts.players
    rounds = widest if facts.simultaneous else 1
    memory = StageMemory(
        payoffs=Reals(rounds * rounds), tableau=Reals(tableau_size(rounds, rounds)), rows=Reals(rounds),
        columns=Reals(rounds), values=Reals(max(2, players)),
    )  # fmt: skip
    plies = None if facts.chance or facts.simultaneous or players > 2 else Ints(graph.count)
    endless, tolerance = endless_value(game), TOLERANCE * (facts.utility[1] - facts.utility[0])
    sweep, measure = graph_kernel(iterate, game, compiled), graph_kernel(residual, game, compiled)
    measured, sweeps = 0.0, 0

    def work() -> None:
        nonlocal measured, sweeps
        parts = find_components(graph, compiled=compiled)
        sweeps = int(sweep(graph, parts, memory, tolerance, endless))
        if sweeps > 0:
            measured = float(measure(graph, memory))
            if plies is not None:
                graph_kernel(distances, game, compiled)(graph, parts, plies, endless)

    def halt() -> None:
        graph.signal.stop = 1

    left = None if limits.time is None else max(0.001, limits.time - (time.perf_counter() - begin))
    run_threads([work], halt, limits.stop, left)
    if sweeps == -2:
        raise MossaError(f"{game.name}: in a round of simultaneous moves a player's choices depend on the other's")
    if sweeps <= 0:
        raise too_big(game, graph.count, time.perf_counter() - begin)
    exact = sweeps == 1 or (not facts.chance and facts.perfect and players <= 2)
    return GraphSolution(
        game, graph, measured, sweeps, time.perf_counter() - begin, plies, compiled, exact and measured <= tolerance
    )
