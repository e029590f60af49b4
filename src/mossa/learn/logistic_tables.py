"""Logistic regression for evaluations that are sums of table entries: from results to weights.

A state reads places of one long table, some of them with a minus sign. Each place has two weights, which the state
interpolates (1 on a full board, 0 on an empty one). The sum x is an estimate in the evaluation's units, and 1 / (1 +
exp(−x / scale)) the expected result for the mover. `fit` maximises the likelihood of the results by stochastic gradient
descent with adaptive steps, AdaGrad [Duchi11]; a pull towards the initial weights keeps weights that are seldom read
from overfitting single games.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.kernel.memory import Int32s, Reals
from mossa.kernel.specialise import specialise

__all__ = ["NOTHING", "estimates", "fit", "loss", "negative"]

NOTHING = -(1 << 30)
"""Padding in rows of places, which is skipped."""


def negative(places: NDArray[Any]) -> NDArray[Any]:
    """These places, read with a minus sign."""
    return ~places


def estimate(places: Int32s, row: int, k: int, share: float, weights: Reals) -> float:
    """The estimate of one state."""
    total = 0.0
    for j in range(k):
        place = places[row * k + j]
        if place >= 0:
            total += share * weights[2 * place] + (1.0 - share) * weights[2 * place + 1]
        elif place != NOTHING:
            total -= share * weights[2 * ~place] + (1.0 - share) * weights[2 * ~place + 1]
    return total


def all_estimates(places: Int32s, count: int, k: int, shares: Reals, weights: Reals, out: Reals) -> None:
    """The estimates of all states."""
    for row in range(count):
        out[row] = estimate(places, row, k, shares[row], weights)


def descend(
    order: Int32s,
    count: int,
    places: Int32s,
    k: int,
    shares: Reals,
    results: Reals,
    weights: Reals,
    squares: Reals,
    anchor: Reals,
    scale: float,
    rate: float,
    pull: float,
) -> None:
    """One pass over the states in a given order. `squares` holds the sum of squared gradients of each weight."""
    for i in range(count):
        row = order[i]
        share = shares[row]
        error = 1.0 / (1.0 + math.exp(-estimate(places, row, k, share, weights) / scale)) - results[row]
        for j in range(k):
            place = places[row * k + j]
            if place == NOTHING:
                continue
            sign = 1.0
            if place < 0:
                place, sign = ~place, -1.0
            for half in range(2):
                slope = sign * error * (share if half == 0 else 1.0 - share)
                at = 2 * place + half
                squares[at] += slope * slope
                weights[at] -= rate * slope / math.sqrt(squares[at] + 1.0) + pull * (weights[at] - anchor[at])


@lru_cache(maxsize=2)
def _kernel(entry: Callable[..., None]) -> Callable[..., None]:
    return specialise(entry, {}, name=f"learning {entry.__name__}")


def _flat(array: NDArray[Any]) -> Reals:
    return Reals(np.ascontiguousarray(array, np.float64).reshape(-1))


def estimates(places: NDArray[np.int32], shares: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    """The estimates of states that read these places; `weights` has a row of two for each place."""
    count, k = places.shape
    out = Reals(count)
    rows = Int32s(np.ascontiguousarray(places, np.int32).reshape(-1))
    _kernel(all_estimates)(rows, count, k, _flat(shares), _flat(weights), out)
    return out.array


def loss(sums: NDArray[Any], results: NDArray[Any], scale: float) -> float:
    """The mean cross-entropy of the results, in nats; results are 0, 1/2 or 1."""
    x = np.asarray(sums) / scale
    return float(np.mean(np.logaddexp(0.0, -x) * results + np.logaddexp(0.0, x) * (1.0 - results)))


def fit(
    places: NDArray[np.int32],
    shares: NDArray[Any],
    results: NDArray[Any],
    start: NDArray[Any],
    *,
    scale: float,
    rate: float,
    pull: float,
    passes: int,
    seed: int = 1,
    on_pass: Callable[[int, NDArray[np.float64]], None] | None = None,
) -> NDArray[np.float64]:
    """Weights, a row of two for each place, fitted to the results; `on_pass` is called after each pass.

    >>> places = np.array([[0, NOTHING], [0, ~1], [1, NOTHING]], np.int32)
    >>> learnt = fit(places, np.ones(3), np.array([1.0, 1.0, 0.0]), np.zeros((2, 2)),
    ...              scale=1.0, rate=0.5, pull=0.0, passes=50)
    >>> bool(learnt[0, 0] > 1 and learnt[1, 0] < -1 and learnt[0, 1] == 0)
    True
    """
    count, k = places.shape
    rows = Int32s(np.ascontiguousarray(places, np.int32).reshape(-1))
    weights, anchor = _flat(np.array(start, np.float64)), _flat(np.array(start, np.float64))
    squares = Reals(len(weights))
    held, aims = _flat(shares), _flat(results)
    chooser = np.random.default_rng(seed)
    for number in range(1, passes + 1):
        order = Int32s(chooser.permutation(count).astype(np.int32))
        _kernel(descend)(order, count, rows, k, held, aims, weights, squares, anchor, scale, rate, pull)
        if on_pass is not None:
            on_pass(number, weights.array.reshape(-1, 2))
    return weights.array.reshape(-1, 2)
