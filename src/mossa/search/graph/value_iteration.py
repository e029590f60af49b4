"""What all states of a graph are worth: backward induction where no state recurs, value iteration where one does.

The components of the graph are taken in the order in which all that a component leads to is known before it. A state
alone in its component takes its value from its children, once. Within a component of several states the values are
computed again and again, each time from the newest ones (Gauss and Seidel), until none changes by more than a tolerance
[Bellman57]. The *residual* is the greatest difference, over all states, between a value and the one that its children
give; it is measured at the end.

A player takes the child that is worth most to himself (max^n, in a game of two minimax), chance the mean. In a game of
two with simultaneous moves a round is a matrix game; its value is that of mixed strategies [Shapley53].

Play that never ends is worth 0 to everybody, or the bound of the utility that is nearest to 0; to a player alone it is
worth the least utility.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Reals, Struct

from .components import Components
from .stage_game import solve_matrix
from .state_graph import OVER, StateGraph

__all__ = ["FAR", "StageMemory", "distances", "iterate", "residual"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

FAR = 1 << 40
"""The distance from the end of a state in which nobody can force it."""
MOST_SWEEPS = 100_000
"""A component is swept at most this often."""


class StageMemory(Struct):
    """Memory for one round of simultaneous moves."""

    payoffs: Reals
    tableau: Reals
    rows: Reals
    columns: Reals
    values: Reals
    """The new values of the state that is looked at."""


def is_round(state: int, graph: StateGraph) -> bool:
    """Do both players choose at once here, each child of the state being one choice of the first?"""
    first: int = graph.first[state]
    second: int = graph.targets[first]
    return bool(graph.movers[state] == 0 and graph.movers[second] == 1)


def round_payoffs(state: int, graph: StateGraph, payoffs: Reals) -> int:
    """Write the matrix of a round, from the first player's side; returns the number of its columns, 0 if the second
    player's choices depend on the first's."""
    columns = -1
    for edge in range(graph.first[state], graph.first[state + 1]):
        child: int = graph.targets[edge]
        begin: int = graph.first[child]
        n: int = graph.first[child + 1] - begin
        if graph.movers[child] != 1 or (columns >= 0 and n != columns):
            return 0
        columns = n
        row = (edge - graph.first[state]) * columns
        for j in range(columns):
            payoffs[row + j] = graph.values[graph.targets[begin + j] * game.PLAYERS]
    return columns


def backup(state: int, graph: StateGraph, memory: StageMemory) -> int:
    """Put what a state is worth, by its children, into `memory.values`; 0 if that cannot be said."""
    first: int = graph.first[state]
    last: int = graph.first[state + 1]
    mover: int = graph.movers[state]
    if extra.ROUNDS and is_round(state, graph):
        columns = round_payoffs(state, graph, memory.payoffs)
        if columns == 0:
            return 0
        value = solve_matrix(memory.payoffs, last - first, columns, memory.tableau, memory.rows, memory.columns)
        memory.values[0] = value
        memory.values[1] = -value
        return 1
    if extra.HAS_CHANCE and mover < 0:
        for player in range(game.PLAYERS):
            total = 0.0
            for edge in range(first, last):
                total += graph.shares[edge] * graph.values[graph.targets[edge] * game.PLAYERS + player]
            memory.values[player] = total
        return 1
    best = graph.targets[first]
    for edge in range(first + 1, last):
        child: int = graph.targets[edge]
        if graph.values[child * game.PLAYERS + mover] > graph.values[best * game.PLAYERS + mover] + extra.SLACK:
            best = child
    for player in range(game.PLAYERS):
        memory.values[player] = graph.values[best * game.PLAYERS + player]
    return 1


def change_of(state: int, graph: StateGraph, memory: StageMemory) -> float:
    """The greatest difference between a state's values and the new ones."""
    change = 0.0
    for player in range(game.PLAYERS):
        change = max(change, abs(memory.values[player] - graph.values[state * game.PLAYERS + player]))
    return change


def take(state: int, graph: StateGraph, memory: StageMemory) -> int:
    """Let the new values be those of the state."""
    for player in range(game.PLAYERS):
        graph.values[state * game.PLAYERS + player] = memory.values[player]
    return state


def iterate(graph: StateGraph, parts: Components, memory: StageMemory, tolerance: float, endless: float) -> int:
    """Find all values; `endless` is what play without an end is worth. Returns the most sweeps that a component took;
    −1 if it was stopped; −2 if a round is no matrix game."""
    for number in range(graph.count):
        if graph.movers[number] != OVER:
            for player in range(game.PLAYERS):
                graph.values[number * game.PLAYERS + player] = endless
    most = 1
    for part in range(parts.count):
        begin: int = parts.starts[part]
        end: int = parts.starts[part + 1]
        sweep, change = 0, 2.0 * tolerance
        while change > tolerance and sweep < MOST_SWEEPS:
            if graph.signal.stop != 0:
                return -1
            change = 0.0
            sweep += 1
            for i in range(begin, end):
                state: int = parts.order[i]
                if graph.movers[state] != OVER:
                    if backup(state, graph, memory) == 0:
                        return -2
                    change = max(change, change_of(state, graph, memory))
                    take(state, graph, memory)
            if end - begin == 1 and not loops(parts.order[begin], graph):
                break
        most = max(most, sweep)
    return most


def loops(state: int, graph: StateGraph) -> bool:
    """Is a state its own child?"""
    for edge in range(graph.first[state], graph.first[state + 1]):
        if graph.targets[edge] == state:
            return True
    return False


def residual(graph: StateGraph, memory: StageMemory) -> float:
    """The greatest difference between a value and the one that the children give."""
    worst = 0.0
    for state in range(graph.count):
        if graph.movers[state] != OVER:
            backup(state, graph, memory)
            worst = max(worst, change_of(state, graph, memory))
    return worst


def distances(graph: StateGraph, parts: Components, plies: Ints, endless: float) -> int:
    """In a game without chance: the plies to the end where the winner takes the shortest way and the loser the longest,
    among the moves that keep the value. FAR where nobody can force an end. Returns the greatest that is not FAR."""
    for number in range(graph.count):
        plies[number] = 0 if graph.movers[number] == OVER else FAR
    for part in range(parts.count):
        changed = True
        while changed and graph.signal.stop == 0:
            changed = False
            for i in range(parts.starts[part], parts.starts[part + 1]):
                state: int = parts.order[i]
                if graph.movers[state] != OVER:
                    new = distance(state, graph, plies, endless)
                    if new != plies[state]:
                        plies[state] = new
                        changed = True
    most = 0
    for number in range(graph.count):
        if plies[number] < FAR:
            most = max(most, plies[number])
    return most


def distance(state: int, graph: StateGraph, plies: Ints, endless: float) -> int:
    """The distance from the end that follows from those of the children."""
    mover: int = graph.movers[state]
    value = graph.values[state * game.PLAYERS + mover]
    hurry = value > endless or (game.PLAYERS == 1 and value >= endless)
    found = FAR if hurry else 0
    for edge in range(graph.first[state], graph.first[state + 1]):
        child: int = graph.targets[edge]
        if graph.values[child * game.PLAYERS + mover] >= value - extra.SLACK:
            if hurry:
                found = min(found, plies[child])
            else:
                found = max(found, plies[child])
    return min(FAR, found + 1)
