"""How long the work of each thread may take, so that a watchdog sees what does not end, and where it is.

Python cannot end a thread. Where rules of a user's own are played, a process of its own is ended in its place
(`own_game_process`); elsewhere nobody looks at the deadlines.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["limited", "overdue", "place", "renew"]

_until: dict[int, float] = {}
"""By thread: when its work should have ended."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """A context whose work, in this thread, should end within some seconds."""
    me = threading.get_ident()
    before = _until.get(me)
    _until[me] = time.monotonic() + seconds
    try:
        yield
    finally:
        if before is None:
            _until.pop(me, None)
        else:
            _until[me] = before


def renew(seconds: float) -> None:
    """The work of this thread goes on well, and has some more seconds."""
    _until[threading.get_ident()] = time.monotonic() + seconds


def overdue() -> int | None:
    """A thread whose work should have ended."""
    now = time.monotonic()
    return next((thread for thread, until in list(_until.items()) if until < now), None)


def place(thread: int, file: Path) -> str:
    """Where a thread is in a rules file: the function that it has called last there."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == str(file):
            return f"{file.name}: {frame.f_code.co_name} does not end (line {frame.f_lineno})"
        frame = frame.f_back
    return f"{file.name}: the compiled rules do not end"
