"""By what a state is known in the tables of a search.

A game's own key is the same for equal states however they came about, so that one that occurs again is seen to. But
some games count the moves that can be undone, and end in a draw after too many (chess: fifty of each side): what is
true of a state then depends on that count as well.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.words import u64

__all__ = ["estimate_key", "key_with_count", "table_key"]

game: KernelRules = slot("game")

COUNTED = 60
"""From so many moves on their count matters to the table: no search looks forty quiet plies further from a state where
there are fewer, but for states with hardly a choice."""


def key_with_count(key: u64, count: int) -> u64:
    """A key that tells apart states before which so many moves can be undone, once they are many."""
    return key ^ u64(count) * u64(0x9E3779B97F4A7C15) if count >= COUNTED else key


def table_key(state: Any) -> u64:
    """What the transposition table knows a state by."""
    return key_with_count(game.key(state), game.reversible(state)) if game.REPETITION else game.key(state)


def estimate_key(state: Any) -> u64:
    """What an estimate is kept by. It may depend on `reversible` at any time (chess: an advantage fades)."""
    return game.key(state) ^ u64(game.reversible(state)) << 40
