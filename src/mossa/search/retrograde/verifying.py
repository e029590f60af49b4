"""An independent check of finished tables: every value is computed again, from its successors alone.

It shares only the rules and the index with the build. If each code, with its distance, follows from its successors'
codes, the table is right: wins and losses by induction over the distance; draws since neither side can leave them for a
better outcome.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Bytes, Ints
from mossa.kernel.specialise import prepare

from .building import Progress, Workers, make_codes
from .codes import UNKNOWN
from .files import count_codes, read_slice
from .indexing import Indexing, KernelIndexing

__all__ = ["verify"]

game: KernelRules = slot("game")
indexing: KernelIndexing = slot("indexing")


def expected(state: Any, values: Bytes, buffer: Ints) -> int:
    """The code that a state should have; −1 if a move leads to an unfinished state without an index."""
    over = game.is_over(state)
    n = 0 if over else game.moves(state, buffer, 0)
    if over or (n == 0 and game.ENDS_WITHOUT_MOVES):
        won = game.utility(state, game.mover(state))
        return 0 if won == 0 else 2 if won > 0 else 1
    soonest, latest, holds = 256, 0, False
    for k in range(n):
        child = game.play(state, buffer[k])
        at = indexing.index(child)
        if at < 0:
            rest = buffer[n:]
            if not game.is_over(child) and not (game.ENDS_WITHOUT_MOVES and game.moves(child, rest, 0) == 0):
                return -1
            won = game.utility(child, game.mover(child))
            code = 0 if won == 0 else 2 if won > 0 else 1
        else:
            code = values[at]
        if code == 0:
            holds = True
        elif code % 2 == 0:
            latest = max(latest, code)
        else:
            soonest = min(soonest, code)
    if soonest < 256:
        return soonest + 1
    return 0 if holds else latest + 1


def mismatch(first: int, last: int, values: Bytes, buffer: Ints) -> int:
    """One more than the first index of the range with a wrong code; 0 if all are right."""
    for i in range(first, last):
        state = indexing.state_at(i)
        at = indexing.index(state)
        if at != i:
            # A hole: it stands for nothing, or for a state with another index.
            if values[i] != UNKNOWN or (at >= 0 and indexing.index(indexing.state_at(at)) != at):
                return i + 1
        elif expected(state, values, buffer) != values[i]:
            return i + 1
    return 0


def verify(
    game: Game,
    pieces: int,
    folder: Path,
    *,
    only: Iterable[str] = (),
    threads: int = 1,
    progress: Progress | None = None,
    compiled: bool = True,
) -> int:
    """Check the tables in a folder; the number of states checked. The first wrong code is an error that names the
    state.

    `only` names the slices to check, with those that they depend on, as for `build`.
    """
    indexing = Indexing.of(game)
    slices = indexing.chosen(pieces, only)
    total = slices[-1].last
    values = make_codes(total)
    kernel = indexing.kernel(mismatch, compiled)
    prepare(kernel, 0, 0, values, Ints(1))
    with Workers(game, threads) as workers:
        for part in slices:
            head, codes = read_slice(folder, game.name, part)
            mine = values.array[part.first : part.last]
            mine[:] = bytearray(codes)
            if count_codes(mine) != {name: getattr(head, name) for name in ("wins", "draws", "losses", "longest")}:
                raise MossaError(f"the counts in the head of the endgame table {part.name} are not those of its codes")
            for wrong in workers.map(kernel, part, values):
                if wrong:
                    state = indexing.functions["state_at"](wrong - 1)
                    text = game.rules.write_position(state)
                    raise MossaError(f"the endgame table {part.name} is wrong about {text} (number {wrong - 1})")
            if progress is not None:
                progress(part.last, total, part.name)
    return sum(part.size for part in slices)
