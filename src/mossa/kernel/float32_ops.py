"""SIMD operations on arrays of single-precision numbers, sixteen at a time, for small neural networks.

Each function below is the definition; `compiler/simd.py` gives the vector instructions. All lengths are multiples of
LANES. The order of summation is not fixed: compiled and interpreted results agree to single precision.
"""

from __future__ import annotations

from .memory import Float32s

__all__ = ["LANES", "add_scaled", "assign", "dot", "rectify"]

LANES = 16
"""Lengths are multiples of this."""


def add_scaled(total: Float32s, factor: float, row: Float32s, length: int) -> None:
    """total += factor · row, over the first `length` numbers.

    >>> total, row = Float32s(16), Float32s(16)
    >>> row[3] = 0.5
    >>> add_scaled(total, 4.0, row, 16)
    >>> total[3]
    2.0
    """
    import numpy as np

    run = total.run(length, LANES)
    run += np.float32(factor) * row.run(length, LANES)


def dot(left: Float32s, right: Float32s, length: int) -> float:
    """The sum of the products."""
    return float(left.run(length, LANES) @ right.run(length, LANES))


def assign(out: Float32s, row: Float32s, length: int) -> None:
    """out = row."""
    out.run(length, LANES)[:] = row.run(length, LANES)


def rectify(out: Float32s, row: Float32s, length: int) -> None:
    """out = max(0, row): the activation of a hidden layer."""
    import numpy as np

    out.run(length, LANES)[:] = np.maximum(row.run(length, LANES), np.float32(0))
