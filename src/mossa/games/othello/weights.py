"""The learnt weights: their file, and a simple evaluation as a fallback.

The file (sealed, `mossa.core.files`) holds one number for each group of mirror images, stage by stage: 16 bits,
little-endian. `mossa.learn.recipes.othello` makes it.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.core.files import seal, unseal

from .patterns import COUNTS, FIRST, MINE, PATTERNS, SIZE, STAGES, THEIRS, shared

__all__ = ["FILE", "LIMIT", "read", "simple", "weights", "write"]

FILE = Path(__file__).parent / "data" / "weights.xz"
FORMAT = "mossa othello weights 1"
Weights = Any
"""An array of int16: SIZE weights for each of the STAGES, in hundredths of a disc."""
LIMIT = 32_000
"""No weight is greater than this."""


def weights() -> Weights:
    """The learnt weights; if the file is missing or damaged, simple ones, with a warning."""
    try:
        return read(FILE)
    except MossaError as error:
        warnings.warn(f"{error}; Othello is played with a simple evaluation", stacklevel=2)
        return simple()


@cache
def groups() -> tuple[Any, Any]:
    """The representatives of the groups of mirror images in a stage; and for each place, the number of its group."""
    import numpy as np

    return np.unique(shared(), return_inverse=True)


def read(path: Path) -> Weights:
    """The weights of a file, all places of all stages."""
    import numpy as np

    _, data = unseal(path, FORMAT)
    _, group = groups()
    numbers = np.frombuffer(data, "<i2")
    if len(numbers) != STAGES * (group.max() + 1):
        raise MossaError(f"the weights {path} belong to other patterns")
    return np.ascontiguousarray(numbers.reshape(STAGES, -1)[:, group].reshape(-1).astype(np.int16))


def write(path: Path, numbers: Weights) -> None:
    """Write weights, of which those of mirror images are equal."""
    first, _ = groups()
    seal(path, FORMAT, numbers.reshape(STAGES, SIZE)[:, first].astype("<i2").tobytes())


def simple() -> Weights:
    """Simple weights: mobility and corners. Learning starts from them too."""
    import numpy as np

    stages = np.zeros((STAGES, SIZE), np.int16)
    corner = 1  # the place of the corner among PATTERNS
    assert PATTERNS[corner].startswith("a1 b1 c1 a2 b2")
    first = FIRST + sum(3 ** len(squares.split()) for squares in PATTERNS[:corner])
    contents = np.arange(3**9)
    taken, beside, diagonal = contents % 3, (contents // 3 % 3, contents // 27 % 3), contents // 81 % 3
    sign = np.array([0, 1, -1])
    open_corner = taken == 0
    worth = 700 * sign[taken] - 250 * sign[diagonal] * open_corner
    worth -= 80 * (sign[beside[0]] + sign[beside[1]]) * open_corner
    stages[:, first : first + 3**9] = worth
    moves = np.arange(COUNTS)
    for stage in range(STAGES):
        each = 90 - 4 * stage
        stages[stage, MINE : MINE + COUNTS] = each * moves
        stages[stage, THEIRS : THEIRS + COUNTS] = -each * moves
    return stages.reshape(-1)
