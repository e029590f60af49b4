"""Hill climbing and simulated annealing: minimise a loss that can only be asked for, one weight at a time.

Hill climbing changes a weight at random and keeps the change if the loss is smaller; a step that helps makes the next
one longer, a step that does not makes it shorter. It ends in the nearest valley. Simulated annealing [Kirkpatrick83]
also keeps a change for the worse, by Δ, with probability exp(−Δ / temperature); it can leave a valley while it is hot,
and is hill climbing when it has cooled down.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["FIRST_STEP", "anneal", "climb"]

Array = NDArray[np.float64]
Loss = Callable[[Array], float]

FIRST_STEP = 0.25
"""The first step of a weight."""
LONGER, SHORTER = 1.5, 0.9
"""What becomes of the step of a weight that helped, and that did not."""
SHORTEST = 1e-4


def climb(loss: Loss, weights: Array, steps: Array, tries: int, draws: np.random.Generator) -> tuple[Array, float, int]:
    """The weights after some tries, their loss, and how many changes helped; `steps` is adapted in place.

    >>> steps = np.full(2, 0.25)
    >>> found, least, _ = climb(lambda w: float((w[0] - 1) ** 2 + w[1] ** 2), np.zeros(2), steps, 200,
    ...                         np.random.default_rng(1))
    >>> found.round(2).tolist()
    [1.0, 0.0]
    """
    best, least, helped = weights.copy(), loss(weights), 0
    for _ in range(tries):
        i = int(draws.integers(len(best)))
        tried = best.copy()
        tried[i] += steps[i] * draws.normal()
        found = loss(tried)
        if found < least:
            best, least, helped = tried, found, helped + 1
            steps[i] *= LONGER
        else:
            steps[i] = max(SHORTEST, steps[i] * SHORTER)
    return best, least, helped


def anneal(
    loss: Loss, weights: Array, temperature: float, step: float, tries: int, draws: np.random.Generator
) -> tuple[Array, float, int]:
    """The weights after some tries at this temperature, their loss, and how many changes were kept."""
    at, cost, kept = weights.copy(), loss(weights), 0
    for _ in range(tries):
        i = int(draws.integers(len(at)))
        tried = at.copy()
        tried[i] += step * draws.normal()
        found: Any = loss(tried)
        if found < cost or draws.random() < math.exp(-(found - cost) / temperature):
            at, cost, kept = tried, found, kept + 1
    return at, cost, kept
