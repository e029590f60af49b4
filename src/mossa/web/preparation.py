"""A player that is being made ready, and those who wait for it: searches that may go on without, or must not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from mossa.core.game import Game

__all__ = ["Preparation"]

MOMENT = 0.25
"""Seconds that reading an engine from the cache takes at most, usually."""


class Preparation:
    """The work that makes a player of a game ready; it goes on where nobody waits for it any more."""

    def __init__(
        self, game: Game, stop: threading.Event, work: Callable[[Callable[[str], None]], Coroutine[Any, Any, None]]
    ) -> None:
        """`work` gets what to call, in the event loop, with each thing that is compiled; `stop` ends it."""
        self.game, self.stop = game, stop
        self._compiled = ""
        self._announced = asyncio.get_running_loop().create_future()
        self._hearers: list[Callable[[str], None]] = []
        self.task = asyncio.ensure_future(work(self._announce))
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever waits hears of it

    def _announce(self, what: str) -> None:
        self._compiled = what
        if not self._announced.done():
            self._announced.set_result(None)
        for hear in self._hearers:
            hear(what)

    async def takes_long(self) -> bool:
        """Must something be compiled, or has it to wait for its turn? Returns as soon as that is known."""
        await asyncio.wait({self.task, self._announced}, timeout=MOMENT, return_when=asyncio.FIRST_COMPLETED)
        return not self.task.done()

    def tell(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with what is compiled, from now on."""
        if hear not in self._hearers:
            self._hearers.append(hear)
            if self._compiled:
                hear(self._compiled)
