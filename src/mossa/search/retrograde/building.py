"""Building the tables, slice by slice, on several threads."""

from __future__ import annotations

import mmap
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Bytes, Ints
from mossa.kernel.specialise import prepare

from .codes import FARTHEST
from .files import Head, read_slice, write_slice
from .indexing import Indexing, Slice
from .kernels import initial_codes, settle, spread, sweep

__all__ = ["BuildReport", "Workers", "build", "make_codes"]

MIN_RUN = 1 << 16
"""Indices of one call of a kernel, at least: few enough to share the work evenly and to stop soon."""

Progress = Callable[[int, int, str], None]
"""Called with the states done, the number of all states, and what is being computed."""


@dataclass
class BuildReport:
    """The result of a build."""

    game: str
    heads: list[Head] = field(default_factory=list)
    seconds: float = 0.0
    resumed: int = 0
    """Slices of an earlier run that were reused."""

    @property
    def states(self) -> int:
        """The number of states in the tables."""
        return sum(head.size for head in self.heads)


class Workers:
    """Threads that call a kernel for all runs of a slice (a *run* is a range of indices)."""

    def __init__(self, game: Game, threads: int) -> None:
        if not 1 <= threads <= 256:
            raise MossaError(f"tables are built by 1 to 256 threads, not {threads}")
        self.threads = threads
        self.buffer_size = 4 * game.facts.widest + 64
        self.pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)

    def map(self, kernel: Callable[..., int], part: Slice, *arguments: Any) -> Iterator[int]:
        """What the kernel returns for each run of the slice, in order."""
        step = max(MIN_RUN, part.size // 1024)

        def run(first: int) -> int:
            return int(kernel(first, min(first + step, part.last), *arguments, Ints(self.buffer_size)))

        return self.pool.map(run, range(part.first, part.last, step))


def build(
    game: Game,
    pieces: int,
    folder: Path,
    *,
    only: Iterable[str] = (),
    threads: int = 1,
    progress: Progress | None = None,
    compiled: bool = True,
) -> BuildReport:
    """Make the tables of all slices with up to `pieces` pieces in a folder, one file each; or only those that `only`
    names and those that they depend on.

    Slices with a sound file are reused, so a build that was stopped can be resumed.
    """
    indexing = Indexing.of(game)
    slices = indexing.chosen(pieces, only)
    total = slices[-1].last
    values = make_codes(total)
    report = BuildReport(game.name)
    say = progress or (lambda done, all_states, what: None)
    begin = time.perf_counter()
    with Workers(game, threads) as workers:
        for part in slices:
            try:
                head, codes = read_slice(folder, game.name, part)
                values.array[part.first : part.last] = bytearray(codes)
                report.resumed += 1
            except MossaError:
                say(part.first, total, part.name)
                solve_slice(indexing, part, values, workers, say, total, compiled)
                head = write_slice(folder, game.name, part, values.array[part.first : part.last])
            report.heads.append(head)
            say(part.last, total, part.name)
    report.seconds = time.perf_counter() - begin
    return report


def make_codes(total: int) -> Bytes:
    """A byte for each index. Pages that are never written take no memory, so slices that are left out cost nothing."""
    import numpy as np

    try:
        if sys.platform != "linux":
            return Bytes(np.zeros(max(1, total), np.uint8))
        reserve = getattr(mmap, "MAP_NORESERVE", 0x4000)  # older Pythons do not name it
        pages = mmap.mmap(-1, max(1, total), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | reserve)
    except (OSError, OverflowError, MemoryError, ValueError):
        raise MossaError(f"{total:,} positions do not fit the memory of this machine; ask for fewer pieces") from None
    return Bytes(np.frombuffer(pages, np.uint8))


def solve_slice(
    indexing: Indexing, part: Slice, values: Bytes, workers: Workers, say: Progress, total: int, compiled: bool
) -> None:
    """Compute the codes of one slice; those of all earlier ones are known."""
    notes = Bytes(part.size)
    name = indexing.game.name

    def everywhere(entry: Callable[..., int], *arguments: Any) -> int:
        """Run a pass over the whole slice; the greatest code it wrote."""
        kernel = indexing.kernel(entry, compiled)
        prepare(kernel, 0, 0, part.first, *arguments, Ints(1))
        return max(workers.map(kernel, part, part.first, *arguments), default=0)

    say(part.first, total, part.name)
    greatest = everywhere(initial_codes, values, notes)
    n = 1
    while n <= greatest:
        say(part.first, total, f"{part.name}, {n} plies")
        passes = (spread, settle) if indexing.can_retract else (sweep,)
        for entry in passes:
            greatest = max(greatest, everywhere(entry, n, values, notes))
        if greatest > FARTHEST + 1:
            raise MossaError(f"{name} {part.name}: a win takes more than {FARTHEST} plies, which a table cannot hold")
        n += 1
