"""Least squares for evaluations that are sums of table entries.

A state reads k places of one long table; its estimate is the sum of these entries. `fit` finds the entries whose
estimates are nearest to the targets of many states:

    minimise   Σᵢ ( Σⱼ w[places[i, j]] − targets[i] )²  +  ridge · Σ w²

by conjugate gradients, each entry scaled by how often it is read (Jacobi's preconditioner). The ridge draws entries
that are seldom read towards 0, as if each had been read `ridge` more times with the target 0.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.kernel.memory import Int32s, Reals
from mossa.kernel.specialise import specialise

__all__ = ["add_up", "fit", "root_mean_square"]

Array = NDArray[np.float64]


def sums(places: Int32s, weights: Reals, out: Reals, first: int, last: int, k: int) -> None:
    """The estimates of the states first … last−1."""
    for i in range(first, last):
        total = 0.0
        for j in range(k):
            total += weights[places[i * k + j]]
        out[i] = total


def shares(places: Int32s, values: Reals, out: Reals, first: int, last: int, k: int) -> None:
    """Add each state's value to all places it reads."""
    for i in range(first, last):
        for j in range(k):
            place = places[i * k + j]
            out[place] += values[i]


@lru_cache(maxsize=2)
def _kernel(entry: Callable[..., None]) -> Callable[..., None]:
    return specialise(entry, {}, name=f"learning {entry.__name__}")


class DesignMatrix:
    """The design matrix X (row: a state, column: a place) and products with it, shared out among threads."""

    def __init__(self, places: NDArray[np.int32], size: int, threads: int = 0) -> None:
        self.count, self.k = places.shape
        self.places = Int32s(np.ascontiguousarray(places, np.int32).reshape(-1))
        self.size = size
        self.threads = max(1, min(threads or os.cpu_count() or 1, self.count // 1000))
        marks = np.linspace(0, self.count, self.threads + 1).astype(int)
        self.parts = [(int(a), int(b)) for a, b in pairwise(marks)]

    def _each(self, task: Callable[[int, int, int], None]) -> None:
        """Do a task for every part of the states, in threads: the kernels release Python's global lock."""
        with ThreadPoolExecutor(self.threads) as workers:
            list(workers.map(lambda i: task(i, *self.parts[i]), range(self.threads)))

    def estimates(self, weights: Array) -> Array:
        """X·w."""
        out, table = Reals(self.count), Reals(np.ascontiguousarray(weights))
        kernel = _kernel(sums)
        self._each(lambda _, first, last: kernel(self.places, table, out, first, last, self.k))
        return out.array

    def transposed_product(self, values: Array) -> Array:
        """Xᵀ·v."""
        outs = [Reals(self.size) for _ in range(self.threads)]
        held = Reals(np.ascontiguousarray(values))
        kernel = _kernel(shares)
        self._each(lambda i, first, last: kernel(self.places, held, outs[i], first, last, self.k))
        total: Array = np.sum([out.array for out in outs], axis=0)
        return total


def fit(
    places: NDArray[Any],
    targets: NDArray[Any],
    size: int,
    *,
    ridge: float,
    rounds: int = 40,
    threads: int = 0,
    on_round: Callable[[int, float], None] | None = None,
) -> Array:
    """The table of `size` entries that minimises the sum above; `on_round` is called with each round and its error.

    >>> places = np.array([[0, 1], [0, 2], [1, 2]], np.int32)
    >>> fit(places, np.array([3.0, 4.0, 5.0]), 3, ridge=1e-9).round(3)
    array([1., 2., 3.])
    """
    design = DesignMatrix(places, size, threads)
    aims = np.asarray(targets, np.float64)
    often = design.transposed_product(np.ones(design.count)) + ridge
    weights = np.zeros(size)
    rest = design.transposed_product(aims)  # the residual: Xᵀy − (XᵀX + ridge)·w
    step = scaled = rest / often
    length = float(rest @ scaled)
    for number in range(1, rounds + 1):
        if length <= 1e-12:
            break
        image = design.transposed_product(design.estimates(step)) + ridge * step
        stride = length / float(step @ image)
        weights = weights + stride * step
        rest = rest - stride * image
        scaled = rest / often
        length, before = float(rest @ scaled), length
        step = scaled + length / before * step
        if on_round is not None:
            on_round(number, root_mean_square(design.estimates(weights) - aims))
    return weights


def add_up(places: NDArray[Any], weights: NDArray[Any], threads: int = 0) -> Array:
    """The estimates of states that read these places."""
    return DesignMatrix(places, len(weights), threads).estimates(np.asarray(weights, np.float64))


def root_mean_square(errors: NDArray[Any]) -> float:
    """The root mean square error."""
    return float(np.sqrt(np.mean(np.square(errors)))) if len(errors) else 0.0
