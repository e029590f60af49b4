"""Thinking on the opponent's time.

While the opponent thinks, the player searches the position after the reply that it expects, in a thread of its own and
in the same table. If that reply comes, the search goes on and the time it has had counts: often the answer is there at
once. If another one comes, the search ends within a few milliseconds, and only what it left in the table remains.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from mossa.core.position import Position
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.time_plan import TimePlan

__all__ = ["Pondering", "Search"]

POLL = 0.002
"""Seconds between two looks at the clock."""

Search = Callable[[Position, Limits, Callable[[SearchResult], None]], SearchResult]
"""How a player searches: a position, its limits, and whom to tell after every iteration."""


class Pondering:
    """A search of one position, begun before anybody asked for it."""

    def __init__(self, search: Search, position: Position, tell: Callable[[SearchResult], None]) -> None:
        self.position = position
        """The position after the expected reply."""
        self.begin = time.perf_counter()
        self._tell, self._pace = tell, TimePlan()
        self._asked: Limits | None = None
        self._answer: SearchResult | None = None
        self._failure: BaseException | None = None
        self._limits = Limits()
        self._thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        self._thread.start()

    @property
    def is_thinking(self) -> bool:
        """Is the core in use?"""
        return self._thread.is_alive()

    def _run(self, search: Search) -> None:
        try:
            self._answer = search(self.position, self._limits, self._look)
        except BaseException as error:
            self._failure = error

    def _look(self, found: SearchResult) -> None:
        self._pace.look(found)
        if self._asked is not None:
            self._tell(found)
            nodes = self._asked.nodes
            if self._enough(self._asked) or (nodes is not None and found.nodes >= nodes):
                self._limits.stop.set()

    def _enough(self, asked: Limits) -> bool:
        """Is the move of the last iteration good enough, all time since the beginning counted?"""
        spent = time.perf_counter() - self.begin
        return asked.time is not None and asked.most is not None and self._pace.enough(spent, asked.time)

    def stop(self) -> None:
        """Think no more; when this returns the core is free."""
        self._limits.stop.set()
        self._thread.join()

    def answer(self, limits: Limits) -> SearchResult:
        """The expected reply has come: the answer within these limits, the time that was spent already counted."""
        self._asked = limits
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
