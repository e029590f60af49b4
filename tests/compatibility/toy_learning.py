"""What the processes of a toy job do: as in `make_version_0_1`, from which its checkpoints come."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Ramp", "nothing", "toy_chunk"]


class Ramp:
    """In place of a network: weights that are drawn to 1."""

    def learn(self, adam: Any, turn: Any, rate: float) -> dict[str, float]:
        """One batch."""
        adam.step(adam.weights - 1, rate)
        return {"loss": float((adam.weights**2).sum())}


def toy_chunk(number: int) -> Any:
    """A chunk of a shared job."""
    return np.arange(3) + 10 * number


def nothing() -> None:
    """What a process does before its first chunk."""
