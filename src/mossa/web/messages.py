"""What the server and a page say to each other: messages, mistakes in words, work that a page waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from mossa.kernel.errors import MossaError
from mossa.play.user_errors import user_error

__all__ = ["REPORTS", "Message", "Page", "Tasks", "action_of", "sentence"]

T = TypeVar("T")

Message = dict[str, Any]
Page = asyncio.Queue[Message | None]
"""What waits to be sent to a page; None ends the conversation."""

REPORTS = 0.2
"""Seconds between two reports of a search."""

log = logging.getLogger("mossa.web")


def action_of(actions: Mapping[str, T], words: Message) -> T:
    """What a page asks for by the field `do` of its message."""
    what = words.get("do")
    action = actions.get(what) if isinstance(what, str) else None
    if action is None:
        raise MossaError(f"a message has a field do, one of {', '.join(actions)}")
    return action


def sentence(error: BaseException) -> str:
    """An error in words for a person. What is no fault of theirs is logged and named as ours."""
    if isinstance(error, MossaError):
        return str(error)
    blamed = user_error(error)
    if blamed is not None:
        return str(blamed)
    log.error("unexpected", exc_info=error)
    return f"something went wrong inside mossa ({type(error).__name__}); the terminal shows more"


class Tasks:
    """Work in the background of the event loop."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work; it is remembered, or it might be forgotten in the middle."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
