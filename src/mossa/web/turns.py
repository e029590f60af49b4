"""Who is served next, where more is asked for than can be done at once.

A client is an address and a connection (or a board) of it. Served next is the address that used least in the last
minutes, and of its connections the one that used least: whoever asks for much waits for the others, and whoever asks
for little does not wait for those who ask for much.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mossa.kernel.errors import MossaError

__all__ = ["Client", "Overload", "Turns"]

Client = tuple[str, str]
"""An address, and a connection or a board of it."""

HALF_LIFE = 60.0
"""Seconds after which half of what was used is forgotten."""
MOST_EACH = 8
"""What one client may have waiting."""
MOST_WAITING = 200
"""What all clients together may have waiting."""
FORGOTTEN = 0.01
"""Less use than these seconds is none."""


class Overload(MossaError):
    """More is asked for than can wait."""


class Turns:
    """Turns at a limited number of slots."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[Client, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str | Client] = Counter()
        self._used: dict[str | Client, tuple[float, float]] = {}
        """By address and by client: seconds that were used, and when they were written down."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, client: Client) -> AsyncIterator[None]:
        """A context that is entered when it is this client's turn."""
        await self._enter(client)
        began = time.monotonic()
        for key in (client[0], client):
            self._running[key] += 1
        try:
            yield
        finally:
            for key in (client[0], client):
                self._running[key] -= 1
                self._charge(key, time.monotonic() - began)
            self._running += Counter()  # drops those without a turn
            self._free += 1
            self._next()

    async def _enter(self, client: Client) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        mine = self._waiting.get(client, ())
        if len(mine) >= MOST_EACH:
            raise Overload("you have asked for much at once: wait until some of it is done")
        if self.waiting >= MOST_WAITING:
            raise Overload("much is asked for at once: try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free += 1
            else:
                self._forget(client, turn)
            self._next()
            raise

    def _next(self) -> None:
        """Give the free slots to those who are next."""
        while self._free and self._waiting:
            client = min(self._waiting, key=self._rank)
            turn = self._waiting[client][0]
            self._forget(client, turn)
            if not turn.done():
                self._free -= 1
                turn.set_result(None)

    def _rank(self, client: Client) -> tuple[float, ...]:
        address = client[0]
        return self._running[address], self._use(address), self._running[client], self._use(client)

    def _forget(self, client: Client, turn: asyncio.Future[None]) -> None:
        mine = self._waiting.get(client)
        if mine is not None and turn in mine:
            mine.remove(turn)
            if not mine:
                del self._waiting[client]

    def _use(self, key: str | Client) -> float:
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def _charge(self, key: str | Client, seconds: float) -> None:
        self._used[key] = self._use(key) + seconds, time.monotonic()
        if len(self._used) > 4 * MOST_WAITING:
            self._used = {one: used for one, used in self._used.items() if self._use(one) > FORGOTTEN}
            while len(self._used) > 4 * MOST_WAITING:
                del self._used[min(self._used, key=self._use)]
