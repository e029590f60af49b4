"""Fitting a network of `mossa.kernel.network` to labelled positions at once, in large batches, with PyTorch.

Learning during self-play does not settle, since its targets change; a fit to millions of positions with fixed targets
converges. PyTorch is not a dependency: it is imported here, where it is needed, and a GPU is used if there is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.kernel.errors import MossaError
from mossa.kernel.network import network_width

from .epochs import find_torch, run_epochs, steps_of_epoch

__all__ = ["FitSettings", "fit"]

HELD = 50
"""One position in this many is held out for validation."""


@dataclass(frozen=True)
class FitSettings:
    """How a network is fitted."""

    epochs: int
    """Passes over the positions."""
    batch: int
    """Positions of one step of Adam."""
    rate: float
    """The greatest learning rate: it rises over a twentieth of the steps and then falls to 0 like a cosine."""
    stress: float
    """The weight of the squared error of the value; that of the cross-entropy of the chances is 1."""


def fit(
    inputs: NDArray[np.uint8],
    targets: NDArray[np.float32],
    scale: NDArray[np.float32],
    worth: NDArray[np.float32],
    weights: NDArray[np.float32],
    plan: FitSettings,
    *,
    seed: int,
    report: Callable[[int, float, float], None],
    checkpoint: Path | None = None,
) -> NDArray[np.float32]:
    """The weights (in the layout of `mossa.kernel.network`) fitted to the targets, starting from those given.

    A position's value is its chances times `worth`. `report` is called before the first epoch and after each with the
    number of epochs done and the mean squared errors of the value on training and held-out positions. A fit that was
    stopped resumes from its checkpoint, a file written after each epoch, with the same result.
    """
    if len(inputs) < HELD:
        raise MossaError(f"a fit needs {HELD} positions of each kind at least, not {len(inputs)}: label more games")
    torch = find_torch()
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")

    def there(array: Any) -> Any:
        return torch.tensor(array, device=device)

    count, (held, outputs) = len(inputs), (max(1, len(inputs) // HELD), targets.shape[1])
    order = np.random.default_rng(seed).permutation(count)
    given, wanted = there(inputs[order]), there(targets[order])
    sizes, points = there(scale), there(worth)
    hidden = network_width(inputs.shape[1], outputs, len(weights))
    first_end, second_end = inputs.shape[1] * hidden, (inputs.shape[1] + outputs) * hidden
    first = there(weights[:first_end].reshape(-1, hidden))
    second = there(weights[first_end:second_end].reshape(outputs, hidden))
    bias = there(weights[second_end : second_end + outputs])
    fused = {"fused": True} if device == "cuda" else {}
    adam = torch.optim.Adam([first, second, bias], lr=plan.rate, **fused)
    rows = range(held, count)
    steps = plan.epochs * steps_of_epoch(rows, plan.batch)

    def rate(number: int) -> float:
        rise = max(1, steps // 20)
        return plan.rate * min((number + 1) / rise, 0.5 + 0.5 * math.cos(math.pi * max(0, number - rise) / steps))

    def step(chosen: Any, number: int) -> None:
        """One step of Adam. The gradients are written by hand, which takes a third of the time of autograd."""
        for group in adam.param_groups:
            group["lr"] = rate(number)
        goals, seen = wanted[chosen], given[chosen].float() * sizes
        layer = torch.relu(seen @ first)
        found = torch.sigmoid(layer @ second.T + bias)
        errors = found - goals  # the gradient of the cross-entropy
        off = (errors @ points)[:, None] * points
        slope = (errors + 2 * plan.stress * off * found * (1 - found)) / len(chosen)
        second.grad, bias.grad = slope.T @ layer, slope.sum(0)
        first.grad = seen.T @ ((slope @ second) * (layer > 0))
        adam.step()

    def value_error(inputs: Any, goals: Any) -> float:
        total = 0.0
        for at in range(0, len(inputs), 65536):
            found = torch.relu((inputs[at : at + 65536].float() * sizes) @ first) @ second.T + bias
            total += float((((torch.sigmoid(found) - goals[at : at + 65536]) @ points) ** 2).sum())
        return total / len(inputs)

    def tell(epoch: int) -> None:
        part = slice(held, 2 * held)
        report(epoch, value_error(given[part], wanted[part]), value_error(given[:held], wanted[:held]))

    run_epochs(
        (first, second, bias),
        adam,
        rows,
        epochs=plan.epochs,
        batch=plan.batch,
        step=step,
        report=tell,
        checkpoint=checkpoint,
    )
    result = weights.copy()
    result[:first_end] = first.cpu().numpy().reshape(-1)
    result[first_end:second_end] = second.cpu().numpy().reshape(-1)
    result[second_end : second_end + outputs] = bias.cpu().numpy()
    return result
