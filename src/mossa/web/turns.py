"""Who is served next, where more is asked for than can be done at once.

A client is an address and a connection (or a board) of it. Served next is the address that used least in the last
minutes, and of its connections the one that used and wants least, less the time for which it has waited: whoever asks
for little does not wait for those who ask for much, and nobody waits for ever, however many new ones come.

The time of the event loop is shared out too (`LoopTime`): each client may take some seconds at once; whoever takes more
goes on at a rate that all such clients share.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from mossa.kernel.errors import MossaError

__all__ = ["Client", "LoopTime", "Metered", "Overload", "TooFast", "Turns"]

T = TypeVar("T")

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
BURST = 0.2
"""Seconds of work that a client may take at once."""
SHARE = 0.5
"""The part of the event loop's time that all clients share who have taken more."""
LEAST_SHARE = 0.04
"""Of the event loop's time, for each client in any case: more than a person at a page takes."""
LONGEST_WAIT = 20.0
"""Who would have to wait for more seconds is refused."""
MOST_KNOWN = 2000
"""Clients whose use is remembered."""


class Overload(MossaError):
    """More is asked for than can wait."""


@dataclass(eq=False)
class Wish:
    """One that waits for its turn."""

    turn: asyncio.Future[None]
    cost: float
    """Seconds that it will take, as far as that is known."""
    since: float


class Turns:
    """Turns at a limited number of slots."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[Client, deque[Wish]] = {}
        self._running: Counter[str | Client] = Counter()
        self._used: dict[str | Client, tuple[float, float]] = {}
        """By address and by client: seconds that were used, and when they were written down."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def place(self, client: Client) -> int:
        """The place of a client among those that wait, as things stand: 1 is the next; 0 if it does not wait."""
        ranked = sorted(self._waiting, key=partial(self._rank, time.monotonic()))
        return ranked.index(client) + 1 if client in self._waiting else 0

    @asynccontextmanager
    async def turn(self, client: Client, cost: float = 0.0) -> AsyncIterator[None]:
        """A context that is entered when it is this client's turn; `cost`: the seconds that it will take, if known."""
        await self._enter(client, cost)
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

    async def _enter(self, client: Client, cost: float) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        mine = self._waiting.get(client, ())
        if len(mine) >= MOST_EACH:
            raise Overload("you have asked for much at once: wait until some of it is done")
        if self.waiting >= MOST_WAITING:
            raise Overload("much is asked for at once: try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        wish = Wish(turn, cost, time.monotonic())
        self._waiting.setdefault(client, deque()).append(wish)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free += 1
            else:
                self._forget(client, wish)
            self._next()
            raise

    def _next(self) -> None:
        """Give the free slots to those who are next."""
        while self._free and self._waiting:
            client = min(self._waiting, key=partial(self._rank, time.monotonic()))
            wish = self._waiting[client][0]
            self._forget(client, wish)
            if not wish.turn.done():
                self._free -= 1
                wish.turn.set_result(None)

    def _rank(self, now: float, client: Client) -> tuple[float, ...]:
        address, wish = client[0], self._waiting[client][0]
        waited = now - wish.since
        return self._running[address], self._use(address, now), self._use(client, now) + wish.cost - waited

    def _forget(self, client: Client, wish: Wish) -> None:
        mine = self._waiting.get(client)
        if mine is not None and wish in mine:
            mine.remove(wish)
            if not mine:
                del self._waiting[client]

    def _use(self, key: str | Client, now: float) -> float:
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE) if seconds else 0.0

    def _charge(self, key: str | Client, seconds: float) -> None:
        now = time.monotonic()
        self._used[key] = self._use(key, now) + seconds, now
        if len(self._used) > 4 * MOST_WAITING:
            uses = {one: use for one in self._used if (use := self._use(one, now)) > FORGOTTEN}
            most = sorted(uses, key=uses.__getitem__)[-2 * MOST_WAITING :]
            self._used = {one: (uses[one], now) for one in most}


# The time of the event loop


class TooFast(MossaError):
    """A client asks for far more than its share."""


class LoopTime:
    """What each client has taken, as the time at which it has paid for it."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._paid: dict[object, float] = {}

    def charge(self, client: object, seconds: float) -> None:
        """A client has taken some seconds of work."""
        now = time.monotonic()
        heavy = 1 + sum(at > now for one, at in self._paid.items() if one != client)
        rate = max(LEAST_SHARE, self._share / heavy)
        before = max(self._paid.get(client, 0.0), now - BURST / rate)
        self._paid[client] = before + seconds / rate
        if len(self._paid) > MOST_KNOWN:
            self._paid = {one: at for one, at in self._paid.items() if at > now}

    async def wait(self, client: object) -> None:
        """Wait until a client has paid for what it took."""
        seconds = self._paid.get(client, 0.0) - time.monotonic()
        if seconds > LONGEST_WAIT:
            raise TooFast("much is asked for from your machine: try again in a moment")
        if seconds > 0:
            await asyncio.sleep(seconds)

    def forget(self, client: object) -> None:
        """A client has gone."""
        self._paid.pop(client, None)


class Metered(Generic[T]):
    """Something to await that adds up the seconds of work it takes of the event loop, without those it waits for."""

    def __init__(self, work: Awaitable[T]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._work.__await__()
        go: Any = steps.send
        value: Any = None
        while True:
            began = time.thread_time()
            try:
                waits_for = go(value)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self.seconds += time.thread_time() - began
            try:
                go, value = steps.send, (yield waits_for)
            except BaseException as error:
                if not hasattr(steps, "throw"):
                    raise
                go, value = steps.throw, error
