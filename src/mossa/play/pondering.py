"""Pondering: searching on the opponent's time.

While the opponent thinks, the player searches the position after the expected reply, in its own thread and with the
same transposition table. If that reply comes (a ponder hit), the search goes on, and the time it has already had
counts: often the answer is there at once. If another reply comes, the search ends within a few milliseconds; what it
stored in the table remains.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from mossa.core.position import Position
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import ThreadTask
from mossa.search.common.time_plan import TimePlan

__all__ = ["BackgroundSearch", "Pondering", "Search"]

POLL = 0.002
"""Seconds between two checks of the clock."""

Search = Callable[[Position, Limits, Callable[[SearchResult], None]], SearchResult]
"""The search of a player: position, limits, and a function to call after every iteration."""


class Pondering:
    """A running search of the position after the expected reply."""

    def __init__(self, search: Search, position: Position, on_depth: Callable[[SearchResult], None]) -> None:
        self.position = position
        """The position after the expected reply."""
        self.begin = time.perf_counter()
        self._on_depth, self._time_plan = on_depth, TimePlan()
        self._hit_limits: Limits | None = None
        self._answer: SearchResult | None = None
        self._failure: BaseException | None = None
        self._limits = Limits()
        self._thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        self._thread.start()

    @property
    def is_thinking(self) -> bool:
        """Is the search running?"""
        return self._thread.is_alive()

    def _run(self, search: Search) -> None:
        try:
            self._answer = search(self.position, self._limits, self._after_iteration)
        except BaseException as error:
            self._failure = error

    def _after_iteration(self, found: SearchResult) -> None:
        self._time_plan.update(found)
        if self._hit_limits is not None:
            self._on_depth(found)
            nodes = self._hit_limits.nodes
            if self._enough(self._hit_limits) or (nodes is not None and found.nodes >= nodes):
                self._limits.stop.set()

    def _enough(self, limits: Limits) -> bool:
        """Does the time plan end the search here, counting the time since the pondering began?"""
        spent = time.perf_counter() - self.begin
        return limits.time is not None and limits.most is not None and self._time_plan.is_enough(spent, limits.time)

    def stop(self) -> None:
        """End the search; when this returns, its thread has ended."""
        self._limits.stop.set()
        self._thread.join()

    def answer(self, limits: Limits) -> SearchResult:
        """A ponder hit: the answer within these limits, which also count the time already spent."""
        self._hit_limits = limits
        longest = limits.time if limits.most is None else limits.most
        if self._enough(limits):
            self._limits.stop.set()
        while self._thread.is_alive():
            self._thread.join(POLL)
            late = longest is not None and time.perf_counter() - self.begin >= longest
            if late or limits.stop.is_set():
                self._limits.stop.set()
        if self._failure is not None:
            raise self._failure
        assert self._answer is not None
        return self._answer


class BackgroundSearch:
    """A search on the opponent's time, of an engine that keeps what it finds: no reply need be expected."""

    def __init__(self) -> None:
        self._running: tuple[ThreadTask, threading.Event] | None = None

    @property
    def is_running(self) -> bool:
        """Was it started, and not stopped yet?"""
        return self._running is not None

    def start(self, search: Callable[[Limits], object]) -> None:
        """Search in a thread, until `stop`."""
        self.stop()
        stop = threading.Event()
        limits = Limits(stop=stop)

        def work() -> None:
            search(limits)

        self._running = ThreadTask(work), stop

    def stop(self) -> None:
        """End the search; when this returns, it has ended. What it raised is raised here."""
        if self._running is not None:
            task, stop = self._running
            self._running = None
            stop.set()
            task.wait()
            if task.failure is not None:
                raise task.failure
