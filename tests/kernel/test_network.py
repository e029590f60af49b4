"""A network by differences gives what a network in full gives, and what a few lines of numpy give."""

from __future__ import annotations

from typing import Any

import numpy as np

from mossa.kernel.memory import Bytes, Reals
from mossa.kernel.network import MOST_CHANGES, Network, make_network, network_size, run_network
from mossa.kernel.specialise import specialise

INPUTS, HIDDEN, OUTPUTS, KINDS, POSITIONS = 64, 32, 3, 2, 60


def run_all(network: Network, inputs: Bytes, kinds: Bytes, count: int, out: Reals) -> None:
    """One position after the other, so that each finds a reference."""
    for at in range(count):
        for i in range(network.inputs):
            network.given[i] = inputs[at * network.inputs + i]
        run_network(network, kinds[at])
        for k in range(network.outputs):
            out[at * network.outputs + k] = network.result[k]


def naive(weights: Any, scale: Any, inputs: Any, kind: int) -> Any:
    """The definition."""
    own = weights.reshape(KINDS, -1)[kind].astype(float)
    first, second = own[: INPUTS * HIDDEN].reshape(INPUTS, HIDDEN), own[INPUTS * HIDDEN :][: OUTPUTS * HIDDEN]
    hidden = np.maximum(0, (inputs * scale) @ first)
    bias = own[(INPUTS + OUTPUTS) * HIDDEN :][:OUTPUTS]
    return 1 / (1 + np.exp(-(second.reshape(OUTPUTS, HIDDEN) @ hidden + bias)))


def test_differences_equal_full_sums() -> None:
    chooser = np.random.default_rng(5)
    weights = chooser.normal(0, 0.3, KINDS * network_size(INPUTS, HIDDEN, OUTPUTS)).astype(np.float32)
    scale = chooser.uniform(0.1, 1, INPUTS).astype(np.float32)
    inputs = np.zeros((POSITIONS, INPUTS), np.uint8)
    for at in range(1, POSITIONS):
        changed = chooser.choice(INPUTS, MOST_CHANGES + 10 if at % 9 == 0 else at % 7, replace=False)
        inputs[at] = inputs[at - 1]
        inputs[at, changed] = chooser.integers(0, 4, len(changed))
    kinds = (np.arange(POSITIONS) // 11 % KINDS).astype(np.uint8)
    expected = np.array([naive(weights, scale, row, kind) for row, kind in zip(inputs, kinds, strict=True)])
    for compiled in (False, True):
        network, out = make_network(INPUTS, HIDDEN, OUTPUTS, weights, scale), Reals(POSITIONS * OUTPUTS)
        kernel = specialise(run_all, {}, name="test network", compiled=compiled)
        kernel(network, Bytes(inputs.reshape(-1)), Bytes(kinds), POSITIONS, out)
        assert np.allclose(out.array.reshape(POSITIONS, OUTPUTS), expected, atol=1e-5)
