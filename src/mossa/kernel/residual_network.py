"""A network with residual blocks, run inside kernels for many rows of inputs at once.

    h       = relu(inputs · W + b)
    h       = relu(h + relu(h · A + a) · B + c)        a block; as many as there are
    outputs = h · V + d

One layer after the other is run for all rows, so that its weights stay in the cache. An input that is 0 costs nothing:
about half of the hidden units are, and most features of a board.

All weights stand in one vector, layer by layer, each with its biases behind it; the rows of a layer belong to its
inputs, but those of the last one to the outputs.
"""

from __future__ import annotations

from .float32_ops import add_scaled, assign, dot, rectify
from .memory import Float32s, Struct

__all__ = ["ResidualNetwork", "run_residual"]


class ResidualNetwork(Struct):
    """The weights."""

    inputs: int
    hidden: int
    """A multiple of LANES."""
    blocks: int
    outputs: int
    weights: Float32s


def run_residual(
    network: ResidualNetwork, given: Float32s, rows: int, layer: Float32s, inner: Float32s, results: Float32s
) -> None:
    """From the inputs of some rows to their outputs in `results`; `layer` and `inner` have room for the hidden units of
    all rows."""
    hidden, outputs, weights = network.hidden, network.outputs, network.weights
    at = network.inputs * hidden
    for row in range(rows):
        here = layer[row * hidden :]
        assign(here, weights[at:], hidden)
        add_products(here, given[row * network.inputs :], network.inputs, weights, hidden)
        rectify(here, here, hidden)
    at += hidden
    size = hidden * hidden
    for _ in range(network.blocks):
        for row in range(rows):
            here = inner[row * hidden :]
            assign(here, weights[at + size :], hidden)
            add_products(here, layer[row * hidden :], hidden, weights[at:], hidden)
            rectify(here, here, hidden)
        at += size + hidden
        for row in range(rows):
            here = layer[row * hidden :]
            add_scaled(here, 1.0, weights[at + size :], hidden)
            add_products(here, inner[row * hidden :], hidden, weights[at:], hidden)
            rectify(here, here, hidden)
        at += size + hidden
    for row in range(rows):
        for k in range(outputs):
            total = dot(layer[row * hidden :], weights[at + k * hidden :], hidden)
            results[row * outputs + k] = weights[at + outputs * hidden + k] + total


def add_products(total: Float32s, given: Float32s, count: int, weights: Float32s, hidden: int) -> None:
    """total += given · weights, for `count` numbers with a row of weights each."""
    for k in range(count):
        x = given[k]
        if x != 0.0:
            add_scaled(total, x, weights[k * hidden :], hidden)
