"""Parallel search: how threads on one tree avoid searching the same node at the same time (ABDADA).

Every thread searches the same tree, and finds in the table what others have finished. A move whose state another thread
is searching is deferred until the other moves of its node are done [Weill96]. Nothing waits and nothing is locked: a
mark that comes late, or is lost, costs time but never changes a result.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.common.wide_moves import move_in

from .memory import BUSY_SLOTS, Memory
from .ordering import TABLE_MOVE, pick_by_exchange

__all__ = ["mark_busy", "pick_not_busy", "unmark_busy"]

game: KernelRules = slot("game")

POSTPONED = 4 * TABLE_MOVE
"""How much lower the priority of a deferred move is: below all others."""


def pick_not_busy(state: Any, i: int, n: int, memory: Memory, buffer: Ints) -> int:
    """As `pick_by_exchange`, but moves that another thread is searching come last."""
    entry = pick_by_exchange(state, i, n, buffer)
    while entry >> 24 > -2 * TABLE_MOVE and is_busy(key_after(state, move_in(entry, buffer)), memory):
        buffer[i] = entry - (POSTPONED << 24)
        entry = pick_by_exchange(state, i, n, buffer)
    if entry >> 24 <= -2 * TABLE_MOVE:
        entry += POSTPONED << 24
        buffer[i] = entry
    return entry


def key_after(state: Any, move: int) -> u64:
    """The key of the state that a move leads to."""
    return game.key(game.play(state, move))


def is_busy(key: u64, memory: Memory) -> bool:
    """Is the state with this key under search?"""
    busy: bool = memory.busy[busy_slot(key)] == key
    return busy


def busy_slot(key: u64) -> int:
    """The slot for the mark of a state."""
    return int(key >> 20 & u64(BUSY_SLOTS - 1))


def mark_busy(state: Any, memory: Memory) -> None:
    """Mark a state as under search."""
    key = game.key(state)
    memory.busy[busy_slot(key)] = key


def unmark_busy(state: Any, memory: Memory) -> None:
    """Remove the mark."""
    key = game.key(state)
    if memory.busy[busy_slot(key)] == key:
        memory.busy[busy_slot(key)] = u64(0)
