"""Fitting a policy-value network to samples of self-play, with PyTorch.

The loss is the cross-entropy of the policy and the squared error of the value, as in AlphaZero [Silver18]. PyTorch is
no dependency: it is imported here, where it is needed, and a GPU is used if there is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.policy_value_network import NetworkShape, PolicyValueNetwork

from .epochs import find_torch, run_epochs, steps_of_epoch

__all__ = ["PolicyValueFitSettings", "PolicyValueLosses", "fit", "fresh"]

HELD = 50
"""One sample in this many is held out for validation."""
MOST_HELD = 20_000
WEIGHT_DECAY = 1e-4


@dataclass(frozen=True)
class PolicyValueFitSettings:
    """How a network is fitted."""

    epochs: int
    batch: int
    """Samples of one step of Adam."""
    rate: float
    """The greatest learning rate: it rises over a twentieth of the steps and then falls to 0 like a cosine."""
    value_weight: float
    """The weight of the squared error of the value; that of the cross-entropy of the policy is 1."""


@dataclass(frozen=True)
class PolicyValueLosses:
    """How well a network fits the samples that are held out."""

    epoch: int
    policy: float
    """The cross-entropy of the policy, less the entropy of the samples: 0 is perfect."""
    value: float
    """The mean squared error of the value, from −1 to 1."""
    best_move: float
    """How often the move that the network likes best is the one that the sample does."""


def fresh(shape: NetworkShape, seed: int) -> PolicyValueNetwork:
    """A network with random weights (He's initialisation); the last layer, and the second one of each block, are 0, so
    that it begins by knowing nothing."""
    random, arrays = np.random.default_rng(seed), []
    for number, one in enumerate(shape.layers):
        silent = len(one) == 1 or number >= len(shape.layers) - 2 or (number > 2 and number % 4 == 0)
        arrays.append(np.zeros(one) if silent else random.normal(0, math.sqrt(2 / one[0]), one))
    return PolicyValueNetwork(shape, np.concatenate([array.reshape(-1) for array in arrays]).astype(np.float32))


def fit(
    network: PolicyValueNetwork,
    features: NDArray[np.float32],
    policies: NDArray[np.float32],
    values: NDArray[np.float32],
    settings: PolicyValueFitSettings,
    *,
    seed: int,
    report: Callable[[PolicyValueLosses], None],
) -> PolicyValueNetwork:
    """The network fitted to samples, starting from the one given. `values` are from 0 to 1, a row a sample."""
    torch = find_torch()
    torch.manual_seed(seed)
    device, shape = "cuda" if torch.cuda.is_available() else "cpu", network.shape
    order = np.random.default_rng(seed).permutation(len(features))
    given, policy, value = (
        torch.from_numpy(np.ascontiguousarray(array[order])).to(device)
        for array in (features, policies, 2 * values - 1)
    )
    held = min(MOST_HELD, max(1, len(order) // HELD))
    ends = np.cumsum([math.prod(one) for one in shape.layers])[:-1]
    split = np.split(network.network.weights.array, ends)
    layers = [
        torch.from_numpy(array.reshape(one).copy()).to(device).requires_grad_()
        for array, one in zip(split, shape.layers, strict=True)
    ]
    adam = torch.optim.AdamW(layers, lr=settings.rate, weight_decay=WEIGHT_DECAY)
    rows = range(held, len(order)) if len(order) > held else range(len(order))
    total = settings.epochs * steps_of_epoch(rows, settings.batch)

    def losses(some: Any) -> tuple[Any, Any, Any]:
        outputs = forward(torch, layers, given[some].float())
        logits, worth = outputs[:, : shape.actions], torch.tanh(outputs[:, shape.actions :])
        cross = -(policy[some] * torch.log_softmax(logits, 1)).sum(1).mean()
        return cross, ((worth - value[some]) ** 2).mean(), logits

    def step(some: Any, number: int) -> None:
        done = (number + 1) / total
        rate = settings.rate * min(20 * done, (1 + math.cos(math.pi * done)) / 2)
        for group in adam.param_groups:
            group["lr"] = rate
        cross, square, _ = losses(some)
        adam.zero_grad()
        (cross + settings.value_weight * square).backward()
        adam.step()

    def tell(epoch: int) -> None:
        with torch.no_grad():
            some = torch.arange(held, device=device)
            cross, square, logits = losses(some)
            entropy = -(policy[some] * torch.log(policy[some].clamp_min(1e-9))).sum(1).mean()
            agreed = (logits.argmax(1) == policy[some].argmax(1)).float().mean()
        report(PolicyValueLosses(epoch, float(cross - entropy), float(square), float(agreed)))

    run_epochs(layers, adam, rows, epochs=settings.epochs, batch=settings.batch, step=step, report=tell)
    weights = np.concatenate([layer.detach().cpu().numpy().reshape(-1) for layer in layers])
    return PolicyValueNetwork(shape, weights)


def forward(torch: Any, layers: list[Any], given: Any) -> Any:
    """The outputs of the network, as `mossa.kernel.residual_network` defines them."""
    layer = torch.relu(given @ layers[0] + layers[1])
    for i in range(2, len(layers) - 2, 4):
        inner = torch.relu(layer @ layers[i] + layers[i + 1])
        layer = torch.relu(layer + inner @ layers[i + 2] + layers[i + 3])
    return layer @ layers[-2].T + layers[-1]
