"""Draws that depend on the game so far: repetition and fifty moves (Laws of Chess, 9.2, 9.3, 9.6.1)."""

from __future__ import annotations

from mossa import Position

from .board import quiet_plies

__all__ = ["FIFTY_MOVES", "claim", "declared", "occurrences"]

FIFTY_MOVES = 100
"""Plies without a capture or a pawn's move after which a draw may be claimed."""


def occurrences(position: Position) -> int:
    """How often this position has occurred in its game, this time included."""
    key, count = position.game.rules.key(position.state), 1
    at, back = position, quiet_plies(position.state)
    while at.parent is not None and back > 0:
        at, back = at.parent, back - 1
        count += position.game.rules.key(at.state) == key
    return count


def claim(position: Position) -> str:
    """Why the mover may claim a draw here; empty if there is no reason."""
    if position.is_over:
        return ""
    if quiet_plies(position.state) >= FIFTY_MOVES:
        return "fifty moves without a capture or a pawn's move"
    times = occurrences(position)
    return f"this position has occurred {times} times" if times >= 3 else ""


def declared(position: Position) -> str:
    """Why the arbiter declares a draw without a claim; empty if there is no reason."""
    return "this position has occurred five times" if occurrences(position) >= 5 else ""
