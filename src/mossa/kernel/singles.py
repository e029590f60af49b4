"""Runs of single-precision numbers, sixteen at a time: what a small network is made of.

Each function below is the *meaning*; `mossa.kernel.simd` gives the machine's vector instructions. All lengths are
multiples of LANES. Sums are rounded as the machine likes: compiled and interpreted agree to single precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import Singles

if TYPE_CHECKING:
    from typing import Any

__all__ = ["LANES", "add_scaled", "assign", "dot", "rectify"]

LANES = 16
"""Lengths are multiples of this."""


def _run(vector: Singles, length: int) -> Any:
    assert length % LANES == 0, f"a length is a multiple of {LANES}, not {length}"
    if length > len(vector):
        raise IndexError(f"{length} numbers of {len(vector)}")
    return vector.array[vector.offset : vector.offset + length]


def add_scaled(total: Singles, factor: float, row: Singles, length: int) -> None:
    """total += factor · row, over the first `length` numbers.

    >>> total, row = Singles(16), Singles(16)
    >>> row[3] = 0.5
    >>> add_scaled(total, 4.0, row, 16)
    >>> total[3]
    2.0
    """
    import numpy as np

    run = _run(total, length)
    run += np.float32(factor) * _run(row, length)


def dot(left: Singles, right: Singles, length: int) -> float:
    """The sum of the products."""
    return float(_run(left, length) @ _run(right, length))


def assign(out: Singles, row: Singles, length: int) -> None:
    """out = row."""
    _run(out, length)[:] = _run(row, length)


def rectify(out: Singles, row: Singles, length: int) -> None:
    """out = max(0, row): the activation of a hidden layer."""
    import numpy as np

    _run(out, length)[:] = np.maximum(_run(row, length), np.float32(0))
