"""Single-precision operations: the vector instructions compute what the definitions say."""

from __future__ import annotations

import numpy as np
import pytest

from mossa.kernel.float32_ops import LANES, add_scaled, assign, dot, rectify
from mossa.kernel.memory import Float32s, Reals
from mossa.kernel.specialise import specialise


def work(x: Float32s, y: Float32s, length: int, factor: float, out: Reals) -> float:
    """All four, also with an int for a float and a row that begins later."""
    out[0] = dot(x, y, length)
    add_scaled(y, factor, x[LANES:], length)
    add_scaled(y, 1, x, length)
    rectify(x, y, length)
    assign(y[LANES:], x, length)
    return dot(x, y, length)


@pytest.mark.parametrize("length", [0, LANES, 4 * LANES])
def test_compiled_equals_interpreted(length: int) -> None:
    found = []
    for compiled in (False, True):
        chooser = np.random.default_rng(7)
        x, y = (Float32s(chooser.normal(size=5 * LANES).astype(np.float32)) for _ in range(2))
        out = Reals(1)
        result = specialise(work, {}, name="test singles", compiled=compiled)(x, y, length, 0.3, out)
        found.append(np.concatenate([x.array, y.array, out.array, [result]]))
    assert np.allclose(found[0], found[1], rtol=1e-5, atol=1e-5)
    assert length == 0 or found[0][-1] != 0


def test_interpreted_lengths_are_checked() -> None:
    with pytest.raises(IndexError):
        dot(Float32s(16), Float32s(32), 32)
    with pytest.raises(AssertionError):
        rectify(Float32s(16), Float32s(16), 8)
