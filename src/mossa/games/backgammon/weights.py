"""The learnt weights: their file, and a fallback when it is missing.

The file (sealed, `mossa.core.files`) holds the networks as `mossa.kernel.network` lays them out: half-precision
numbers, little-endian; its first line has their shape, in which the number of hidden units is free. The recipes of
`mossa.learn.recipes` make it: see docs/backgammon.md.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.core.files import seal, unseal
from mossa.kernel.float32_ops import LANES
from mossa.kernel.network import network_size

from .network import KINDS, OUTPUTS, width
from .network_inputs import INPUTS

__all__ = ["FILE", "read", "weights", "write"]

FILE = Path(__file__).parent / "data" / "weights.xz"
FORMAT = "mossa backgammon weights"
Weights = Any
"""An array of float32."""


def weights() -> Weights:
    """The learnt weights; if the file is missing or damaged, zeros (all positions equal), with a warning."""
    import numpy as np

    try:
        return read(FILE)
    except MossaError as error:
        warnings.warn(f"{error}; backgammon is played without an evaluation", stacklevel=2)
        return np.zeros(KINDS * network_size(INPUTS, LANES, OUTPUTS), np.float32)


def read(path: Path) -> Weights:
    """The weights of a file."""
    import numpy as np

    head, data = unseal(path, FORMAT)
    numbers = np.frombuffer(data, "<f2").astype(np.float32)
    if head != shape(numbers):
        raise MossaError(f"{path} holds networks of the shape {head}; this version reads {KINDS}x{INPUTS}x…x{OUTPUTS}")
    return numbers


def write(path: Path, numbers: Weights) -> None:
    """Write weights, in one step."""
    seal(path, f"{FORMAT} {shape(numbers)}", numbers.astype("<f2").tobytes())


def shape(numbers: Weights) -> str:
    """How many kinds of positions, inputs, hidden units and outputs the networks have."""
    return f"{KINDS}x{INPUTS}x{width(numbers)}x{OUTPUTS}"
