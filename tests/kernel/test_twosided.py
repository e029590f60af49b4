"""The network that sees a board from both sides: whatever came before, its output is that of a full sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mossa.kernel.shorts import ONE
from mossa.kernel.specialise import specialise
from mossa.kernel.twosided import SQUARES, Layers, TwoSided, make_two_sided, run_two_sided
from mossa.kernel.words import u64

SETS, HIDDEN, KINDS = 3, 32, 2


def random_layers(seed: int) -> Layers:
    chooser = np.random.default_rng(seed)

    def numbers(size: int, most: int, kind: Any = np.int16) -> Any:
        return chooser.integers(-most, most + 1, size).astype(kind)

    first, second = numbers(2 * SETS * SQUARES * HIDDEN, 90), numbers(2 * HIDDEN * KINDS, 127)
    return Layers(first, numbers(HIDDEN, 60), second, numbers(KINDS, 900, np.int32))


def naive(layers: Layers, sets: list[int], turns: list[int], mover: int, kind: int) -> int:
    """The output, by the definition."""
    rows = layers.weights.astype(np.int64).reshape(2 * SETS, SQUARES, HIDDEN)
    halves = []
    for view in range(2):
        seen = sets if view == 0 else sets[SETS:] + sets[:SETS]
        total = layers.biases.astype(np.int64).copy()
        for number, squares in enumerate(seen):
            for square in range(SQUARES):
                if squares >> square & 1:
                    total += rows[number, square ^ turns[view]]
        halves.append(np.clip(total, 0, ONE) ** 2)
    layer = np.concatenate([halves[mover], halves[1 - mover]])
    return int(layer @ layers.outputs.reshape(KINDS, -1)[kind].astype(np.int64)) // ONE + int(
        layers.output_biases[kind]
    )


def output(network: TwoSided, ply: int, mover: int, kind: int) -> int:
    return run_two_sided(network, ply, mover, kind)


@pytest.mark.parametrize("compiled", [False, True])
def test_every_way_to_a_state_gives_its_full_sum(compiled: bool) -> None:
    kernel = specialise(output, {}, name="test two-sided", compiled=compiled)
    layers, chooser = random_layers(1), np.random.default_rng(2)
    network = make_two_sided(SETS, layers)
    sets, turns = [0] * (2 * SETS), [0, 56]
    for number in range(200):
        if number % 20 == 0:  # another board
            sets = [
                int(word) for word in chooser.integers(0, 1 << 40, 2 * SETS) & chooser.integers(0, 1 << 40, 2 * SETS)
            ]
            sets = [word & int(chooser.integers(0, 1 << 40)) for word in sets]
        elif number % 3:  # a move
            sets[int(chooser.integers(2 * SETS))] ^= 1 << int(chooser.integers(SQUARES))
        if number % 7 == 0:
            turns[int(chooser.integers(2))] ^= 7
        for i, word in enumerate(sets):
            network.given[i] = u64(word)
        network.turns[0], network.turns[1] = turns
        mover, kind, ply = int(chooser.integers(2)), int(chooser.integers(KINDS)), int(chooser.integers(90, 100))
        assert kernel(network, ply, mover, kind) == naive(layers, sets, turns, mover, kind), number


def test_the_layers_must_fit() -> None:
    with pytest.raises(AssertionError):
        make_two_sided(SETS + 1, random_layers(1))
