"""A neural network with one hidden layer, run inside kernels: inputs in bytes, the first layer updated incrementally.

    hidden = max(0, Σ input · weights of the input)      output = 1 / (1 + exp(−Σ hidden · weights))

Most positions of a search differ little from the one before, a sibling reached by another move. So the sums of the
first layer are stored for a *reference* position, and for the next position only the inputs that differ from it are
added or subtracted. Each result is one such step away from a full sum, so rounding errors do not accumulate. Comparing
is quick because eight inputs are one 64-bit word.

Several networks of one shape (one for each kind of position) stand one behind the other in `weights`:

    inputs × hidden     the first layer, one row an input (a bias is an input that is always 1)
    outputs × hidden    the second layer, one row an output
    outputs             the biases of the outputs, padded to a multiple of LANES
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .bits import bit_count, lowest_bit
from .float32_ops import LANES, add_scaled, assign, dot, rectify
from .memory import Bytes, Float32s, Reals, Struct, Words
from .words import u64

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Network", "make_network", "network_size", "network_width", "run_network"]

MOST_CHANGES = 40
"""With more changed inputs than this a full sum is no more expensive."""

LOW_BITS = u64(0x0101010101010101)


class Network(Struct):
    """The weights, the inputs (written by the caller), and the results."""

    inputs: int
    hidden: int
    outputs: int
    size: int
    """Numbers of one network."""
    kind: int
    """The network that `reference_sums` were computed with; −1: none."""
    weights: Float32s
    scale: Float32s
    """The factor of each input."""
    given: Bytes
    """The inputs: numbers from 0 to 255."""
    given_words: Words
    """The same memory as 64-bit words of eight inputs."""
    reference: Bytes
    reference_words: Words
    reference_sums: Float32s
    sums: Float32s
    layer: Float32s
    """The hidden layer."""
    result: Reals
    """The outputs."""


def network_size(inputs: int, hidden: int, outputs: int) -> int:
    """How many numbers one network has."""
    return (inputs + outputs) * hidden + -(-outputs // LANES) * LANES


def network_width(inputs: int, outputs: int, size: int) -> int:
    """How many hidden units a network of this size has; 0 if no network has this size."""
    hidden = (size - network_size(inputs, 0, outputs)) // (inputs + outputs)
    sound = hidden > 0 and hidden % LANES == 0 and network_size(inputs, hidden, outputs) == size
    return hidden if sound else 0


def make_network(inputs: int, hidden: int, outputs: int, weights: np.ndarray[Any, Any], scale: Any) -> Network:
    """A network with its working memory; the array of weights is not copied."""
    import numpy as np

    assert inputs % 8 == 0
    assert hidden % LANES == 0
    size = network_size(inputs, hidden, outputs)
    assert len(weights) % size == 0
    given, reference = np.zeros(inputs // 8, np.uint64), np.zeros(inputs // 8, np.uint64)
    return Network(
        inputs=inputs,
        hidden=hidden,
        outputs=outputs,
        size=size,
        kind=-1,
        weights=Float32s(weights),
        scale=Float32s(np.ascontiguousarray(scale, np.float32)),
        given=Bytes(given.view(np.uint8)),
        given_words=Words(given),
        reference=Bytes(reference.view(np.uint8)),
        reference_words=Words(reference),
        reference_sums=Float32s(hidden),
        sums=Float32s(hidden),
        layer=Float32s(hidden),
        result=Reals(outputs),
    )


def touched(word: u64) -> u64:
    """The lowest bit of each byte that is not 0."""
    word = word | word >> 4
    word = word | word >> 2
    return (word | word >> 1) & LOW_BITS


def run_network(network: Network, kind: int) -> None:
    """From the inputs in `given` to the outputs in `result`, by the network of this kind."""
    hidden, words = network.hidden, network.inputs >> 3
    weights = network.weights[kind * network.size :]

    # The first layer: the inputs that differ from the reference, or all.
    changes = MOST_CHANGES + 1
    if network.kind == kind:
        changes = 0
        for at in range(words):
            changes += bit_count(touched(network.given_words[at] ^ network.reference_words[at]))
    if changes > MOST_CHANGES:
        for j in range(hidden):
            network.reference_sums[j] = 0.0
        for at in range(words):
            network.reference_words[at] = network.given_words[at]
            rest = touched(network.given_words[at])
            while rest:
                i = at * 8 + (lowest_bit(rest) >> 3)
                rest &= rest - 1
                add_scaled(network.reference_sums, network.given[i] * network.scale[i], weights[i * hidden :], hidden)
        network.kind = kind
    assign(network.sums, network.reference_sums, hidden)
    if 0 < changes <= MOST_CHANGES:
        for at in range(words):
            rest = touched(network.given_words[at] ^ network.reference_words[at])
            while rest:
                i = at * 8 + (lowest_bit(rest) >> 3)
                rest &= rest - 1
                change = network.given[i] - network.reference[i]
                add_scaled(network.sums, change * network.scale[i], weights[i * hidden :], hidden)

    # The second layer.
    rectify(network.layer, network.sums, hidden)
    second = network.inputs * hidden
    for k in range(network.outputs):
        total = weights[second + network.outputs * hidden + k] + dot(
            network.layer, weights[second + k * hidden :], hidden
        )
        network.result[k] = 1.0 / (1.0 + math.exp(-total))
