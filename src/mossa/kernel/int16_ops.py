"""Runs of 16-bit numbers, sixty-four at a time: what a network with whole weights is made of.

Each function below is the *meaning*; `mossa.kernel.simd` gives the machine's vector instructions. All lengths are
multiples of LANES. The numbers are whole, so compiled and interpreted agree to the last digit, in whatever order.
"""

from __future__ import annotations

from .memory import Int16s, Ints

__all__ = ["LANES", "ONE", "change_rows", "squared_sum"]

LANES = 64
"""Lengths are multiples of this."""
ONE = 255
"""What stands for 1 in a hidden layer."""


def change_rows(out: Int16s, total: Int16s, table: Int16s, came: Ints, left: Ints, count: int, length: int) -> None:
    """Two runs at once, one behind the other: out = total, and the rows of a table whose numbers are in `came`, less
    those in `left`. Of the `count` numbers every other is for the second run.

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
        run += table[length * came[i] :].run(length, LANES)
        run -= table[length * left[i] :].run(length, LANES)


def squared_sum(sums: Int16s, row: Int16s, length: int) -> int:
    """The sum of the squares of `sums`, each held within 0 … ONE first, times `row`.

    The numbers of `row` lie within ±128, and there are at most 256 of them: more would not fit into 32 bits.
    """
    import numpy as np

    held = np.clip(sums.run(length, LANES), 0, ONE).astype(np.int64)
    return int((held * held) @ row.run(length, LANES).astype(np.int64))
