"""Threads that search one tree together: how they keep out of each other's way.

Every thread walks the same tree, and what one has finished the others find in the table. So that they do not all do the
same at once, a move whose state another thread is searching is put off until the other moves of its node are done
[Weill96]. Nothing waits and nothing is locked: a note that comes late, or is lost, costs time, never the truth.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64

from .memory import BUSY_SLOTS, Memory
from .ordering import FIRST, MOVE_MASK, pick_by_exchange

__all__ = ["mark_busy", "pick_not_busy", "unmark_busy"]

game: KernelRules = slot("game")

POSTPONED = 4 * FIRST
"""How much lower a move stands that is put off: below all others."""


def pick_not_busy(state: Any, i: int, n: int, memory: Memory, buffer: Ints) -> int:
    """As `pick_by_exchange`, but moves that another thread is busy with come last."""
    entry = pick_by_exchange(state, i, n, buffer)
    while entry >> 24 > -2 * FIRST and memory.busy[place(key_after(state, entry))] == key_after(state, entry):
        buffer[i] = entry - (POSTPONED << 24)
        entry = pick_by_exchange(state, i, n, buffer)
    if entry >> 24 <= -2 * FIRST:
        entry += POSTPONED << 24
        buffer[i] = entry
    return entry


def key_after(state: Any, entry: int) -> u64:
    """The key of the state that a move leads to."""
    return game.key(game.play(state, entry & MOVE_MASK))


def place(key: u64) -> int:
    """Where a note about a state is kept."""
    return int(key >> 20 & u64(BUSY_SLOTS - 1))


def mark_busy(state: Any, memory: Memory) -> None:
    """This thread searches a state from now on."""
    key = game.key(state)
    memory.busy[place(key)] = key


def unmark_busy(state: Any, memory: Memory) -> None:
    """It has finished."""
    key = game.key(state)
    if memory.busy[place(key)] == key:
        memory.busy[place(key)] = u64(0)
