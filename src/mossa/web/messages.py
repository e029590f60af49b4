"""What the server and its pages send each other: messages, errors as sentences, tasks that a page waits for."""

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
"""The messages that wait to be sent to a page; None closes its connection."""

REPORTS = 0.2
"""Seconds between two reports of a search."""

log = logging.getLogger("mossa.web")


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
