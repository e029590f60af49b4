"""Depth-first search with a table, for one player: each state is searched once, so cycles end and nothing is repeated.

The table holds the keys of all states met. What a state is worth is the best end that can be reached from it; a state
met before has been searched already, or is being searched on the line that leads here, so nothing better is behind it.
The search stops at the first end that is worth as much as an end can be; where the game has `bounds`, a state that
promises no more than the best end so far is not searched.

The line is on a stack of our own, since puzzles are longer than the stack of a thread is deep.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Struct, Words
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal

__all__ = ["DONE", "NO_END", "STOPPED", "TABLE_FULL", "TOO_DEEP", "DepthFirst", "begin_depth_first", "depth_first"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

DONE, STOPPED, TABLE_FULL, TOO_DEEP = 0, 1, 2, 3
"""What a search returns: all was searched or the best end found; it was stopped; it needs more memory."""
NO_END = -(1 << 40)
"""The best end before any was found."""


class DepthFirst(Struct):
    """The memory of a search, which can be stopped and resumed."""

    keys: Words
    """The keys of the states met, with open addressing; 0 is an empty place."""
    mask: u64
    count: int
    words: Words
    """The states of the line, one after the other."""
    moves: Ints
    """The moves of each state of the line, WIDEST places a state."""
    numbers: Ints
    """How many moves each state of the line has."""
    following: Ints
    """The next one to try."""
    ply: int
    deepest: int
    """States of the line for which there is memory, less one."""
    best: int
    """The best end so far."""
    wanted: int
    """No end is worth more."""
    line: Ints
    """The moves to the best end."""
    length: int
    nodes: int
    limit: int
    signal: StopSignal


def meet(key: u64, memory: DepthFirst) -> bool:
    """Put a key into the table; was it not there?"""
    if key == 0:
        key = u64(1)
    at = key & memory.mask
    while memory.keys[int(at)] != 0:
        if memory.keys[int(at)] == key:
            return False
        at = (at + 1) & memory.mask
    memory.keys[int(at)] = key
    memory.count += 1
    return True


def push(state: Any, memory: DepthFirst) -> int:
    """Put a state that was not met before on the line, with its moves, or count its end; returns its ply, or −1."""
    ply = memory.ply + 1
    begin = ply * game.WIDEST
    n = 0
    if not game.is_over(state):
        n = game.moves(state, memory.moves[begin:], 0)
    if n == 0:
        worth = int(game.outcome(state, 0))
        if worth > memory.best:
            memory.best = worth
            memory.length = ply
            for i in range(ply):
                memory.line[i] = memory.moves[i * game.WIDEST + memory.following[i] - 1]
        return -1
    if game.HAS_BOUNDS:
        _least, most = game.bounds(state)
        if most <= memory.best:
            return -1
    if extra.HAS_ORDER:
        sort_moves(state, memory.moves[begin:], n)
    extra.write(state, memory.words, ply * extra.SIZE)
    memory.numbers[ply] = n
    memory.following[ply] = 0
    memory.ply = ply
    return ply


def sort_moves(state: Any, moves: Ints, n: int) -> int:
    """The most promising moves first; equal ones stay in their order."""
    for i in range(1, n):
        move = moves[i]
        worth = game.order(state, move)
        j = i
        while j > 0 and game.order(state, moves[j - 1]) < worth:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move
    return n


def begin_depth_first(root: Any, memory: DepthFirst) -> int:
    """Put the root, in which the game is not over, on the line."""
    memory.ply = -1
    memory.best = NO_END
    meet(game.key(root), memory)
    return push(root, memory)


def depth_first(memory: DepthFirst) -> int:
    """Go on with the search, until it is done, stopped, or out of memory."""
    while memory.ply >= 0 and memory.best < memory.wanted:
        if memory.signal.stop != 0 or memory.nodes >= memory.limit:
            return STOPPED
        if u64(2 * memory.count) > memory.mask:
            return TABLE_FULL
        if memory.ply >= memory.deepest:
            return TOO_DEEP
        ply = memory.ply
        at: int = memory.following[ply]
        if at == memory.numbers[ply]:
            memory.ply = ply - 1
            continue
        memory.following[ply] = at + 1
        state = extra.read(memory.words, ply * extra.SIZE)
        child = game.play(state, memory.moves[ply * game.WIDEST + at])
        memory.nodes += 1
        if meet(game.key(child), memory):
            push(child, memory)
    return DONE
