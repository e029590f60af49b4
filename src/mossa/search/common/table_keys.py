"""The keys of states in the tables of a search.

A game's own key is the same for equal states, whatever moves led to them, so that repetitions are found. But some games
count reversible moves, and end in a draw after too many (chess: fifty of each side). Then the value of a state depends
on that count as well.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Words
from mossa.kernel.words import u64

__all__ = ["estimate_key", "key_with_count", "occurred_before", "table_key"]

game: KernelRules = slot("game")

COUNT_MATTERS_FROM = 60
"""From this count of reversible moves on it is part of the key. Below it, hardly any search is deep enough for the
forty further quiet plies that a draw would take."""


def key_with_count(key: u64, count: int) -> u64:
    """The key with the count of reversible moves mixed in, once there are many."""
    return key ^ u64(count) * u64(0x9E3779B97F4A7C15) if count >= COUNT_MATTERS_FROM else key


def table_key(state: Any) -> u64:
    """The key of a state in the transposition table."""
    return key_with_count(game.key(state), game.reversible(state)) if game.REPETITION else game.key(state)


def estimate_key(state: Any) -> u64:
    """The key of a state in the cache of estimates, which may depend on `reversible` (chess: an advantage fades)."""
    return game.key(state) ^ u64(game.reversible(state)) << 40


def occurred_before(key: u64, reversible: int, here: int, keys: Words) -> bool:
    """Is the key of the state number `here` of a line among those before it that could be the same state?"""
    back = 4
    while back <= reversible and back <= here:
        if keys[here - back] == key:
            return True
        back += 2
    return False
