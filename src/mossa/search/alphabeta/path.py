"""The path from the root: states that occur again on it, and the principal variation that grows back along it."""

from __future__ import annotations

from mossa.kernel.words import u64
from mossa.search.common.table_keys import occurred_before

from .memory import Memory
from .quiescence import max_ply

__all__ = ["extend_line", "repeated"]


def repeated(key: u64, reversible: int, ply: int, memory: Memory) -> bool:
    """Did this state occur before, on the path or in the game?"""
    return occurred_before(key, reversible, memory.past + ply, memory.path)


def extend_line(move: int, ply: int, memory: Memory) -> None:
    """Set the principal variation of this ply: the move, then the variation of the next ply."""
    row = max_ply() + 3
    n = memory.lengths[ply + 1]
    memory.lines[ply * row] = move
    for i in range(min(n, row - 1)):
        memory.lines[ply * row + i + 1] = memory.lines[(ply + 1) * row + i]
    memory.lengths[ply] = n + 1
