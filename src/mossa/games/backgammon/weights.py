"""The learnt weights: their file, and what stands in when it is missing.

The file holds the networks as `mossa.kernel.network` lays them out, half-precision numbers, little-endian, compressed,
behind a line that names the format, the shape and the digest of all that follows. `mossa.learn.recipes.backgammon`
makes it.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import warnings
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.kernel.network import network_size

from .inputs import INPUTS
from .network import HIDDEN, KINDS, OUTPUTS

__all__ = ["FILE", "read", "weights", "write"]

FILE = Path(__file__).parent / "data" / "weights.xz"
FORMAT = f"mossa backgammon weights {KINDS}x{INPUTS}x{HIDDEN}x{OUTPUTS} "
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

    try:
        data = path.read_bytes()
    except OSError as error:
        raise MossaError(f"the weights {path.name} cannot be read: {error.strerror or error}") from None
    head, _, packed = data.partition(b"\n")
    if head.decode(errors="replace") != FORMAT + hashlib.sha256(packed).hexdigest():
        raise MossaError(f"the weights {path.name} are damaged or of another format")
    return np.frombuffer(lzma.decompress(packed), "<f2").astype(np.float32)


def write(path: Path, numbers: Weights) -> None:
    """Write weights, in one step."""
    packed = lzma.compress(numbers.astype("<f2").tobytes(), preset=6)
    part = path.with_suffix(".part")
    part.write_bytes((FORMAT + hashlib.sha256(packed).hexdigest()).encode() + b"\n" + packed)
    os.replace(part, path)
