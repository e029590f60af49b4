"""The time of the event loop, shared out: who takes much of it waits, and the others do not notice.

Each client may take some seconds at once; whoever takes more goes on at a rate that all such clients share.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar

from mossa.kernel.errors import MossaError

__all__ = ["LoopTime", "Metered", "TooFast"]

T = TypeVar("T")

BURST = 0.2
"""Seconds of work that a client may take at once."""
SHARE = 0.5
"""The part of the event loop's time that all clients share who have taken more."""
LONGEST_WAIT = 20.0
"""Who would have to wait for more seconds is refused."""
MOST_KNOWN = 2000
"""Clients whose use is remembered."""


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
        before = max(self._paid.get(client, 0.0), now - BURST / self._share * heavy)
        self._paid[client] = before + seconds * heavy / self._share
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
