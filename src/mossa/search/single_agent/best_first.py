"""A* and breadth-first search for one player: the shortest way to an end that is worth the greatest utility.

A* takes the state with the least f = g + h first: g plies from the root, h at least how many are still to come
(`least_plies` of the game) [HartNilssonRaphael68]. If h never says too much, the first goal that is taken is the
nearest. Without `least_plies` h is 0, and A* is breadth-first search. States are kept once, by all their numbers; one
that is met again by a shorter way is opened again.

Open states lie in buckets by f, the last one in first: of equal f the deepest is taken.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Int32s, Ints, Struct, Words
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal
from mossa.search.graph.state_numbers import add_state

__all__ = ["FOUND", "MEMORY_FULL", "NOT_FOUND", "STOPPED", "BestFirst", "best_first", "open_root"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

FOUND, NOT_FOUND, STOPPED, MEMORY_FULL = 0, 1, 2, 3
"""What a search returns."""


class BestFirst(Struct):
    """The memory of a search, which can be stopped and resumed."""

    words: Words
    """The numbers of state i begin at i · SIZE."""
    index: Int32s
    """See `mossa.search.graph.state_numbers`, as for `words`, `mask` and `count`."""
    mask: u64
    count: int
    capacity: int
    """States for which there is memory."""
    plies: Int32s
    """g: the length of the shortest known way to each state."""
    parents: Int32s
    moves: Int32s
    """The last state and the last move of that way; of a wide move its place among the moves of the state."""
    entries: Int32s
    """Open entries: the state, its g when it was opened, and the next entry of the bucket, three numbers each."""
    opened: int
    entry_capacity: int
    buckets: Int32s
    """The last entry with each f, plus 1."""
    least: int
    """The least f of an open state."""
    greatest: int
    """There are buckets below this."""
    goal: int
    """The number of the goal, or −1."""
    wanted: int
    """The outcome of a goal."""
    nodes: int
    limit: int
    signal: StopSignal
    buffer: Ints
    """The moves of one state."""


def reach(state: Any, parent: int, move: int, plies: int, memory: BestFirst) -> int:
    """A state is reached after `plies`: open it, if that is the shortest way so far."""
    before = memory.count
    number = add_state(state, memory)
    if number < before and memory.plies[number] <= plies:
        return number
    memory.plies[number] = plies
    memory.parents[number] = parent
    memory.moves[number] = move
    f = plies
    if extra.HAS_LEAST_PLIES:
        f = max(plies + game.least_plies(state), memory.least)  # it never falls along a way
    f = min(f, memory.greatest - 1)
    entry = 3 * memory.opened
    memory.entries[entry] = number
    memory.entries[entry + 1] = plies
    memory.entries[entry + 2] = memory.buckets[f]
    memory.opened += 1
    memory.buckets[f] = memory.opened
    return number


def open_root(root: Any, memory: BestFirst) -> int:
    """Begin with the root."""
    memory.least = 0
    memory.goal = -1
    return reach(root, -1, -1, 0, memory)


def best_first(memory: BestFirst) -> int:
    """Go on with the search, until the nearest goal is found, no state is left, or it is stopped or out of memory."""
    while memory.least < memory.greatest:
        if memory.buckets[memory.least] == 0:
            memory.least += 1
            continue
        if memory.signal.stop != 0 or memory.nodes >= memory.limit:
            return STOPPED
        if memory.count + game.WIDEST + 1 > memory.capacity or memory.opened + game.WIDEST + 1 > memory.entry_capacity:
            return MEMORY_FULL
        entry = 3 * (memory.buckets[memory.least] - 1)
        number: int = memory.entries[entry]
        plies: int = memory.entries[entry + 1]
        memory.buckets[memory.least] = memory.entries[entry + 2]
        if plies != memory.plies[number]:  # a shorter way was found since
            continue
        state = extra.read(memory.words, number * extra.SIZE)
        n = 0
        if not game.is_over(state):
            n = game.moves(state, memory.buffer, 0)
        if n == 0 and int(game.outcome(state, 0)) >= memory.wanted:
            memory.goal = number
            return FOUND
        for i in range(n):
            move = memory.buffer[i]
            memory.nodes += 1
            reach(game.play(state, move), number, i if game.WIDE else move, plies + 1, memory)
    return NOT_FOUND
