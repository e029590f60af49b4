"""Logistic regression for evaluations that are sums of weighted counts: from results to weights.

A state has counts: how often each feature occurs for the mover minus how often for the opponent. Each feature has two
weights, which the state interpolates (1 on a full board, 0 on an empty one). The sum x is an estimate in the
evaluation's units, and 1 / (1 + exp(−x / scale)) the expected result for the mover. `fit` maximises the likelihood of
the results with a ridge penalty on the distance from the initial weights [Hoerl70], so weights that the data says
little about stay where they were. Each step of L-BFGS [Liu89] uses all states, so the result does not depend on their
order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["estimates", "fit", "loss"]


def estimates(counts: Any, shares: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    """The estimates of states: `counts` is a matrix (sparse or not) with a row for each; `weights` has a row of two for
    each feature."""
    both = counts @ weights
    found: NDArray[np.float64] = shares * both[:, 0] + (1 - shares) * both[:, 1]
    return found


def loss(sums: NDArray[Any], aims: NDArray[Any], scale: float) -> float:
    """The mean cross-entropy of the results, in nats; results are from 0 to 1."""
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
    """The weights, a row of two for each feature, that minimise mean cross-entropy + `pull` · (distance from the
    start)²; `on_step` is called after each step.

    >>> learnt = fit(np.array([[1.0, 0.0], [1.0, -1.0]]), np.ones(2), np.array([0.8, 0.9]), np.zeros((2, 2)),
    ...              scale=1.0, pull=1e-9, steps=50)
    >>> learnt[:, 0].round(2).tolist(), learnt[:, 1].tolist()
    ([1.39, -0.81], [0.0, 0.0])
    """
    from scipy.optimize import minimize

    turned, count, number = counts.T.tocsr() if hasattr(counts, "tocsr") else counts.T, len(aims), [0]
    # Weights are scaled by the curvature of the cost along each, so that rare features are learnt as fast.
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
