"""Time management: when a search with a planned time ends.

A move that has been the best for several iterations needs less than the planned time; a new best move, or one whose
score has dropped, gets more.
"""

from __future__ import annotations

from dataclasses import dataclass

from .results import SearchResult

__all__ = ["TimePlan"]

ENOUGH = 0.8
"""The share of the planned time after which no iteration begins. An iteration takes about twice as long as the last;
what it finds before it is stopped is not lost."""
SETTLED, UNSETTLED, WORSE = 0.7, 1.4, 1.5
"""Factors of that share: the same best move in several iterations; a new best move; the score has dropped."""
SETTLED_ITERATIONS = 5
DROP = 30
"""A drop of the score that gets more time, in hundredths of a point."""


@dataclass
class TimePlan:
    """The time plan of one search, updated after every iteration."""

    _stable: int = 0
    """Iterations in a row with the same best move."""
    _before: SearchResult | None = None
    _share: float = 0.0

    def update(self, found: SearchResult) -> None:
        """Take an iteration's result into account."""
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
        """With `spent` of the `planned` seconds gone, should no further iteration begin?"""
        return self._before is not None and spent > planned * self._share
