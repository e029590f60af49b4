"""Elo: the difference in strength that results show, and its error bar.

A score is the share of the points: 1 for a win, ½ for a draw, 0 for a loss [Elo78].
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mossa.kernel.errors import MossaError

__all__ = [
    "EloDifference",
    "elo_difference",
    "elo_from_score",
    "expected_score",
    "ratings",
]

SCALE = 400 / math.log(10)
"""Elo points in one natural-log unit of the odds: odds of ten to one are 400 points."""

TWO_SIDED_95 = 1.959963984540054
"""Standard errors on either side of a 95 % confidence interval."""


def expected_score(elo: float) -> float:
    """The expected score of a player who is `elo` points stronger.

    >>> expected_score(0), round(expected_score(400), 4)
    (0.5, 0.9091)
    """
    return 0.5 + 0.5 * math.tanh(elo / (2 * SCALE))


def elo_from_score(score: float) -> float:
    """The Elo difference at which `score` is expected: the inverse of `expected_score` for 0 < score < 1.

    >>> round(elo_from_score(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        raise MossaError(f"only a score between 0 and 1, both excluded, has an Elo difference, not {score}")
    return SCALE * math.log(score / (1 - score))


@dataclass(frozen=True)
class EloDifference:
    """A difference in Elo with its 95 % error bar: `elo ± error`."""

    elo: float
    error: float
    score: float
    """Points taken, as a share of the games."""

    def __str__(self) -> str:
        return f"{self.elo:+z.0f} ± {self.error:.0f}"


def elo_difference(results: Sequence[float]) -> EloDifference:
    """The Elo difference that independent results (each from 0 to 1) show.

    Pass the results of single games (the trinomial model) or the mean of each pair of games played from the same
    opening with colours exchanged (the pentanomial one): the two games of a pair are not independent, and only the
    second way gives them the right error bar [VandenBergh].

    If all results are equal, their variance is unknown and a clean sweep would mean infinite Elo. Then one win, one
    draw and one loss are added, which keeps both numbers finite.

    >>> print(elo_difference([1, 1, 1, 0]))
    +191 ± 393
    """
    score, variance = _moments(results)
    shown = sum(results) / len(results) if results else 0.5
    slope = SCALE / (score * (1 - score))  # the derivative of `elo_from_score` at the score
    count = len(results) + (3 if _all_equal(results) else 0)
    return EloDifference(elo_from_score(score), TWO_SIDED_95 * slope * math.sqrt(variance / count), shown)


def ratings(
    results: Iterable[tuple[str, str, float, int]], fixed: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """The maximum-likelihood Elo of players with its 95 % error (the Bradley–Terry model [BradleyTerry52]).

    A result is (player, opponent, points of the player, games). The Elo of some players is given in `fixed`; the others
    must be connected with them by matches. To a match that one side swept one draw is added, which keeps every Elo
    finite.

    >>> found = ratings([("a", "b", 7.5, 10), ("b", "c", 7.5, 10)], {"c": 1000})
    >>> [round(found[name][0]) for name in "abc"]
    [1382, 1191, 1000]
    """
    import numpy as np

    matches = [
        (a, b, points + 0.5, games + 1) if points in (0, games) else (a, b, points, games)
        for a, b, points, games in results
    ]
    reached = set(fixed)
    while more := {name for match in matches if reached & {*match[:2]} for name in match[:2]} - reached:
        reached |= more
    free = sorted(reached - fixed.keys())
    if any(not reached >= {*match[:2]} for match in matches):
        raise MossaError("players whom no match connects with a player of known Elo cannot be rated")
    place = {name: i for i, name in enumerate(free)}
    mean = sum(fixed.values()) / len(fixed) if fixed else 0.0
    elos = dict.fromkeys(free, mean) | dict(fixed)
    information = np.zeros((len(free), len(free)))
    for _ in range(100):
        information[:] = 0
        gradient = np.zeros(len(free))
        for a, b, points, games in matches:
            share = expected_score(elos[a] - elos[b])
            weight = games * share * (1 - share) / SCALE**2
            for name, sign in ((a, 1), (b, -1)):
                if name in place:
                    gradient[place[name]] += sign * (points - games * share) / SCALE
                    information[place[name], place[name]] += weight
            if a in place and b in place:
                information[place[a], place[b]] -= weight
                information[place[b], place[a]] -= weight
        step = np.linalg.solve(information, gradient)
        for name in free:
            elos[name] += max(-200.0, min(200.0, float(step[place[name]])))  # far from the solution, small steps
        if np.abs(step).max(initial=0) < 1e-6:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(information)))
    return {name: (elos[name], TWO_SIDED_95 * float(spread[place[name]]) if name in place else 0.0) for name in elos}


def _all_equal(results: Sequence[float]) -> bool:
    return len(set(results)) <= 1


def _moments(results: Sequence[float]) -> tuple[float, float]:
    """Mean and variance, as `elo_difference` explains."""
    values = [*results, 1.0, 0.5, 0.0] if _all_equal(results) else list(results)
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)
