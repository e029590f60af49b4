"""How every engine runs its kernels: in worker threads without Python's lock, while the calling thread watches the
clock, so that Ctrl-C and a web server stay responsive. Starting a thread takes as long as a small search, so threads
are kept in a pool.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from mossa.core.game import Game
from mossa.kernel.endless import LONGEST_CALL, end_rules
from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import TranspositionTable
from mossa.kernel.traps import EndlessError

__all__ = [
    *("PATIENCE", "UNLIMITED", "ThreadTask", "Worker", "age_table", "node_count", "require_threads", "root_moves"),
    *("run_threads", "run_together"),
]

POLL_INTERVAL = 0.002
"""Seconds between two checks of the clock and the stop event."""
PATIENCE = 2.0
"""Seconds after which a search that was stopped is taken to be in rules that do not end."""
UNLIMITED = 1 << 62
"""As a limit of nodes: none."""
LOOK = 0.5
"""Seconds between two looks at whether a search goes on."""
MOST_THREADS = 256

_idle: list[Worker] = []
_under_way: set[ThreadTask] = set()


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
    work: Sequence[Callable[[], None]],
    halt: Callable[[], None],
    stop: threading.Event,
    seconds: float | None,
    nodes: Callable[[], int] | None = None,
) -> None:
    """Run functions, each in a thread of its own, until the first is done; what one of them raises is raised here.

    `halt` must make them all end soon. It is called when the time is over, when `stop` is set, on Ctrl-C, and when the
    first is done. If they do not end within PATIENCE after that, the rules are stopped: an `EndlessError`. So are rules
    that are in a loop while `nodes`, a count of what was searched, has been the same for LONGEST_CALL seconds.
    """
    begin = time.perf_counter()
    tasks = [ThreadTask(task) for task in work]
    standstill = _Standstill(tasks, nodes) if nodes is not None else None
    try:
        while not tasks[0].wait(POLL_INTERVAL):
            if standstill is not None:
                standstill.look()
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


class _Standstill:
    """Ends the rules of a search once no node has been added for LONGEST_CALL seconds.

    Looks are counted and not seconds: a process may have been asleep meanwhile.
    """

    def __init__(self, tasks: Sequence[ThreadTask], nodes: Callable[[], int]) -> None:
        self.tasks, self.nodes = tasks, nodes
        self.count, self.looks, self.next = -1, 0, 0.0

    def look(self) -> None:
        """Look, if it is time to."""
        now = time.perf_counter()
        if now < self.next:
            return
        self.next, count = now + LOOK, self.nodes()
        self.looks = self.looks + 1 if count == self.count else 0
        self.count = count
        if self.looks >= LONGEST_CALL / LOOK:
            end_rules(_threads_of(self.tasks), self._goes_on)
            self.looks = 0

    def _goes_on(self, seconds: float) -> bool:
        """After these seconds: has a task ended, or is there another node?"""
        return any([task.wait(seconds) for task in self.tasks]) or self.nodes() != self.count


def node_count(game: Game, nodes: Callable[[], int]) -> Callable[[], int] | None:
    """This count of nodes for `run_threads`, if a standstill of the search is the fault of the rules: those of mossa's
    own games end, and may search by themselves (the last moves of Othello)."""
    return None if game.is_own else nodes


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
            end_rules(_threads_of(tasks), ended)


def _threads_of(tasks: Sequence[ThreadTask]) -> list[int]:
    """The threads of those tasks that are not done, and of the tasks that these have begun."""
    threads = [task.thread for task in tasks if not task.wait(0)]
    waiting = list(threads)
    while waiting:
        parent = waiting.pop()
        children = [task.thread for task in list(_under_way) if task.parent == parent and task.thread not in threads]
        threads += children
        waiting += children
    return threads


# The pool


class ThreadTask:
    """Work that begins at once in a thread of the pool."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.failure: BaseException | None = None
        """What the work raised."""
        self.thread = 0
        """The thread that does it, once it has begun."""
        self._work = work
        self.parent = threading.get_ident()
        """The thread that has begun it."""
        self._under_way = threading.Lock()
        self._under_way.acquire()
        _under_way.add(self)
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
        _under_way.discard(self)
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
