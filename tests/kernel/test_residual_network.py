"""A network in the kernel gives what a few lines of NumPy give, compiled and interpreted, for any number of rows."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kernel.twins import both

from mossa.kernel.memory import Float32s
from mossa.kernel.residual_network import ResidualNetwork, run_residual

INPUTS, HIDDEN, OUTPUTS = 7, 32, 5


@pytest.mark.parametrize(("blocks", "rows"), [(0, 1), (1, 3), (3, 17)])
def test_it_is_its_definition(blocks: int, rows: int) -> None:
    random = np.random.default_rng(blocks)
    shapes = [(INPUTS, HIDDEN), (HIDDEN,), *[(HIDDEN, HIDDEN), (HIDDEN,)] * (2 * blocks), (OUTPUTS, HIDDEN), (OUTPUTS,)]
    layers = [random.normal(0, 0.2, shape).astype(np.float32) for shape in shapes]
    given = (random.normal(size=(rows, INPUTS)) * (random.random((rows, INPUTS)) < 0.5)).astype(np.float32)
    hidden = np.maximum(0, given @ layers[0] + layers[1])
    for i in range(2, 2 + 4 * blocks, 4):
        inner = np.maximum(0, hidden @ layers[i] + layers[i + 1])
        hidden = np.maximum(0, hidden + inner @ layers[i + 2] + layers[i + 3])
    expected = hidden @ layers[-2].T + layers[-1]
    weights = Float32s(np.concatenate([layer.reshape(-1) for layer in layers]))
    network = ResidualNetwork(inputs=INPUTS, hidden=HIDDEN, blocks=blocks, outputs=OUTPUTS, weights=weights)
    for kernel in both(run_residual):
        layer, inner_layer, results = Float32s(rows * HIDDEN), Float32s(rows * HIDDEN), Float32s(rows * OUTPUTS)
        kernel(network, Float32s(given.reshape(-1)), rows, layer, inner_layer, results)
        assert results.array.reshape(rows, OUTPUTS) == pytest.approx(expected, abs=1e-4)
