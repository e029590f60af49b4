"""The codes of endgame tables: one byte for each state.

    0      a draw
    1 + d  decided, the last move comes in d plies: the mover has lost if d is even, won if d is odd
    255    not known, or an index without a state

Players move in turn, and a game is lost for the player who would have to move at its end (mated, blocked, without
pieces), so the parity tells the winner. An end that is *won* for the player to move gets code 2, as if claiming it took
one more ply.

A state's code follows from those of its successors: one more than the least odd code, if there is one (the fastest
win); else 0 if there is a 0; else one more than the greatest (the longest defence).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DRAW", "FARTHEST", "LOST", "UNKNOWN", "WON", "Outcome", "outcome_of"]

DRAW, LOST, WON, UNKNOWN = 0, 1, 2, 255
FARTHEST = UNKNOWN - 2
"""The longest distance that fits, in plies."""


@dataclass(frozen=True)
class Outcome:
    """The result of perfect play, from the mover's side."""

    value: int
    """1 a win, 0 a draw, −1 a loss."""
    plies: int = 0
    """How many moves until the end; 0 for a draw."""


def outcome_of(code: int) -> Outcome:
    """The outcome that a code stands for.

    >>> outcome_of(12), outcome_of(1), outcome_of(0)
    (Outcome(value=1, plies=11), Outcome(value=-1, plies=0), Outcome(value=0, plies=0))
    """
    assert code != UNKNOWN
    return Outcome(0) if code == DRAW else Outcome(1 if code % 2 == 0 else -1, code - 1)
