"""Rules that do not end: found on the stack of a thread, named, and stopped, be they compiled or interpreted.

A search that is stopped ends by itself within milliseconds, since its engine looks at a signal at every node. Rules do
not. So whoever waits for a search calls `end_rules` when it does not end in time: a kernel in a loop of rules is left
(`traps.leave`), and interpreted rules get an exception. A `Watchdog` does the same for rules that the calling thread
runs itself, once one call of a function takes longer than it is given.

An exception reaches a thread between two instructions of Python. So what cannot be stopped is one instruction that
does not end (`10**10**10`, `time.sleep`), and machine code that is not part of rules: an engine's own loops.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Collection
from types import CodeType, FrameType, TracebackType
from typing import Any

from .constant_table import ConstantTable
from .traps import EndlessError, leave

__all__ = [
    *("KERNEL_FILE", "LONGEST_CALL", "Watchdog", "end_rules", "register", "register_files", "rule_in", "rules_running"),
]

POLL = 0.1
"""Seconds between two looks at a thread."""
SAME = 0.5
"""Seconds that a function of interpreted rules must have been running, once it is to be stopped."""
LONGEST_CALL = 10.0
"""Seconds after which one call of a function of the rules is taken not to end, where nobody has given a time."""
LONGEST_IMPORT = 60.0
"""The same while a rules file is read: it may compute tables."""
KERNEL_FILE = "<mossa kernel>"
"""In place of a file name, for the Python functions that call machine code."""

FILLING = ConstantTable.__dict__["vector"].func.__code__

_files: set[str] = set()


def register(modules: Collection[Any]) -> None:
    """These modules are the rules of a game."""
    register_files([file for module in modules if (file := getattr(module, "__file__", None))])


def register_files(files: Collection[str]) -> None:
    """These files are the rules of a game."""
    _files.update(files)


def rule_in(traceback: TracebackType | None) -> str | None:
    """Where in the rules an exception was raised, if it was there."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename in _files:
            return EndlessError.place(code)
        traceback = traceback.tb_next
    return None


def _rule_frame(thread: int, *, kernels: bool = False) -> FrameType | None:
    """The function of rules that a thread runs, the outermost of them; with `kernels`, also a call of machine code."""
    frame, found = sys._current_frames().get(thread), None
    while frame is not None:
        if frame.f_code is FILLING:
            return None  # a table is filled when it is first used, which may take long
        if frame.f_code.co_filename in _files or (kernels and frame.f_code.co_filename == KERNEL_FILE):
            found = frame
        frame = frame.f_back
    return found


class _Watched:
    """A thread, and since when it has been running the same function of rules."""

    def __init__(self, thread: int, *, kernels: bool = False) -> None:
        self.thread, self.kernels = thread, kernels
        self.frame: FrameType | None = None
        self.seconds, self.last = 0.0, time.monotonic()

    def look(self) -> float:
        """For how many seconds the present function of rules has been running. Between two looks there is a second at
        most: if the clock says more, the process was asleep."""
        frame, now = _rule_frame(self.thread, kernels=self.kernels), time.monotonic()
        same = frame is self.frame and frame is not None
        self.seconds = self.seconds + min(now - self.last, 1.0) if same else 0.0
        self.frame, self.last = frame, now
        return self.seconds

    @property
    def importing(self) -> bool:
        """Is a rules file being read?"""
        return self.frame is not None and self.frame.f_code.co_name == "<module>"

    def interrupt(self) -> None:
        """Stop that function, if it is interpreted: an exception that names it."""
        if self.frame is not None and self.frame.f_code.co_filename != KERNEL_FILE:
            error = _error(self.frame.f_code)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), ctypes.py_object(error))


def _error(code: CodeType) -> type[EndlessError]:
    """A class of exceptions that are made without arguments, since another thread raises it."""

    class Found(EndlessError):
        def __init__(self) -> None:
            super().__init__(EndlessError.sentence(code))

        def __reduce__(self) -> tuple[Any, ...]:
            return EndlessError, (str(self),)

    Found.__name__ = Found.__qualname__ = EndlessError.__name__
    return Found


def rules_running(thread: int, seconds: float = SAME) -> str | None:
    """The function of interpreted rules that a thread runs, if it is the same one for these seconds."""
    watched, last = _Watched(thread), time.monotonic() + seconds + POLL
    while time.monotonic() < last:
        if watched.look() >= seconds and watched.frame is not None:
            return EndlessError.place(watched.frame.f_code)
        time.sleep(POLL / 2)
    return None


def end_rules(threads: Collection[int], ended: Callable[[float], bool]) -> None:
    """Stop what rules do in these threads until they are done: `ended(seconds)` waits so long at most, and says it."""
    watched = [_Watched(thread) for thread in threads]
    with leave(threads):
        while not ended(POLL):
            for one in watched:
                if one.look() >= SAME:
                    one.interrupt()


class Watchdog:
    """Within, a call of a function of rules by this thread ends after these seconds at the latest.

    Then the thread gets an `EndlessError` that names the function. With `kernels`, the same is true for a call of
    machine code that is in a loop or a recursion of rules then. A rules file may be read for LONGEST_IMPORT. Without a
    number of seconds nothing is watched, nor in a browser, where no other thread could watch.
    """

    def __init__(self, seconds: float | None, *, kernels: bool = True) -> None:
        self.seconds = seconds
        self._watched = _Watched(threading.get_ident(), kernels=kernels)
        self._over = threading.Event()

    def __enter__(self) -> Watchdog:
        if self.seconds is not None and sys.platform != "emscripten":
            threading.Thread(target=self._watch, args=(self.seconds,), name="mossa watchdog", daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._over.set()

    def _watch(self, seconds: float) -> None:
        while not self._over.wait(POLL):
            looked = self._watched.look()
            if looked < (max(seconds, LONGEST_IMPORT) if self._watched.importing else seconds):
                continue
            frame = self._watched.frame
            with leave([self._watched.thread]):
                while not self._over.is_set() and self._watched.frame is frame:
                    self._watched.interrupt()
                    self._over.wait(POLL)
                    self._watched.look()
