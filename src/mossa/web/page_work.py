"""The work that one page asked for: one piece at a time, and what is asked for next ends what is under way."""

from __future__ import annotations

import threading
from collections.abc import Coroutine
from typing import Any

from .messages import Page, Tasks, sentence

__all__ = ["PageWork"]


class PageWork:
    """What an analysis and a workshop, which belong to one page each, have in common."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        """Ends the work under way."""
        self._tasks = Tasks()

    def _restart(self) -> threading.Event:
        """End what is under way, and give the event that stops what comes next."""
        self._stopped.set()
        self._stopped = threading.Event()
        return self._stopped

    def _compiling(self, page: Page, what: str) -> None:
        page.send({"type": "compiling", "text": what})

    def _spawn(self, page: Page, work: Coroutine[Any, Any, None], stop: threading.Event) -> None:
        """Begin work in the background; the page is told of its failure, and when it is idle again."""

        async def run() -> None:
            try:
                await work
            except Exception as error:  # rules may fail in any way
                if not stop.is_set():
                    page.send({"type": "error", "text": sentence(error)})
            if stop is self._stopped:
                page.send({"type": "idle"})

        self._tasks.start(run())
