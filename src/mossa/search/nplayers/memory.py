"""The memory of a search with many players."""

from __future__ import annotations

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Reals, Struct
from mossa.search.common.stop_signal import StopSignal

from .table import PlayersTable

__all__ = ["MOST_OUTCOMES", "PlayersMemory", "halted", "is_friend"]

game: KernelRules = slot("game")

MOST_OUTCOMES = 4
"""Chance moves at most so often in a row beyond the depth, as in the textbook: where it can move for ever, the middle
has to do."""


class PlayersMemory(Struct):
    """What a search reads and writes."""

    nodes: int
    limit: int
    signal: StopSignal
    table: PlayersTable
    values: Reals
    """max^n: a row for each ply, with a number for each player."""
    tabled: int
    """Is the table used?"""
    shallow: int
    """max^n: are shallow cuts made?"""
    maximiser: int
    """Paranoid and best reply: the player at the root; his partners are MAX too."""
    replies: int
    """Best reply: only one of the others may answer with any move between two moves of the maximiser."""
    horizon: int
    """How often the search was cut off."""
    backwards: int
    """Paranoid and best reply: a helper, which searches the moves after the first from the last one on. So it meets the
    thread that it helps, which finds the results in the table."""


def halted(memory: PlayersMemory) -> bool:
    """Must the search end?"""
    if memory.nodes >= memory.limit:
        memory.signal.stop = 1
    return memory.signal.stop != 0


def is_friend(player: int, memory: PlayersMemory) -> bool:
    """Is this player the one at the root, or a partner of his?"""
    if game.HAS_SIDES and player >= 0:
        return bool(game.side(player) == game.side(memory.maximiser))
    return player == memory.maximiser
