"""The memory behind one searching thread of alpha-beta, and how deep and wide it reaches."""

from __future__ import annotations

from mossa.core.game import Game
from mossa.kernel.hashtable import HashTable
from mossa.kernel.memory import Flag, Ints, Record

__all__ = ["HISTORY", "PLIES", "Memory", "Signal", "make_memory"]

PLIES = 250
"""No line is searched further than this from the root."""
HISTORY = 1 << 13
"""Entries of the history table; moves share them by a hash."""


class Signal(Record):
    """What all threads of one search look at."""

    stop: Flag


class Memory(Record):
    """Of one thread."""

    nodes: int
    limit: int
    """Stop when this many nodes were visited."""
    horizon: int
    """How often a result rested on a depth limit: unchanged over a subtree, its result is certain."""
    signal: Signal
    table: HashTable
    buffer: Ints
    """Moves of the nodes on the path, one after the other."""
    killers: Ints
    """Two moves a ply that cut there lately."""
    history: Ints
    """How often a move cut, by player and move."""
    lines: Ints
    """Principal variations, one row a ply."""
    lengths: Ints
    """Where each of them ends."""


def make_memory(game: Game, table: HashTable, signal: Signal) -> Memory:
    """Fresh memory for one thread."""
    reach = min(game.facts.longest, PLIES) + 2
    return Memory(
        nodes=0,
        limit=0,
        horizon=0,
        signal=signal,
        table=table,
        buffer=Ints(game.facts.widest * (reach + 1)),
        killers=Ints(2 * reach),
        history=Ints(HISTORY),
        lines=Ints(reach * reach),
        lengths=Ints(reach),
    )
