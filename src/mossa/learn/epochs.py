"""Epochs of a fit with PyTorch: every row once in a random order, again and again, with a checkpoint after each.

PyTorch is not a dependency: it is imported here, where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mossa.core.files import atomic_write
from mossa.kernel.errors import MossaError

__all__ = ["find_torch", "run_epochs", "steps_of_epoch"]


def find_torch() -> Any:
    """PyTorch, where it is installed."""
    try:
        import torch
    except ImportError:
        raise MossaError("fitting needs PyTorch, which is not installed: `pip install torch`") from None
    return torch


def steps_of_epoch(rows: range, batch: int) -> int:
    """How many batches an epoch has."""
    return max(1, len(rows) // batch)


def run_epochs(
    layers: Sequence[Any],
    optimiser: Any,
    rows: range,
    *,
    epochs: int,
    batch: int,
    step: Callable[[Any, int], None],
    report: Callable[[int], None],
    checkpoint: Path | None = None,
) -> None:
    """Call `step` with the rows of each batch and the number of the step.

    `report` is called before the first epoch and after each, with the number of epochs done. A run that was
    stopped resumes from its checkpoint, which holds the layers and the optimiser after an epoch.
    """
    torch, device, steps, done = find_torch(), layers[0].device, steps_of_epoch(rows, batch), 0
    if checkpoint is not None and checkpoint.exists():
        stored = torch.load(checkpoint, map_location=device)
        done = stored["epochs"]
        optimiser.load_state_dict(stored["adam"])
        with torch.no_grad():
            for layer, numbers in zip(layers, stored["layers"], strict=True):
                layer.copy_(numbers)
    else:
        report(0)
    for epoch in range(1, epochs + 1):
        shuffled = torch.randperm(len(rows), device=device) + rows.start  # also drawn for epochs already done
        if epoch <= done:
            continue
        for at in range(steps):
            step(shuffled[at * batch : (at + 1) * batch], (epoch - 1) * steps + at)
        if checkpoint is not None:
            with atomic_write(checkpoint) as file:
                torch.save({"epochs": epoch, "layers": list(layers), "adam": optimiser.state_dict()}, file)
        report(epoch)
