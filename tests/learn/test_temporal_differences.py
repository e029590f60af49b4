"""Temporal differences: returns, lookahead targets, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.learn.self_play_games import played_game

import mossa
from mossa.games.backgammon import network, network_inputs
from mossa.kernel.memory import Float32s
from mossa.kernel.network import run_network
from mossa.kernel.random_numbers import below, next_seed
from mossa.kernel.words import u64
from mossa.learn.recipes.backgammon import (
    kernel,
)
from mossa.learn.temporal_differences import add_gradient, make_learning_scratch

START = mossa.game("backgammon").rules.start()


def targets(replay: Any) -> Any:
    return replay.targets.array.reshape(-1, network.OUTPUTS)[: replay.count]


def test_with_a_full_trace_every_target_is_what_was_known_at_the_end() -> None:
    _, replay = played_game(1.0, 0)
    found = targets(replay)  # from the last position to the first, each from the side of who is about to roll
    assert found[1:, 0] == pytest.approx(1 - found[:-1, 0], abs=1e-6)
    assert len(np.unique(found[::2].round(5), axis=0)) == 1
    assert (replay.inputs.array.reshape(-1, network_inputs.INPUTS)[: replay.count, network_inputs.ONE] == 1).all()


def test_lookahead_targets_are_chances_near_the_judgement() -> None:
    _, replay = played_game(0.0, 1)
    found = targets(replay)
    assert ((found >= 0) & (found <= 1)).all()
    jumps = np.abs(found[1:, 0] - (1 - found[:-1, 0]))  # from one position to the next only the luck of one roll
    assert 0 < jumps.mean() < 0.2


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    """Against differences of the cross-entropy itself, on a few weights of each layer."""
    net, replay = played_game(0.7, 0)
    scratch = make_learning_scratch(mossa.game("backgammon").facts.widest, network.KINDS, net)
    gradient = Float32s(network.KINDS * net.size)
    count = 64
    kernel(add_gradient)(u64(1), count, net, scratch, replay, gradient)
    base = net.weights.array

    def loss() -> float:
        total, seed = 0.0, u64(1)
        for _ in range(count):
            at, seed = below(seed, min(replay.count, replay.capacity)), next_seed(seed)
            net.given.array[:] = replay.inputs.array[at * network_inputs.INPUTS :][: network_inputs.INPUTS]
            net.kind = -1
            run_network(net, replay.kinds[at])
            wanted = targets(replay)[at].astype(float)
            out = net.result.array
            total -= float(np.sum(wanted * np.log(out) + (1 - wanted) * np.log(1 - out)))
        return total

    strongest = np.argsort(-np.abs(gradient.array))[:3].tolist()
    second = network_inputs.INPUTS * net.hidden
    for place in [*strongest, network_inputs.ONE * net.hidden + 7, second + 3, second + network.OUTPUTS * net.hidden]:
        kept, step = base[place], 0.01
        base[place] = kept + step
        above = loss()
        base[place] = kept - step
        slope = (above - loss()) / (2 * step)
        base[place] = kept
        assert gradient[place] == pytest.approx(slope, abs=0.05 + 0.05 * abs(slope))
