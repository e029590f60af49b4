"""Threads that wait for the next piece of work: to start one takes as long as a small search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["ThreadTask", "Worker"]

_idle: list[Worker] = []


class ThreadTask:
    """A piece of work in a thread of its own, begun at once."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.failure: BaseException | None = None
        """What the work raised."""
        self._work = work
        self._under_way = threading.Lock()
        self._under_way.acquire()
        _worker().pieces.put(self)

    def wait(self, seconds: float = -1) -> bool:
        """Wait for its end, at most so long; has it come?"""
        ended = self._under_way.acquire(timeout=seconds)
        if ended:
            self._under_way.release()
        return ended

    def _do(self, worker: Worker) -> None:
        try:
            self._work()
        except BaseException as error:
            self.failure = error
        _idle.append(worker)  # whoever hears of the end finds it there
        self._under_way.release()


class Worker(threading.Thread):
    """Does one piece after the other, as long as the program runs."""

    def __init__(self) -> None:
        super().__init__(name="mossa worker", daemon=True)
        self.pieces: SimpleQueue[ThreadTask] = SimpleQueue()

    def run(self) -> None:
        """The thread itself."""
        while True:
            self.pieces.get()._do(self)


def _worker() -> Worker:
    """One that is idle, or a new one."""
    while True:
        try:
            worker = _idle.pop()
        except IndexError:
            worker = Worker()
            worker.start()
        if worker.is_alive():  # threads do not survive a fork
            return worker
