"""How every engine runs its kernels: in worker threads without Python's lock, while the calling thread watches the
clock, so that Ctrl-C and a web server stay responsive.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import TranspositionTable

from .thread_pool import ThreadTask

__all__ = ["UNLIMITED", "age_table", "require_threads", "root_moves", "run_threads"]

POLL_INTERVAL = 0.002
"""Seconds between two checks of the clock and the stop event."""
UNLIMITED = 1 << 62
"""As a limit of nodes: none."""
MOST_THREADS = 256


def require_threads(threads: int) -> None:
    """Refuse an impossible number of threads."""
    if not 1 <= threads <= MOST_THREADS:
        raise MossaError(f"a search has 1 to {MOST_THREADS} threads, not {threads}")


def root_moves(moves: Sequence[int], only: Sequence[int]) -> list[int]:
    """The moves to choose from: those in `only`, if it names any."""
    found = [move for move in moves if move in only] if only else list(moves)
    if not found:
        raise MossaError("the game is over: there is nothing to search")
    return found


def age_table(table: TranspositionTable) -> None:
    """A new search begins: the entries of the table are one search older, and are replaced sooner."""
    table.age = (table.age + 1) & 63


def run_threads(
    work: Sequence[Callable[[], None]], halt: Callable[[], None], stop: threading.Event, seconds: float | None
) -> None:
    """Run functions, each in a thread of its own, until the first is done; what one of them raises is raised here.

    `halt` must make them all end soon. It is called when the time is over, when `stop` is set, on Ctrl-C, and when the
    first is done.
    """
    begin = time.perf_counter()
    tasks = [ThreadTask(task) for task in work]
    try:
        while not tasks[0].wait(POLL_INTERVAL):
            if stop.is_set() or (seconds is not None and time.perf_counter() - begin >= seconds):
                halt()
    finally:
        halt()
        for task in tasks:
            task.wait()
    for task in tasks:
        if task.failure is not None:
            raise task.failure
