"""The learnt weights: their file, and what stands in when it is missing.

The file (sealed, `mossa.core.files`) holds the networks as `mossa.kernel.network` lays them out: half-precision
numbers, little-endian. `mossa.learn.recipes.backgammon` makes it.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.core.files import seal, unseal
from mossa.kernel.network import network_size

from .inputs import INPUTS
from .network import HIDDEN, KINDS, OUTPUTS

__all__ = ["FILE", "read", "weights", "write"]

FILE = Path(__file__).parent / "data" / "weights.xz"
FORMAT = f"mossa backgammon weights {KINDS}x{INPUTS}x{HIDDEN}x{OUTPUTS}"
Weights = Any
"""An array of float32."""


def weights() -> Weights:
    """The learnt weights; without a sound file zeros, to which all positions are alike, and a warning that says so."""
    import numpy as np

    try:
        return read(FILE)
    except MossaError as error:
        warnings.warn(f"{error}; backgammon is played without an evaluation", stacklevel=2)
        return np.zeros(KINDS * network_size(INPUTS, HIDDEN, OUTPUTS), np.float32)


def read(path: Path) -> Weights:
    """The weights of a file."""
    import numpy as np

    _, data = unseal(path, FORMAT)
    return np.frombuffer(data, "<f2").astype(np.float32)


def write(path: Path, numbers: Weights) -> None:
    """Write weights, in one step."""
    seal(path, FORMAT, numbers.astype("<f2").tobytes())
