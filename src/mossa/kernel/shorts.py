"""Runs of 16-bit numbers, thirty-two at a time: what a network with whole weights is made of.

Each function below is the *meaning*; `mossa.kernel.simd` gives the machine's vector instructions. All lengths are
multiples of LANES. The numbers are whole, so compiled and interpreted agree to the last digit, in whatever order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import Ints, Shorts

if TYPE_CHECKING:
    from typing import Any

__all__ = ["LANES", "ONE", "change_rows", "squared_sum"]

LANES = 32
"""Lengths are multiples of this."""
ONE = 255
"""What stands for 1 in a hidden layer."""


def _run(vector: Shorts, length: int) -> Any:
    assert length % LANES == 0, f"a length is a multiple of {LANES}, not {length}"
    if length > len(vector):
        raise IndexError(f"{length} numbers of {len(vector)}")
    return vector.array[vector.offset : vector.offset + length]


def change_rows(
    out: Shorts, total: Shorts, table: Shorts, came: Ints, comers: int, left: Ints, leavers: int, length: int
) -> None:
    """out = total, and the rows of a table whose numbers are the first of `came`, less those of `left`.

    >>> out, total, table, came, left = Shorts(32), Shorts(32), Shorts(64), Ints(1), Ints(1)
    >>> total[3], table[3], table[32 + 3], came[0], left[0] = 1, 7, 2, 0, 1
    >>> change_rows(out, total, table, came, 1, left, 1, 32)
    >>> out[3]
    6
    """
    run = _run(out, length)
    run[:] = _run(total, length)
    for i in range(comers):
        run += _run(table[length * came[i] :], length)
    for i in range(leavers):
        run -= _run(table[length * left[i] :], length)


def squared_sum(sums: Shorts, row: Shorts, length: int) -> int:
    """The sum of the squares of `sums`, each held within 0 … ONE first, times `row`.

    The numbers of `row` lie within ±128, and there are at most 256 of them: more would not fit into 32 bits.
    """
    import numpy as np

    held = np.clip(_run(sums, length), 0, ONE).astype(np.int64)
    return int((held * held) @ _run(row, length).astype(np.int64))
