"""All states that can be reached from one, each once, with the moves between them: breadth first, compiled.

A state has a number, in the order in which it was first met; the root is 0. Its numbers are stored whole, so two states
are never taken for one. The children of state i are `targets[first[i]] … targets[first[i + 1] - 1]`, in the order in
which the game lists the moves. States that recur are met again and cost one look into the index, so a game may have
cycles and no last move.

Compiled code allocates nothing: when the memory is full, `expand` returns, the memory is doubled, and it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.core.protocol import State
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_key, make_reader, make_writer
from mossa.kernel.memory import Int32s, Ints, Reals, Struct, Vector, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import run_threads

from .state_numbers import add_state, refill_index

__all__ = [
    "MOST_STATES",
    "OVER",
    "GraphTooBig",
    "StateGraph",
    "build_graph",
    "children",
    "find_state",
    "graph_kernel",
    "too_big",
]

game: KernelRules = slot("game")
extra: Any = slot("extra")

OVER = -2
"""The `mover` of a state in which the game has ended."""
COMPLETE, FULL, STOPPED = 0, 1, 2
"""What `expand` returns."""
MOST_STATES = 20_000_000
"""A graph has at most this many states."""
BYTES, MOST_BYTES = 100, 3 << 30
"""Bytes that a state takes beside its numbers and values, about, and those that a graph may take."""
FIRST_STATES = 1 << 12
"""Room at the beginning."""


class GraphTooBig(MossaError):
    """There are more states than were allowed, or the time was over before all were met."""


def too_big(game: Game, states: int, seconds: float | None) -> GraphTooBig:
    """The sentence for a person; `seconds`: the time was over, else the memory."""
    enough = "are more than there is memory for" if seconds is None else f"in {seconds:.1f} s were not enough"
    more = "" if seconds is None else ", or more time"
    return GraphTooBig(
        f"{game.name} is too big to solve from this position: {states:,} nodes {enough}; give a position nearer to the "
        f"end{more}"
    )


class StateGraph(Struct):
    """States by number, their children, and what each is worth."""

    words: Words
    """The numbers of state i begin at i · SIZE."""
    index: Int32s
    """A hash table with open addressing: 1 + the number of a state, or 0."""
    mask: u64
    count: int
    """States met."""
    expanded: int
    """States whose children are known."""
    capacity: int
    """States for which there is memory."""
    edge_capacity: int
    first: Ints
    targets: Int32s
    shares: Reals
    """The probabilities of the children of chance states (empty in a game without chance)."""
    movers: Int32s
    values: Reals
    """What state i is worth to player p, at i · PLAYERS + p; at first only that of ended games is known."""
    signal: StopSignal


def number_of(state: Any, graph: StateGraph) -> int:
    """The number of a state, or −1 if it is not in the graph."""
    before = graph.count
    number = add_state(state, graph)
    if graph.count == before:
        return number
    at = extra.hash(state) & graph.mask  # it was appended: take it out again
    while graph.index[int(at)] != before + 1:
        at = (at + 1) & graph.mask
    graph.index[int(at)] = 0
    graph.count = before
    return -1


def expand(graph: StateGraph, moves: Ints) -> int:
    """Meet the children of all states that are not expanded yet, as far as the memory goes."""
    while graph.expanded < graph.count:
        number = graph.expanded
        edge: int = graph.first[number]
        if graph.count + game.WIDEST + 1 > graph.capacity or edge + game.WIDEST > graph.edge_capacity:
            return FULL
        if graph.signal.stop != 0:
            return STOPPED
        state = extra.read(graph.words, number * extra.SIZE)
        n = 0
        if not game.is_over(state):
            n = game.moves(state, moves, 0)
        if n == 0:
            graph.movers[number] = OVER
            for player in range(game.PLAYERS):
                graph.values[number * game.PLAYERS + player] = float(game.utility(state, player))
        else:
            mover = game.mover(state)
            graph.movers[number] = mover
            for i in range(n):
                graph.targets[edge + i] = add_state(game.play(state, moves[i]), graph)
                if extra.HAS_CHANCE and mover < 0:
                    graph.shares[edge + i] = game.probability(state, moves[i])
        graph.first[number + 1] = edge + n
        graph.expanded += 1
    return COMPLETE


@lru_cache(maxsize=256)
def graph_kernel(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """A kernel of this package bound to a game."""
    example, facts = game.rules.start(), game.facts
    mine = {
        "read": make_reader(example),
        "write": make_writer(example),
        "hash": make_key(example),
        "SIZE": len(flatten(example)),
        "HAS_CHANCE": facts.chance,
        "ROUNDS": facts.simultaneous and facts.players == 2,
        "SLACK": 1e-12 * (facts.utility[1] - facts.utility[0]),
    }
    label, module = game.name.rsplit("/", 1)[-1], entry.__module__.rsplit(".", 1)[-1]
    slots = {"game": kernel_rules(game.rules), "extra": mine}
    return specialise(entry, slots, name=f"{label} {module}.{entry.__name__}", compiled=compiled)


def _grown(vector: Vector, size: int) -> Any:
    """The vector with more space at its end."""
    larger = type(vector)(size)
    larger.array[: len(vector.array)] = vector.array
    return larger


def _grow(game: Game, graph: StateGraph, states: int, edges: int) -> None:
    """Give the graph memory for this many states and edges; its index must be filled again."""
    size, players = len(flatten(game.rules.start())), game.facts.players
    graph.capacity, graph.edge_capacity = states, edges
    graph.words, graph.values = _grown(graph.words, states * size), _grown(graph.values, states * players)
    graph.first, graph.movers = _grown(graph.first, states + 1), _grown(graph.movers, states)
    graph.targets = _grown(graph.targets, edges)
    if game.facts.chance:
        graph.shares = _grown(graph.shares, edges)
    places = 1 << (2 * states - 1).bit_length()
    graph.index, graph.mask = Int32s(places), u64(places - 1)


def build_graph(
    game: Game, root: State, limits: Limits | None = None, *, most: int = MOST_STATES, compiled: bool = True
) -> StateGraph:
    """The graph of all states that can be reached from `root`; GraphTooBig if it has more than `most` states, or if the
    limits were reached before.

    >>> import mossa
    >>> tictactoe = mossa.game("tictactoe")
    >>> build_graph(tictactoe, tictactoe.rules.start(), compiled=False).count
    5478
    """
    limits = limits or Limits()
    add, grow, fill = (graph_kernel(entry, game, compiled) for entry in (add_state, expand, refill_index))
    size, widest = len(flatten(root)), game.facts.widest
    most = min(most, MOST_BYTES // (BYTES + 8 * size + 8 * game.facts.players))
    graph = StateGraph(
        words=Words(0), index=Int32s(0), mask=u64(0), count=0, expanded=0, capacity=0, edge_capacity=0,
        first=Ints(1), targets=Int32s(0), shares=Reals(0), movers=Int32s(0), values=Reals(0), signal=StopSignal(stop=0),
    )  # fmt: skip
    states, edges, moves = FIRST_STATES + widest, 4 * FIRST_STATES + widest, Ints(widest + 1)
    _grow(game, graph, states, edges)
    add(root, graph)
    outcome = FULL

    def work() -> None:
        nonlocal outcome, states, edges
        while True:
            outcome = int(grow(graph, moves))
            if outcome != FULL or graph.count > most:
                return
            if graph.count + widest + 1 > states:
                states = min(2 * states, most + widest + 2)
            if int(graph.first.array[graph.expanded]) + widest > edges:
                edges *= 2
            _grow(game, graph, states, edges)
            fill(graph)

    def halt() -> None:
        graph.signal.stop = 1

    begin = time.perf_counter()
    run_threads([work], halt, limits.stop, limits.time)
    if outcome != COMPLETE or graph.count > most:
        raise too_big(game, graph.count, None if graph.count > most else time.perf_counter() - begin)
    graph.signal.stop = 0
    return graph


def find_state(game: Game, graph: StateGraph, state: State, *, compiled: bool = True) -> int:
    """The number of a state in the graph, or −1."""
    return int(graph_kernel(number_of, game, compiled)(state, graph))


def children(graph: StateGraph, number: int) -> Any:
    """The numbers of the children of a state, in the order of its moves."""
    first = graph.first.array
    return np.asarray(graph.targets.array[first[number] : first[number + 1]])
