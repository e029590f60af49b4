"""Fitting a network of `mossa.kernel.network` to labelled positions at once, in large batches, with PyTorch.

What self-play learns step by step wanders about; a fit to millions of positions whose targets stand still comes to
rest. PyTorch is no dependency: it is imported here, where it is needed, and a GPU is used if there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.kernel.errors import MossaError
from mossa.kernel.network import network_size

__all__ = ["Fit", "fit"]

HELD = 50
"""One of so many positions is held out, to tell learning from memorising."""


@dataclass(frozen=True)
class Fit:
    """How a network is fitted."""

    epochs: int
    """How often each position is seen."""
    batch: int
    """Positions of one step of Adam."""
    rate: float
    """The greatest learning rate: it rises over the first twentieth of the steps and falls to 0 along half a cosine."""
    stress: float
    """How much the squared error of the value counts beside the cross-entropy of the chances."""


def fit(
    inputs: NDArray[np.uint8],
    targets: NDArray[np.float32],
    scale: NDArray[np.float32],
    worth: NDArray[np.float32],
    weights: NDArray[np.float32],
    plan: Fit,
    *,
    seed: int,
    report: Callable[[int, float, float], None],
) -> NDArray[np.float32]:
    """The weights (laid out as the kernel wants them) that fit the targets, starting from those given.

    A position's value is its chances times `worth`. `report` hears, before and ten times, how many epochs are over
    and the mean squared errors of the value on positions that were learnt and held out.
    """
    try:
        import torch
    except ImportError:
        raise MossaError("fitting needs PyTorch, which is not installed: `pip install torch`") from None
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")

    def there(array: Any) -> Any:
        return torch.tensor(array, device=device)

    count, (held, outputs) = len(inputs), (max(1, len(inputs) // HELD), targets.shape[1])
    order = np.random.default_rng(seed).permutation(count)
    given, wanted = there(inputs[order]), there(targets[order])
    sizes, points = there(scale), there(worth)
    hidden = (len(weights) - network_size(inputs.shape[1], 0, outputs)) // (inputs.shape[1] + outputs)
    first_end, second_end = inputs.shape[1] * hidden, (inputs.shape[1] + outputs) * hidden
    first = there(weights[:first_end].reshape(-1, hidden)).requires_grad_()
    second = there(weights[first_end:second_end].reshape(outputs, hidden)).requires_grad_()
    bias = there(weights[second_end : second_end + outputs]).requires_grad_()
    fused = {"fused": True} if device == "cuda" else {}
    adam = torch.optim.Adam([first, second, bias], lr=plan.rate, betas=(0.9, 0.999), **fused)
    steps_an_epoch = max(1, (count - held) // plan.batch)
    steps = plan.epochs * steps_an_epoch

    def rate(step: int) -> float:
        rise = max(1, steps // 20)
        return step / rise if step < rise else 0.5 + 0.5 * float(np.cos(np.pi * (step - rise) / max(1, steps - rise)))

    schedule = torch.optim.lr_scheduler.LambdaLR(adam, rate)
    entropy = torch.nn.BCEWithLogitsLoss(reduction="none")

    def logits(rows: Any) -> Any:
        return torch.relu((rows.float() * sizes) @ first) @ second.T + bias

    def value_error(rows: Any, goals: Any) -> float:
        with torch.no_grad():
            parts = [
                (((torch.sigmoid(logits(rows[i : i + 65536])) - goals[i : i + 65536]) @ points) ** 2).sum()
                for i in range(0, len(rows), 65536)
            ]
        return float(sum(map(float, parts)) / len(rows))

    def tell(epoch: int) -> None:
        part = slice(held, 2 * held)
        report(epoch, value_error(given[part], wanted[part]), value_error(given[:held], wanted[:held]))

    tell(0)
    for epoch in range(1, plan.epochs + 1):
        shuffled = torch.randperm(count - held, device=device) + held
        for step in range(steps_an_epoch):
            chosen = shuffled[step * plan.batch : (step + 1) * plan.batch]
            goals, found = wanted[chosen], logits(given[chosen])
            off = (torch.sigmoid(found) - goals) @ points
            loss = entropy(found, goals).sum(1).mean() + plan.stress * (off**2).mean()
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            schedule.step()
        if epoch % max(1, plan.epochs // 10) == 0 or epoch == plan.epochs:
            tell(epoch)
    result = weights.copy()
    result[:first_end] = first.detach().cpu().numpy().reshape(-1)
    result[first_end:second_end] = second.detach().cpu().numpy().reshape(-1)
    result[second_end : second_end + outputs] = bias.detach().cpu().numpy()
    return result
