"""Logistic regression for evaluations that are sums of weighted counts: from results to weights.

A state has counts: how often each feature is there for the mover's side, less for the other. Each feature has two
weights, and the state says how much the first counts (on a full board all, on an empty board nothing). The sum x is an
estimate in the evaluation's units, and 1 / (1 + exp(−x / scale)) the share of the point that the mover is expected to
get. `fit` finds the weights under which what was seen is likeliest, less a penalty for every step away from the weights
at the start [Hoerl70]: a weight that the states say little about stays where it was. All states are looked at in each
step, so the answer does not depend on their order; the steps are those of L-BFGS [Liu89].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["estimates", "fit", "loss"]


def estimates(counts: Any, shares: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    """The sums of states: `counts` is a matrix (sparse or not) with a row for each; `weights` has a row of two for each
    feature."""
    both = counts @ weights
    found: NDArray[np.float64] = shares * both[:, 0] + (1 - shares) * both[:, 1]
    return found


def loss(sums: NDArray[Any], aims: NDArray[Any], scale: float) -> float:
    """The mean surprise at the results, in nats; results are shares of a point from 0 to 1."""
    x = np.asarray(sums) / scale
    return float(np.mean(np.logaddexp(0.0, x) - aims * x))


def fit(
    counts: Any,
    shares: NDArray[Any],
    aims: NDArray[Any],
    start: NDArray[Any],
    *,
    scale: float,
    pull: float,
    steps: int,
    on_step: Callable[[int, NDArray[np.float64]], None] | None = None,
) -> NDArray[np.float64]:
    """The weights, a row of two for each feature, that make mean surprise + `pull` · (distance from the start)² least;
    `on_step` hears each step.

    >>> learnt = fit(np.array([[1.0, 0.0], [1.0, -1.0]]), np.ones(2), np.array([0.8, 0.9]), np.zeros((2, 2)),
    ...              scale=1.0, pull=1e-9, steps=50)
    >>> learnt[:, 0].round(2).tolist(), learnt[:, 1].tolist()
    ([1.39, -0.81], [0.0, 0.0])
    """
    from scipy.optimize import minimize

    turned, count, number = counts.T.tocsr() if hasattr(counts, "tocsr") else counts.T, len(aims), [0]
    # Steps are measured by how sharply the cost bends along each weight, so that rare features are learnt as fast.
    bend = (turned.multiply(turned) if hasattr(turned, "multiply") else turned**2) @ np.column_stack(
        [shares**2, (1 - shares) ** 2]
    )
    unit = 1 / np.sqrt(bend / (4 * count * scale**2) + 2 * pull + 1e-12)

    def cost(flat: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        away = flat.reshape(start.shape) * unit
        sums = estimates(counts, shares, start + away)
        error = (1 / (1 + np.exp(-sums / scale)) - aims) / (scale * count)
        slope = turned @ np.column_stack([shares * error, (1 - shares) * error])
        return loss(sums, aims, scale) + pull * float(np.sum(away**2)), ((slope + 2 * pull * away) * unit).reshape(-1)

    def tell(flat: NDArray[Any]) -> None:
        number[0] += 1
        if on_step is not None:
            on_step(number[0], start + flat.reshape(start.shape) * unit)

    flat = np.zeros(start.size)
    found = minimize(cost, flat, jac=True, method="L-BFGS-B", callback=tell, options={"maxiter": steps})
    learnt: NDArray[np.float64] = start + found.x.reshape(start.shape) * unit
    return learnt
