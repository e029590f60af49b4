"""Versions that play each other: a champion, its challengers, and the match that decides.

Each round the champion plays against challengers, copies of it with random changes. A new version is the mean of those
that did better than the rest; it replaces the champion if it wins a second match, of other games, by more than the
error bar. So luck does not choose the champion, and a better one is not lost again. An evolution strategy
[Rechenberg73] with a referee.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mossa.play.elo import EloDifference, elo_difference

__all__ = ["CHALLENGERS", "Contest", "challenge"]

Array = NDArray[np.float64]
Matches = Callable[[Sequence[Array], Array, int], Sequence[Array]]
"""Plays a match of each of some weights against others: the points of each pair of games. The number tells matches
apart: the same number, the same openings."""

CHALLENGERS = 8
WIDER, NARROWER = 1.2, 0.85
"""What becomes of the changes after a new champion, and after a challenge that failed."""
LEAST_SPREAD = 0.02
LARGEST = 8.0
"""No weight is larger, in log odds: only their ratios matter to a match, and they must not drift away."""


@dataclass(frozen=True)
class Contest:
    """What a round decided."""

    champion: Array
    spread: float
    """The size of the changes of the next challengers."""
    replaced: bool
    difference: EloDifference
    """Of the best version to the champion, in the second match."""


def challenge(champion: Array, spread: float, matches: Matches, draws: np.random.Generator) -> Contest:
    """Let challengers play the champion, and their best version again."""
    changes = draws.normal(size=(CHALLENGERS // 2, len(champion))) * spread
    challengers = [np.clip(champion + change, -LARGEST, LARGEST) for change in (*changes, *-changes)]
    points = np.array([result.mean() for result in matches(challengers, champion, 1)])
    share = np.maximum(points - np.median(points), 0.0)
    if share.sum() > 0:
        version = np.average(challengers, axis=0, weights=share)
    else:
        version = challengers[int(points.argmax())]
    difference = elo_difference(matches([version], champion, 2)[0].tolist())
    replaced = difference.elo > difference.error
    if replaced:
        return Contest(version, spread * WIDER, True, difference)
    return Contest(champion, max(LEAST_SPREAD, spread * NARROWER), False, difference)
