"""How every engine runs its kernels: in worker threads without Python's lock, while the calling thread watches the
clock, so that Ctrl-C and a web server stay responsive. Starting a thread takes as long as a small search, so threads
are kept in a pool.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from mossa.kernel.endless import end_rules
from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import TranspositionTable
from mossa.kernel.traps import EndlessError

__all__ = [
    *("PATIENCE", "UNLIMITED", "ThreadTask", "Worker", "age_table", "require_threads", "root_moves", "run_threads"),
    "run_together",
]

POLL_INTERVAL = 0.002
"""Seconds between two checks of the clock and the stop event."""
PATIENCE = 2.0
"""Seconds after which a search that was stopped is taken to be in rules that do not end."""
UNLIMITED = 1 << 62
"""As a limit of nodes: none."""
MOST_THREADS = 256

_idle: list[Worker] = []


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
    first is done. If they do not end within PATIENCE after that, the rules are stopped: an `EndlessError`.
    """
    begin = time.perf_counter()
    tasks = [ThreadTask(task) for task in work]
    try:
        while not tasks[0].wait(POLL_INTERVAL):
            if stop.is_set() or (seconds is not None and time.perf_counter() - begin >= seconds):
                break
    except KeyboardInterrupt:
        _end(tasks, halt)
        endless = [str(task.failure) for task in tasks if isinstance(task.failure, EndlessError)]
        raise KeyboardInterrupt(*endless[:1]) from None
    except BaseException:
        _end(tasks, halt)
        raise
    _end(tasks, halt)
    for task in tasks:
        if task.failure is not None:
            raise task.failure


def run_together(work: Sequence[Callable[[], None]]) -> None:
    """Run functions until all are done: the first in this thread, each other in one of its own. What one of them
    raises is raised here."""
    helpers = [ThreadTask(task) for task in work[1:]]
    try:
        work[0]()
    finally:
        for helper in helpers:
            helper.wait()
    for helper in helpers:
        if helper.failure is not None:
            raise helper.failure


def _end(tasks: Sequence[ThreadTask], halt: Callable[[], None]) -> None:
    """Make all tasks end, and wait for them."""
    halt()
    last = time.perf_counter() + PATIENCE

    def ended(seconds: float) -> bool:
        return all([task.wait(seconds) for task in tasks])

    while not ended(POLL_INTERVAL):
        halt()  # a kernel may have begun its search only now
        if time.perf_counter() >= last:
            end_rules([task.thread for task in tasks if not task.wait(0)], ended)


# The pool


class ThreadTask:
    """Work that begins at once in a thread of the pool."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.failure: BaseException | None = None
        """What the work raised."""
        self.thread = 0
        """The thread that does it, once it has begun."""
        self._work = work
        self._under_way = threading.Lock()
        self._under_way.acquire()
        _worker().tasks.put(self)

    def wait(self, seconds: float = -1) -> bool:
        """Wait for the end, at most this long (negative: for ever). Has it come?"""
        ended = self._under_way.acquire(timeout=seconds)
        if ended:
            self._under_way.release()
        return ended

    def _do(self, worker: Worker) -> None:
        self.thread = threading.get_ident()
        try:
            self._work()
        except BaseException as error:
            self.failure = error
        _idle.append(worker)  # before the end is announced, so that a caller that waits for it finds an idle thread
        self._under_way.release()


class Worker(threading.Thread):
    """Runs one task after another, as long as the program runs."""

    def __init__(self) -> None:
        super().__init__(name="mossa worker", daemon=True)
        self.tasks: SimpleQueue[ThreadTask] = SimpleQueue()

    def run(self) -> None:
        """The thread itself."""
        while True:
            self.tasks.get()._do(self)


def _worker() -> Worker:
    """An idle worker, or a new one."""
    while True:
        try:
            worker = _idle.pop()
        except IndexError:
            worker = Worker()
            worker.start()
        if worker.is_alive():  # threads do not survive a fork
            return worker
