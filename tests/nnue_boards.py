"""Boards for networks that look at them from both sides: as sets of squares, and as planes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.kernel.nnue import OTHER, PLANES, SQUARES


def random_sets(chooser: np.random.Generator, boards: int, kinds: int) -> NDArray[np.uint64]:
    """Boards with something on a third of the squares: the sets of side 0, then those of side 1."""
    pieces = chooser.integers(0, 6 * kinds, (boards, SQUARES))
    return np.stack([squares(pieces == number) for number in range(2 * kinds)], axis=1)


def squares(on: NDArray[np.bool_]) -> NDArray[np.uint64]:
    return np.packbits(on, axis=1, bitorder="little").view(np.uint64)[:, 0]


def planes(sets: Any) -> list[int]:
    """The planes of a board told by its sets."""
    kinds = len(sets) // 2
    numbers = [*range(1, kinds + 1), *range(OTHER + 1, OTHER + kinds + 1)]
    pairs = [(int(where), number) for where, number in zip(sets, numbers, strict=True)]
    return [sum(where for where, number in pairs if number >> plane & 1) for plane in range(PLANES)]
