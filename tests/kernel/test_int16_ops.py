"""Runs of short numbers: the vector instructions say what the plain meaning says."""

from __future__ import annotations

import numpy as np
import pytest

from mossa.kernel.int16_ops import LANES, ONE, change_rows, squared_sum
from mossa.kernel.memory import Int16s, Ints
from mossa.kernel.specialise import specialise


def work(sums: Int16s, table: Int16s, came: Ints, left: Ints, count: int, length: int) -> int:
    """Both, twice in one function, and with a row that begins later."""
    change_rows(sums, sums[2 * length :], table, came, left, count, length)
    change_rows(sums[2 * length :], sums, table, left, came, count, length)
    total = squared_sum(sums, table, length)
    total += 3 * squared_sum(sums[length:], table[length:], length)
    return total


@pytest.mark.parametrize("length", [LANES, 2 * LANES, 4 * LANES])
@pytest.mark.parametrize("count", [0, 2, 4, 6, 18])
def test_compiled_equals_interpreted(length: int, count: int) -> None:
    found = []
    for compiled in (False, True):
        chooser = np.random.default_rng(length + count)
        sums = Int16s(chooser.integers(-400, 700, 4 * length).astype(np.int16))
        table = Int16s(chooser.integers(-128, 128, 9 * length).astype(np.int16))
        came, left = (Ints(chooser.integers(0, 9, 18)) for _ in range(2))
        kernel = specialise(work, {}, name="test shorts", compiled=compiled)
        found.append([kernel(sums, table, came, left, count, length), *sums.array.tolist()])
    assert found[0] == found[1]


def test_the_greatest_sums_fit() -> None:
    kernel = specialise(squared, {}, name="test squared")
    for weight in (-128, 127):
        sums, row = Int16s(np.full(256, 32767, np.int16)), Int16s(np.full(256, weight, np.int16))
        assert kernel(sums, row) == squared_sum(sums, row, 256) == ONE * ONE * weight * 256


def squared(sums: Int16s, row: Int16s) -> int:
    return squared_sum(sums, row, 256)


def test_interpreted_lengths_are_checked() -> None:
    with pytest.raises(IndexError):
        squared_sum(Int16s(64), Int16s(128), 128)
    with pytest.raises(AssertionError):
        squared_sum(Int16s(64), Int16s(64), 32)
