"""IDA*: depth-first search below a bound of f = g + h, which grows until the nearest goal is found [Korf85].

It needs memory for one line only. A state that occurs on the line already is left, so cycles end. A table of fixed size
remembers the least g with which a state was met below the present bound; where it overflows, states are searched again,
and nothing else changes.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Struct, Words
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal

from .depth_first import sort_moves

__all__ = ["BELOW", "FOUND", "NO_BOUND", "STOPPED", "IdaStar", "ida_star"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

FOUND, BELOW, STOPPED = 0, 1, 2
"""What a search returns: a goal; there is none below the bound; it was stopped."""
NO_BOUND = 1 << 30
"""The next bound where no state is beyond this one."""


class IdaStar(Struct):
    """The memory of a search."""

    words: Words
    moves: Ints
    numbers: Ints
    following: Ints
    keys: Words
    """The keys of the line's states."""
    table: Words
    """Pairs: a key, and 1 + g + (the bound << 32) with which it was met."""
    mask: u64
    deepest: int
    length: int
    """Of the way to the goal, whose moves are those before `following`."""
    next_bound: int
    """The least f beyond the bound."""
    wanted: int
    nodes: int
    limit: int
    signal: StopSignal


def enter(state: Any, ply: int, bound: int, memory: IdaStar) -> int:
    """Put a state on the line: FOUND if it is a goal, else BELOW (without moves, if it need not be searched)."""
    begin = ply * game.WIDEST
    memory.numbers[ply] = 0
    memory.following[ply] = 0
    f = ply
    if extra.HAS_LEAST_PLIES:
        f = ply + game.least_plies(state)
    if f > bound or ply >= memory.deepest:
        memory.next_bound = min(memory.next_bound, max(f, bound + 1))
        return BELOW
    n = 0
    if not game.is_over(state):
        n = game.moves(state, memory.moves[begin:], 0)
    if n == 0:
        return FOUND if int(game.outcome(state, 0)) >= memory.wanted else BELOW
    key = game.key(state)
    if met(key, ply, bound, memory):
        return BELOW
    if extra.HAS_ORDER:
        sort_moves(state, memory.moves[begin:], n)
    memory.keys[ply] = key
    memory.numbers[ply] = n
    extra.write(state, memory.words, ply * extra.SIZE)
    return BELOW


def met(key: u64, ply: int, bound: int, memory: IdaStar) -> bool:
    """Was a state met below this bound by a way that is no longer? The state is stored."""
    at = 2 * int(key & memory.mask)
    stamp = u64(bound) << 32
    entry = memory.table[at + 1]
    if memory.table[at] == key and entry >> 32 == u64(bound) and int(entry & 0xFFFFFFFF) <= ply:
        return True
    memory.table[at] = key
    memory.table[at + 1] = stamp | u64(ply)
    for i in range(ply):
        if memory.keys[i] == key:
            return True
    return False


def ida_star(root: Any, bound: int, memory: IdaStar) -> int:
    """Search below one bound."""
    memory.next_bound = NO_BOUND
    if enter(root, 0, bound, memory) == FOUND:
        memory.length = 0
        return FOUND
    ply = 0
    while ply >= 0:
        if memory.signal.stop != 0 or memory.nodes >= memory.limit:
            return STOPPED
        at: int = memory.following[ply]
        if at == memory.numbers[ply]:
            ply -= 1
            continue
        memory.following[ply] = at + 1
        state = extra.read(memory.words, ply * extra.SIZE)
        memory.nodes += 1
        child = game.play(state, memory.moves[ply * game.WIDEST + at])
        if enter(child, ply + 1, bound, memory) == FOUND:
            memory.length = ply + 1
            return FOUND
        ply += 1
    return BELOW
