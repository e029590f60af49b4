"""Perfect play with few pieces, from the tables of retrograde analysis (`mossa.search.retrograde`).

The tables for 2 to 4 pieces come with the package; the folder of user data may hold those for more. A missing or
damaged table is left out, with a warning.
"""

import warnings
from pathlib import Path
from typing import Any

from mossa import bit_count
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes
from mossa.search.retrograde import DRAW, UNKNOWN, default_folder, load_codes

from .indexing import MOST, first_with, index, slices
from .rules import DRAW_AFTER, State

OWN = Path(__file__).parent / "data" / "tables"
SHIPPED = 4
"""Pieces of the tables that the package holds."""


def load() -> Any:
    """The codes of all tables found; of the package's own, none should be missing."""
    codes, faults = load_codes("checkers", slices(MOST), [OWN, default_folder("checkers")])
    if len(codes) < FIRST_WITH[SHIPPED + 1]:
        faults.append(f"the package lacks its endgame tables in {OWN}")
    for fault in faults:
        warnings.warn(f"checkers is played without an endgame table: {fault}", RuntimeWarning, stacklevel=2)
    return codes if len(codes) else [UNKNOWN]


ENDGAMES = ConstantTable(load, Bytes, name="checkers endgames")
FIRST_WITH = ConstantTable(first_with)


def code(state: State) -> int:
    """What the tables say (see `mossa.search.retrograde.codes`)."""
    pieces = bit_count(state.pieces)
    if pieces > MOST or FIRST_WITH[pieces] >= len(ENDGAMES):
        return UNKNOWN
    number = index(state)
    if number < 0 or number >= len(ENDGAMES):
        return UNKNOWN
    found: int = ENDGAMES[number]
    return found


def bounds(state: State) -> tuple[int, int]:
    """Proven bounds of the outcome. A win that the forty-move rule may turn into a draw is proven to be at least a
    draw; so for losses."""
    known = code(state)
    if known == UNKNOWN:
        return -1, 1
    if known == DRAW:
        return 0, 0
    in_time = known - 1 + state.quiet <= DRAW_AFTER
    if known % 2 == 0:
        return (1, 1) if in_time else (0, 1)
    return (-1, -1) if in_time else (-1, 0)


def distance(state: State) -> int:
    """Plies to the end that `bounds` proves; 0 where it proves none."""
    known = code(state)
    return 0 if known in (UNKNOWN, DRAW) else known - 1
