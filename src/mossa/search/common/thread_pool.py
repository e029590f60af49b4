"""A pool of threads: starting a thread takes as long as a small search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["ThreadTask", "Worker"]

_idle: list[Worker] = []


class ThreadTask:
    """Work that begins at once in a thread of the pool."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.failure: BaseException | None = None
        """What the work raised."""
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
