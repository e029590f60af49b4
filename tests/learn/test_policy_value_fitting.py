"""A fit of a policy-value network learns, and PyTorch computes what the kernel does."""

from __future__ import annotations

import numpy as np
import pytest
from tests.optional_torch import needs_torch

import mossa
from mossa.core.policy_value_network import NetworkShape
from mossa.learn.policy_value_fitting import PolicyValueFitSettings, fit, forward, fresh

SHAPE = NetworkShape.of(mossa.game("connect4"), 32, 2)


def test_a_fresh_network_knows_nothing() -> None:
    batch = np.random.default_rng(1).random((4, 5, 6, 7)).astype(np.float32)
    policies, values = fresh(SHAPE, 1).predict(batch)
    assert (policies == 0).all()
    assert (values == 0).all()
    one, other = fresh(SHAPE, 1).network.weights.array, fresh(SHAPE, 2).network.weights.array
    assert 0.3 < (one != 0).mean() < 1
    assert (one != other).any()


@needs_torch
def test_a_fit_learns_which_column_has_a_stone() -> None:
    random = np.random.default_rng(2)
    columns = random.integers(0, 7, 4000)
    features = np.zeros((4000, 5, 6, 7), np.float32)
    features[np.arange(4000), random.integers(0, 5, 4000), random.integers(0, 6, 4000), columns] = 1
    policies = np.eye(7, dtype=np.float32)[columns]
    values = (columns / 6).astype(np.float32)[:, None]
    heard = []
    settings = PolicyValueFitSettings(epochs=8, batch=64, rate=3e-3, value_weight=1.0)
    flat = features.reshape(4000, -1)
    fitted = fit(fresh(SHAPE, 1), flat, policies, values, settings, seed=1, report=heard.append)
    assert [losses.epoch for losses in heard] == list(range(9))
    assert heard[-1].policy < 0.1 < 1 < heard[0].policy
    assert heard[-1].best_move > 0.97
    found, worth = fitted.predict(features[:50])
    assert (found.argmax(1) == columns[:50]).mean() > 0.95
    assert worth[:, 0] == pytest.approx(2 * values[:50, 0] - 1, abs=0.3)


@needs_torch
def test_pytorch_computes_what_the_kernel_does() -> None:
    import torch

    random = np.random.default_rng(3)
    network = fresh(SHAPE, 1)
    network.network.weights.array[:] = random.normal(0, 0.1, SHAPE.size)
    ends = np.cumsum([int(np.prod(one)) for one in SHAPE.layers])[:-1]
    split = np.split(network.network.weights.array, ends)
    layers = [torch.from_numpy(array.reshape(one).copy()) for array, one in zip(split, SHAPE.layers, strict=True)]
    batch = random.random((6, 5, 6, 7)).astype(np.float32)
    outputs = forward(torch, layers, torch.from_numpy(batch.reshape(6, -1))).numpy()
    policies, values = network.predict(batch)
    assert policies == pytest.approx(outputs[:, :7], abs=1e-4)
    assert values == pytest.approx(np.tanh(outputs[:, 7:]), abs=1e-4)
