"""The sequential probability ratio test (SPRT): is one player stronger by `elo1`, or only by `elo0`?

The games come in pairs with the same opening and exchanged sides. A pair scores 0, ¼, ½, ¾ or 1 (the pentanomial
model): its two games are not independent, the pairs are. How often each of the five happens is not known, so the test
compares the likelihood of two distributions that are fitted to the results: the one of the greatest likelihood among
those whose mean is the score expected at `elo0`, and the one for `elo1` [VandenBergh]. Elo differences are on the
logistic scale, as everywhere in mossa: 400 points are odds of ten to one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mossa.kernel.errors import MossaError

from .elo import expected_score

__all__ = ["LEAST_GROUPS", "Sprt", "likelihood_ratio", "sprt_bounds"]

LEAST_GROUPS = 16
"""Pairs before a verdict: of fewer, the fitted distribution says too little about the true one."""
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can score."""
UNSEEN = 1e-3
"""The count of a score that did not happen yet: it is unlikely, not impossible."""
STEPS = 100
CLOSE = 1e-12


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the first player `elo1` points stronger, or only `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The accepted probability of a wrong verdict for `elo1`."""
    beta: float = 0.05
    """The accepted probability of a wrong verdict for `elo0`."""

    def __post_init__(self) -> None:
        if not (-2000 < self.elo0 < self.elo1 < 2000 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise MossaError(
                "a test has elo0 below elo1, and alpha and beta between 0 and 0.5, not "
                f"{self.elo0:g},{self.elo1:g} and {self.alpha:g}, {self.beta:g}"
            )

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """The test from a text: `0,10`, or `0,10,0.05,0.1` with alpha and beta.

        >>> Sprt.parse("-5,0").elo0
        -5.0
        """
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if not 2 <= len(numbers) <= 4:
            raise MossaError(f"a test is written elo0,elo1 or elo0,elo1,alpha,beta, as in 0,10, not {text!r}")
        return cls(*numbers)

    def likelihood(self, results: Sequence[float]) -> float:
        """The log likelihood ratio of the results of pairs: `elo1` against `elo0`."""
        return likelihood_ratio(results, self.elo0, self.elo1)

    def verdict(self, results: Sequence[float]) -> str:
        """What the results of pairs decide: `elo0`, `elo1`, or an empty text so far."""
        if len(results) < LEAST_GROUPS:
            return ""
        low, high = sprt_bounds(self.alpha, self.beta)
        ratio = self.likelihood(results)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else ""


def sprt_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """The bounds of the test: at or below the first `elo0` is accepted, at or above the second `elo1` [Wald45].

    `alpha` is the accepted probability of a wrong verdict for `elo1`, `beta` for `elo0`.
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def likelihood_ratio(results: Sequence[float], elo0: float, elo1: float) -> float:
    """The log likelihood ratio of the results: `elo1` against `elo0`. Compare with `sprt_bounds`.

    A result is the mean score of a pair of games (or of any group that is independent of the others), from 0 to 1. The
    generalised ratio: each hypothesis has the distribution with its mean that makes the results the most likely.
    """
    if len(results) == 0:
        return 0.0
    counts: Mapping[float, float] = dict.fromkeys(SCORES, UNSEEN) | Counter(map(float, results))
    return _log_likelihood(counts, expected_score(elo1)) - _log_likelihood(counts, expected_score(elo0))


def _log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """The greatest log likelihood of the counts under a distribution with this mean, less that without the condition.

    Lagrange's condition: the fitted share of a score s is its share of the counts divided by 1 + x (s − mean), with one
    x for all of them.
    """
    excess = _multiplier(counts, mean)
    return -sum(count * math.log1p(excess * (score - mean)) for score, count in counts.items())


def _multiplier(counts: Mapping[float, float], mean: float) -> float:
    """The x at which the fitted distribution has the mean, by Newton's method inside an interval that is halved."""
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))  # where all shares are positive
    x = 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for score, count in counts.items():
            part = (score - mean) / (1 + x * (score - mean))
            value += count * part
            slope -= count * part * part
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope
        step = step if low < step < high else (low + high) / 2
        if abs(step - x) <= CLOSE * (1 + abs(x)):
            break
        x = step
    return x
