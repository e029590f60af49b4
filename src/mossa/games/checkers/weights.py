"""The weights of the evaluation: their file, and hand-set weights as a fallback.

Every place of `patterns` has two weights, for a full and for an empty board; in between they are mixed by the number of
pieces. Of a place and its counterpart only one is in the file, since the other's weight is its negative. Numbers have
16 bits, in eighths of a hundredth of a man; the file is sealed (`mossa.core.files`). `mossa.learn.recipes.checkers`
makes it.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.core.files import seal, unseal

from .patterns import (
    CONTENTS,
    KING_STEPS,
    KINGS,
    MEN,
    MEN_STEPS,
    MOST,
    MY_KING,
    RUN,
    SIZE,
    STEPS,
    STUCK,
    THE_MOVE,
    THEIR_KING,
    counterparts,
    masks,
)

__all__ = ["FILE", "UNIT", "groups", "packed", "read", "simple", "weights", "write"]

FILE = Path(__file__).parent / "data" / "weights.xz"
FORMAT = "mossa checkers weights 1"
UNIT = 8
"""Weights are in this part of a hundredth of a man."""
LIMIT = 32_000

Pairs = Any
"""An array of SIZE or of as many pairs as there are groups: weight on a full board, weight on an empty one."""


@cache
def groups() -> tuple[Any, Any, Any]:
    """The representative place of each group; for each place the number of its group, and its sign: 1, −1, or 0.

    A place that is its own counterpart is worth nothing.
    """
    import numpy as np

    places, other = np.arange(SIZE), counterparts()
    first = np.where(other < 0, places, np.minimum(places, other))
    sign = np.where(other < 0, 1, np.sign(other - places))
    chosen, group = np.unique(first, return_inverse=True)
    return chosen, group, sign


def spread(pairs: Pairs) -> Pairs:
    """The weights of all places, from those of the groups."""
    _, group, sign = groups()
    return pairs[group] * sign[:, None]


def packed(pairs: Pairs) -> Any:
    """Both weights of each place in one number, full board · 2^16 + empty board: one addition adds both."""
    import numpy as np

    whole = np.clip(np.rint(pairs), -LIMIT, LIMIT).astype(np.int64)
    return (whole[:, 0] * 65536 + whole[:, 1]).astype(np.int32)


def weights() -> Any:
    """The weights of the file, packed; if it is missing or damaged, those set by hand, with a warning."""
    try:
        return packed(spread(read(FILE)))
    except MossaError as error:
        warnings.warn(f"{error}; checkers is played with weights set by hand", RuntimeWarning, stacklevel=2)
        return packed(spread(simple()))


def read(path: Path) -> Pairs:
    """The weights of the groups in a file."""
    import numpy as np

    _, data = unseal(path, FORMAT)
    numbers = np.frombuffer(data, "<i2").astype(np.int64)
    if len(numbers) != 2 * len(groups()[0]):
        raise MossaError(f"the weights {path} belong to other patterns")
    return numbers.reshape(2, -1).T


def write(path: Path, pairs: Pairs) -> None:
    """Write the weights of the groups."""
    import numpy as np

    numbers = np.clip(np.rint(pairs), -LIMIT, LIMIT).astype("<i2")
    seal(path, FORMAT, np.ascontiguousarray(numbers.T).tobytes())


# Values from the literature, in hundredths of a man [Samuel59], [Schaeffer97]: where learning starts.
MAN, KING = 100, 135
EXCHANGE = 24  # how much more an extra man is worth on an empty board: exchanges favour the side ahead
ADVANCE = (0, 0, 1, 3, 5, 8, 13)  # a man on row 0 … 6
GUARD, OTHER_GUARD = 6, 3  # a man on the first row: on squares 1 and 3 (30 and 32 of White), on the others
BRIDGE = 8  # both of them: the bridge makes crowning hard
CENTRE, EDGE = 3, -2  # a man on one of the eight middle squares; at the side, where it attacks one square only
KING_CENTRE, KING_EDGE = 8, -5
STEP = 2
STUCK_KING = -25
RUNNER = (0, 21, 29, 37)  # three steps from the king row, two, one
OPPOSITION, OPEN_BOARD = 4, 12  # the opposition, which counts up to this many pieces
MIDDLE, SIDES = 0x00666600, 0x18181818


def simple() -> Pairs:
    """The weights of the groups set by hand."""
    import numpy as np

    table = np.zeros((SIZE, 2))
    for my in range(MOST):
        for their in range(MOST):
            table[MEN + MOST * my + their] = (my - their) * MAN, (my - their) * (MAN + EXCHANGE)
            table[KINGS + MOST * my + their] = (my - their) * KING, (my - their) * (KING + EXCHANGE)
    for square in range(32):
        at = KING_CENTRE if MIDDLE >> square & 1 else KING_EDGE if SIDES >> square & 1 else 0
        table[MY_KING + square] = table[THEIR_KING + 31 - square] = at
    table[THEIR_KING : THEIR_KING + 32] *= -1
    for step in range(-STEPS, STEPS + 1):
        table[MEN_STEPS + STEPS + step] = table[KING_STEPS + STEPS + step] = STEP * step
    for my in range(4):
        for their in range(4):
            table[STUCK + 4 * my + their] = STUCK_KING * (my - their)
            table[RUN + 4 * my + their] = RUNNER[my] - RUNNER[their]
    for pieces in range(OPEN_BOARD + 1):
        table[THE_MOVE + 2 * pieces] = -OPPOSITION
        table[THE_MOVE + 2 * pieces + 1] = OPPOSITION
    _men(table)
    chosen, _, _ = groups()
    return table[chosen] * UNIT


def _men(table: Any) -> None:
    """The values of men by square: each set of two rows has those of its lower row, the last set those of both."""
    import numpy as np

    def worth(square: int) -> int:
        at = ADVANCE[square // 4] if square < 28 else 0
        at += CENTRE if MIDDLE >> square & 1 else EDGE if SIDES >> square & 1 else 0
        return at + ((GUARD if square % 2 == 0 else OTHER_GUARD) if square < 4 else 0)

    sets = [[square for square in range(32) if mask >> square & 1] for mask in masks()[:7]]
    digits = np.arange(CONTENTS)[:, None] // 3 ** np.arange(8) % 3
    for row, squares in enumerate(sets):
        rows = table[row * CONTENTS : (row + 1) * CONTENTS]
        for place, square in enumerate(squares):
            if square // 4 == row or row == 6:
                mine, theirs = digits[:, place] == 1, digits[:, place] == 2
                rows += (mine * worth(square) - theirs * worth(31 - square))[:, None]
    bridge = (digits[:, 0] == 1) & (digits[:, 2] == 1)
    table[:CONTENTS] += BRIDGE * bridge[:, None]
    bridge = (digits[:, 7] == 2) & (digits[:, 5] == 2)
    table[6 * CONTENTS : 7 * CONTENTS] -= BRIDGE * bridge[:, None]
