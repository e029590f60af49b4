"""SIMD operations on arrays of 16-bit integers, sixty-four at a time, for networks with integer weights.

Each function below is the definition; `compiler/simd.py` gives the vector instructions. All lengths are multiples of
LANES. Integer sums do not depend on their order, so compiled and interpreted results are equal.
"""

from __future__ import annotations

from .memory import Int16s, Ints

__all__ = ["LANES", "ONE", "change_rows", "squared_sum"]

LANES = 64
"""Lengths are multiples of this."""
ONE = 255
"""The number that represents 1 in a hidden layer."""


def change_rows(out: Int16s, total: Int16s, table: Int16s, added: Ints, removed: Ints, count: int, length: int) -> None:
    """Two arrays at once, one behind the other: out = total, plus the rows of a table whose indices are in `added`,
    minus those in `removed`. Of the `count` indices every second one is for the second array.

    >>> out, total, table, came, left = Int16s(128), Int16s(128), Int16s(128), Ints(2), Ints(2)
    >>> total[3], table[3], table[64 + 3], came[0], left[0] = 1, 7, 2, 0, 1
    >>> change_rows(out, total, table, came, left, 2, 64)
    >>> out[3], out[64 + 3]
    (6, 0)
    """
    runs = out.run(2 * length, LANES)
    runs[:] = total.run(2 * length, LANES)
    for i in range(count):
        run = runs[length * (i % 2) : length * (i % 2 + 1)]
        run += table[length * added[i] :].run(length, LANES)
        run -= table[length * removed[i] :].run(length, LANES)


def squared_sum(sums: Int16s, row: Int16s, length: int) -> int:
    """Σ clip(sums, 0, ONE)² · row.

    The numbers of `row` lie within ±128, and there are at most 256 of them: more could overflow 32 bits.
    """
    import numpy as np

    held = np.clip(sums.run(length, LANES), 0, ONE).astype(np.int64)
    return int((held * held) @ row.run(length, LANES).astype(np.int64))
