"""What the server and its pages send each other: messages, errors as sentences, tasks that a page waits for."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from mossa.kernel.errors import MossaError
from mossa.play.user_errors import user_error

__all__ = [
    "REPORTS",
    "STALE",
    "Message",
    "Page",
    "Tasks",
    "action_of",
    "encoded",
    "parse_object",
    "send_all",
    "sentence",
]

T = TypeVar("T")

Message = dict[str, Any]

REPORTS = 0.2
"""Seconds between two reports of a search."""

MOST_WAITING = 1 << 20
"""Bytes that may wait for a page; a page that does not read them is disconnected."""
MOST_BRACKETS = 4000
"""Lists and objects of a message: deep nesting costs much to refuse."""
LARGEST_NUMBER = 1 << 63
"""Numbers of messages are smaller than this."""
FOR_GOOD = 4004
"""The code of a connection that a page does not open again."""
LONGEST_REASON = 120
"""Bytes of the reason of a close, of which WebSockets allow 123."""
TOO_SLOW = 4008
"""The code of the connection that is closed because its page does not read."""
STALE = 4009
"""The code of the connection to a game that was changed elsewhere: the page connects anew, and sees how it stands."""

log = logging.getLogger("mossa.web")


def parse_object(text: str) -> Message:
    """The JSON object that a text holds: its numbers are finite and of 64 bits, its texts can be written as UTF-8."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise MossaError(f"a message has at most {MOST_BRACKETS} lists and objects")
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise MossaError("a text of this message holds half of a surrogate pair, which is no character") from None
    except (ValueError, RecursionError):
        raise MossaError("this is no JSON") from None
    if not isinstance(value, dict):
        raise MossaError("a message is a JSON object")
    return value


def _whole(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) >= LARGEST_NUMBER:
        raise MossaError("a whole number of this message has more than 64 bits")
    return int(digits)


def _finite(digits: str) -> float:
    if not math.isfinite(float(digits)):
        raise MossaError(f"a number of this message is not finite: {digits[:20]}")
    return float(digits)


def encoded(message: Message) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, allow_nan=False)


class Page:
    """The messages that wait to be sent to a page, which runs in a browser of the machine `client`."""

    def __init__(self, client: str = "") -> None:
        self.client = client
        self.on_close: Callable[[], None] = lambda: None
        """Called when the page is closed because it does not read."""
        self._texts: deque[str] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self.closed: tuple[int, str] | None = None
        """The code and the reason, once no more messages are sent."""

    def send(self, message: Message) -> None:
        """Send a message after those that wait."""
        self.put(encoded(message))

    def put(self, text: str) -> None:
        """Send an encoded message. A page that leaves too much unread is closed, and what waits for it is dropped."""
        if self.closed is not None:
            return
        self._texts.append(text)
        self._size += len(text)
        self._news.set()
        if self._size > MOST_WAITING:
            self._texts.clear()
            self.close(TOO_SLOW, "this page does not read what it is sent")
            self.on_close()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection after the messages that wait."""
        self.closed = self.closed or (code, reason)
        self._news.set()

    def end(self, kind: str, text: str) -> None:
        """Close the connection for good, with a last message that says why: the page does not try again."""
        self.send({"type": kind, "text": text})
        self.close(FOR_GOOD, text.encode()[:LONGEST_REASON].decode(errors="ignore"))

    async def next(self) -> str | None:
        """The next encoded message; None when the connection is to be closed."""
        while not self._texts:
            if self.closed is not None:
                return None
            self._news.clear()
            await self._news.wait()
        text = self._texts.popleft()
        self._size -= len(text)
        return text


async def send_all(socket: WebSocket, page: Page) -> None:
    """Send what waits for a page, until it is closed or has gone."""
    try:
        while (text := await page.next()) is not None:
            await socket.send_text(text)
        code, reason = page.closed or (1000, "")
        await socket.close(code, reason)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


def action_of(actions: Mapping[str, T], message: Message) -> T:
    """The action that the field `do` of a message names."""
    what = message.get("do")
    action = actions.get(what) if isinstance(what, str) else None
    if action is None:
        raise MossaError(f"a message has a field do, one of {', '.join(actions)}")
    return action


def sentence(error: BaseException) -> str:
    """An error as a sentence for the visitor. An internal error is logged, and the sentence says that it is one."""
    if isinstance(error, MossaError):
        return str(error)
    blamed = user_error(error)
    if blamed is not None:
        return str(blamed)
    log.error("unexpected", exc_info=error)
    return f"something went wrong inside mossa ({type(error).__name__}); the terminal shows more"


class Tasks:
    """Tasks in the background of the event loop."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task. A reference is held until it ends: the event loop has only a weak one."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        """End all of them: those that wait for a turn leave the queue."""
        for task in list(self._running):
            task.cancel()
