"""What every engine does alike: its kernels run in worker threads without Python's lock, and the calling thread only
watches, so that a clock, Ctrl-C and a web server stay responsive.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import TranspositionTable

from .thread_pool import ThreadTask

__all__ = ["UNLIMITED", "age_table", "require_threads", "root_moves", "run_threads"]

POLL = 0.002
"""Seconds between two looks at the clock and the stop event."""
UNLIMITED = 1 << 62
"""As a limit of nodes: none."""
MOST_THREADS = 256


def require_threads(threads: int) -> None:
    """Refuse, in one sentence, a number of threads that cannot be."""
    if not 1 <= threads <= MOST_THREADS:
        raise MossaError(f"a search has 1 to {MOST_THREADS} threads, not {threads}")


def root_moves(moves: Sequence[int], only: Sequence[int]) -> list[int]:
    """The moves to choose from: those of `only`, where any are named."""
    found = [move for move in moves if move in only] if only else list(moves)
    if not found:
        raise MossaError("the game is over: there is nothing to search")
    return found


def age_table(table: TranspositionTable) -> None:
    """A new search begins: what the table holds is one search older, and gives way sooner."""
    table.age = (table.age + 1) & 63


def run_threads(
    work: Sequence[Callable[[], None]], halt: Callable[[], None], stop: threading.Event, seconds: float | None
) -> None:
    """Do pieces of work, each in a thread of its own, until the first is done; what one of them raises is raised here.

    `halt` must make them all end soon. It is called when the time is over, when `stop` is set, when Ctrl-C is pressed,
    and when the first is done.
    """
    begin = time.perf_counter()
    pieces = [ThreadTask(piece) for piece in work]
    try:
        while not pieces[0].wait(POLL):
            if stop.is_set() or (seconds is not None and time.perf_counter() - begin >= seconds):
                halt()
    finally:
        halt()
        for piece in pieces:
            piece.wait()
    for piece in pieces:
        if piece.failure is not None:
            raise piece.failure
