"""Perfect play with few pieces, from the tables of retrograde analysis (`mossa.search.retrograde`).

A table has the outcome and the plies to mate. Some come with the package; `mossa tables chess` makes the others in the
folder of user data. An ending without a table is searched.
"""

import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

from mossa import MossaError, bit_count
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Ints
from mossa.search.retrograde import DRAW, UNKNOWN, default_folder, load_some

from .board import State, quiet_plies
from .draws import FIFTY_MOVES
from .endgame_slices import ALL_EMPTY, MOST, block_size, blocks_with, kinds_of, slice_name, slices
from .indexing import INVALID, block_and_rest
from .rules import is_mate

OWN = Path(__file__).parent / "data" / "tables"
folders = [OWN, default_folder("chess")]
"""The folders that are searched for tables when they are first needed."""


@lru_cache(maxsize=1)
def loaded() -> tuple[Any, dict[str, int]]:
    """The codes of all tables found, and where each begins. A damaged table is left out, with a warning."""
    codes, starts, faults = load_some("chess", slices(MOST), folders)
    for fault in faults:
        warnings.warn(f"chess is played without an endgame table: {fault}", RuntimeWarning, stacklevel=2)
    return (codes if len(codes) else [UNKNOWN]), starts


def use_folder(folder: Path) -> None:
    """Search this folder for tables too; to be called before they are first used."""
    if folder in folders:
        return
    if loaded.cache_info().currsize:
        raise MossaError("the endgame tables are in use already: name their folder before the first search")
    if not folder.is_dir():
        raise MossaError(f"there is no folder {folder} with endgame tables")
    folders.append(folder)


def places() -> list[int]:
    """kinds of a block → where its codes begin; −1 without a table"""
    _, starts = loaded()
    found = [-1] * (ALL_EMPTY + 1)
    for count in range(3, MOST + 1):
        for block in blocks_with(count):
            name = slice_name(*block)
            if name in starts:
                second = name != f"K{block[0]}K{block[1]}"
                found[kinds_of(block)] = starts[name] + (block_size(block) if second else 0)
    return found


def most_pieces() -> list[int]:
    """One number: the greatest number of pieces for which there is a table."""
    return [max((len(name) for name in loaded()[1]), default=0)]


ENDGAMES = ConstantTable(lambda: loaded()[0], Bytes, name="chess endgames")
PLACES = ConstantTable(places, Ints, name="chess endgame places")
PIECES = ConstantTable(most_pieces, Ints, name="chess endgame pieces")


def code(state: State) -> int:
    """What the tables say (see `mossa.search.retrograde.codes`)."""
    if bit_count(state.white | state.black) > PIECES[0]:
        return UNKNOWN
    kinds, rest = block_and_rest(state)
    if rest < 0 or rest == INVALID or PLACES[kinds] < 0:
        return UNKNOWN
    found: int = ENDGAMES[PLACES[kinds] + rest]
    return found


def bounds(state: State) -> tuple[int, int]:
    """Proven bounds of the outcome. After fifty quiet moves each side can claim a draw, unless it is mate; so a table
    win that takes longer is only proven to be at least a draw."""
    quiet = quiet_plies(state)
    if quiet >= FIFTY_MOVES and not is_mate(state):
        return 0, 0
    if bit_count(state.white | state.black) > PIECES[0]:
        return -1, 1
    known = code(state)
    if known == UNKNOWN:
        return -1, 1
    if known == DRAW:
        return 0, 0
    in_time = known - 1 + quiet <= FIFTY_MOVES
    if known % 2 == 0:
        return (1, 1) if in_time else (0, 1)
    return (-1, -1) if in_time else (-1, 0)


def plies_to_end(state: State) -> int:
    """Plies to the mate that `bounds` proves; −1 where the tables prove none."""
    known = code(state)
    return -1 if known in (UNKNOWN, DRAW) else known - 1
