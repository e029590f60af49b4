"""The network that sees a board from both sides: whatever came before, its output is that of a full sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.nnue_boards import planes, random_sets

from mossa.kernel.int16_ops import ONE
from mossa.kernel.nnue import HIDDEN, SQUARES, Layers, Nnue, make_nnue, run_nnue
from mossa.kernel.specialise import specialise

KINDS, STAGES = 3, 2


def random_layers(seed: int) -> Layers:
    chooser = np.random.default_rng(seed)

    def numbers(size: int, most: int, kind: Any = np.int16) -> Any:
        return chooser.integers(-most, most + 1, size).astype(kind)

    first, second = numbers(2 * KINDS * SQUARES * HIDDEN, 90), numbers(2 * HIDDEN * STAGES, 127)
    return Layers(first, numbers(HIDDEN, 60), second, numbers(STAGES, 900, np.int32))


def naive(layers: Layers, sets: list[int], turns: list[int], mover: int, stage: int) -> int:
    """The output, by the definition."""
    rows = layers.weights.astype(np.int64).reshape(2 * KINDS, SQUARES, HIDDEN)
    halves = []
    for view in range(2):
        seen = sets if view == 0 else sets[KINDS:] + sets[:KINDS]
        total = layers.biases.astype(np.int64).copy()
        for number, squares in enumerate(seen):
            for square in range(SQUARES):
                if squares >> square & 1:
                    total += rows[number, square ^ turns[view]]
        halves.append(np.clip(total, 0, ONE) ** 2)
    layer = np.concatenate([halves[mover], halves[1 - mover]])
    second = layers.outputs.reshape(STAGES, -1)[stage].astype(np.int64)
    return int(layer @ second) // ONE + int(layers.output_biases[stage])


def output(network: Nnue, ply: int, mover: int, stage: int) -> int:
    return run_nnue(network, ply, mover, stage)


@pytest.mark.parametrize("compiled", [False, True])
def test_every_way_to_a_state_gives_its_full_sum(compiled: bool) -> None:
    kernel = specialise(output, {}, name="test two-sided", compiled=compiled)
    layers, chooser = random_layers(1), np.random.default_rng(2)
    network = make_nnue(KINDS, layers)
    sets, turns, ply = [0] * (2 * KINDS), [0, 56], 90
    for number in range(200):
        if number % 20 == 0:  # another board, no board at first
            sets = random_sets(chooser, 1, KINDS)[0].tolist() if number else sets
        elif number % 3:  # a move: one square is emptied, one filled
            empty, filled = (1 << int(chooser.integers(SQUARES)) for _ in range(2))
            sets = [word & ~(empty | filled) for word in sets]
            sets[int(chooser.integers(2 * KINDS))] |= filled
        if number % 7 == 0:
            turns[int(chooser.integers(2))] ^= 7
        network.given.array[:] = planes(sets)
        network.turns[0], network.turns[1] = turns
        mover, stage = int(chooser.integers(2)), int(chooser.integers(STAGES))
        ply = ply + 1 if number % 4 else int(chooser.integers(90, 100))
        assert kernel(network, ply, mover, stage) == naive(layers, sets, turns, mover, stage), number


def test_the_layers_must_fit() -> None:
    with pytest.raises(AssertionError):
        make_nnue(KINDS + 1, random_layers(1))
