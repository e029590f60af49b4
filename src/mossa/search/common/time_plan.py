"""When a search that has a plan of its time has thought enough.

A move that has long been the best needs little more thought; one that has just replaced another, or whose score has
dropped, deserves more than was planned.
"""

from __future__ import annotations

from dataclasses import dataclass

from .results import SearchResult

__all__ = ["TimePlan"]

ENOUGH = 0.8
"""An iteration takes about twice as long as the last, and what it finds before it is stopped is not lost: begun with
less than this share of the plan gone, it ends about where the plan does."""
SETTLED, UNSETTLED, WORSE = 0.7, 1.4, 1.5
"""The same, times this: after the same best move in several iterations; after a new one; when the score has dropped."""
SETTLED_ITERATIONS = 5
DROP = 30
"""A drop of the score that is worth more time, in hundredths of a point."""


@dataclass
class TimePlan:
    """Asked after every iteration of one search."""

    _stable: int = 0
    """Iterations in a row with the same best move."""
    _before: SearchResult | None = None
    _share: float = 0.0

    def update(self, found: SearchResult) -> None:
        """Take note of what an iteration has found."""
        before, self._before = self._before, found
        same = before is not None and before.move == found.move
        self._stable = self._stable + 1 if same else 0
        self._share = ENOUGH
        if self._stable >= SETTLED_ITERATIONS:
            self._share *= SETTLED
        elif before is not None and not same:
            self._share *= UNSETTLED
        if before is not None and (found.score or 0) < (before.score or 0) - DROP:
            self._share *= WORSE

    def is_enough(self, spent: float, planned: float) -> bool:
        """With so many seconds spent of those planned, is another iteration not worth its time?"""
        return self._before is not None and spent > planned * self._share
