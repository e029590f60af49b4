"""Fitting a network of `mossa.kernel.nnue` to labelled states, with PyTorch.

The network is fitted as a correction of an existing estimate, which is how it is used. States are relative to the
mover, who is always side 0. PyTorch is not a dependency (`epochs.find_torch`), and a GPU is used if there is
one: a minute for ten million states, where a processor takes an hour.
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
from mossa.kernel.int16_ops import ONE
from mossa.kernel.nnue import HIDDEN, SQUARES, UNIT, Layers

from .epochs import find_torch, run_epochs, steps_of_epoch

__all__ = ["LabelledStates", "NnueFitSettings", "fit"]

HELD = 50
"""One state in this many is held out for validation."""
WARM = 200
"""Steps over which the learning rate rises."""
POWER = 2.5
"""The exponent of the error: large errors count more than by their square."""
GREATEST = 1.98
"""Bound of all weights, so that they fit 16-bit integers."""
DECAY = 0.01
AT_ONCE = 1 << 16
"""States evaluated at a time, to measure the error."""


@dataclass(frozen=True)
class NnueFitSettings:
    """How a network is fitted."""

    epochs: int
    """Passes over the states."""
    batch: int
    """States of one step of AdamW."""
    rate: float
    """The greatest learning rate: it rises over the first steps and then falls to 0 like a cosine."""


@dataclass(frozen=True)
class LabelledStates:
    """States with their targets, an entry or a row for each."""

    sets: NDArray[np.uint64]
    """Bitboards of the mover's pieces by kind, then of the opponent's."""
    turns: NDArray[np.uint8]
    """How each side's view is mirrored, the mover's first: see `Nnue.turns`."""
    stages: NDArray[np.uint8]
    """The second layer of each."""
    known: NDArray[np.float32]
    """The estimate that the network corrects, as log-odds."""
    goals: NDArray[np.float32]
    """The target: the expected result for the mover, from 0 to 1."""


def fit(
    lessons: LabelledStates,
    plan: NnueFitSettings,
    *,
    seed: int,
    report: Callable[[int, float, float], None],
    checkpoint: Path | None = None,
) -> Layers:
    """The layers fitted to the goals.

    `report` is called before the first epoch and after each with the number of epochs done and the mean squared errors
    on training and held-out states. A fit that was stopped resumes from its checkpoint, a file written after each
    epoch.
    """
    count, stages = len(lessons.goals), int(lessons.stages.max(initial=0)) + 1
    if count < 2 * HELD:
        raise MossaError(f"a fit needs {2 * HELD} states at least, not {count}: play more games")
    torch = find_torch()
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = max(1, count // HELD)
    arrays: list[Any] = [lessons.sets.view(np.int64), lessons.turns, lessons.stages, lessons.known, lessons.goals]
    order = np.random.default_rng(seed).permutation(count)
    sets, turns, which, known, goals = (torch.tensor(array[order], device=device) for array in arrays)
    squares = torch.arange(SQUARES, device=device)
    half = lessons.sets.shape[1] // 2

    def random(*shape: int, spread: float) -> Any:
        return (torch.randn(*shape, device=device) * spread).requires_grad_()

    first = random(2 * half * SQUARES, HIDDEN, spread=0.05)
    biases = torch.full((HIDDEN,), 0.1, device=device, requires_grad=True)
    second = random(2 * HIDDEN, stages, spread=0.2 / math.sqrt(2 * HIDDEN))  # so the first corrections are small
    ends = torch.zeros(stages, device=device, requires_grad=True)
    layers = [first, biases, second, ends]
    fused = {"fused": True} if device == "cuda" else {}
    adam = torch.optim.AdamW(layers, lr=plan.rate, weight_decay=DECAY, **fused)
    rows = range(held, count)
    steps = plan.epochs * steps_of_epoch(rows, plan.batch)

    def expected(chosen: Any) -> Any:
        """The expected result by the estimate and the network together."""
        inputs = ((sets[chosen][:, :, None] >> squares) & 1).float()
        views = []
        for view in range(2):
            seen = inputs if view == 0 else torch.cat([inputs[:, half:], inputs[:, :half]], 1)
            places = (squares ^ turns[chosen, view].long()[:, None])[:, None, :].expand_as(seen)
            views.append(seen.gather(2, places).flatten(1) @ first + biases)
        layer = torch.cat(views, 1).clamp(0, 1) ** 2
        added = (layer @ second + ends).gather(1, which[chosen].long()[:, None])[:, 0]
        return torch.sigmoid(known[chosen] + added)

    def step(chosen: Any, number: int) -> None:
        for group in adam.param_groups:
            falling = 0.5 + 0.5 * math.cos(math.pi * number / steps)
            group["lr"] = plan.rate * falling * min(1, (number + 1) / WARM)
        loss = ((expected(chosen) - goals[chosen]).abs() ** POWER).mean()
        adam.zero_grad()
        loss.backward()
        adam.step()
        with torch.no_grad():
            for layer in layers[:3]:
                layer.clamp_(-GREATEST, GREATEST)

    def error(begin: int, end: int) -> float:
        total = 0.0
        with torch.no_grad():
            for at in range(begin, end, AT_ONCE):
                part = torch.arange(at, min(at + AT_ONCE, end), device=device)
                total += float(((expected(part) - goals[part]) ** 2).sum())
        return total / (end - begin)

    def tell(epoch: int) -> None:
        report(epoch, error(held, 2 * held), error(0, held))

    run_epochs(layers, adam, rows, epochs=plan.epochs, batch=plan.batch, step=step, report=tell, checkpoint=checkpoint)
    numbers = [layer.detach().cpu().numpy().astype(np.float64) for layer in layers]
    return whole_numbers(*numbers)


def whole_numbers(first: Any, biases: Any, second: Any, ends: Any) -> Layers:
    """The layers quantised to integers, as the kernel uses them."""
    return Layers(
        np.rint(first * ONE).astype(np.int16).reshape(-1),
        np.rint(biases * ONE).astype(np.int16),
        np.rint(second.T * UNIT).astype(np.int16).reshape(-1),
        np.rint(ends * ONE * UNIT).astype(np.int32),
    )
