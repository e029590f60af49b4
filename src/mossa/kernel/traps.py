"""Traps: how a kernel is left in the middle.

Compiled code has no exceptions. Where a check fails, it calls `_on_trap` with a sentence and some numbers. That keeps
an exception for the thread and gives the address of a jump buffer: the entry of the kernel filled it (`setjmp` of C),
and the code jumps there (`longjmp`), over all its functions at once. Nothing has to be tidied up on the way, since
compiled code owns nothing. The caller, in Python, then finds the exception and raises it.

The address is written to memory and not returned, since a signal may end the function here before its first line: then
a trap asks again, and a loop goes on.

In the same way `leave` ends a kernel from outside, whose rules are in a loop or a recursion without end: it sets the
flag that loops of rules read, and they call `_on_stop`.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from types import CodeType, FunctionType
from typing import Any, ClassVar

from .binding import Graph
from .errors import MossaError

__all__ = [
    "SEPARATOR",
    "VALUES",
    "CheckError",
    "EndlessError",
    "buffer_place",
    "fail",
    "failures",
    "frame_class",
    "leave",
    "running",
    "symbols",
]

JUMP_BUFFER = 512
"""Bytes: more than `jmp_buf` has anywhere."""
VALUES = 4
"""The most numbers that a sentence can have."""
SEPARATOR = "|"
WINDOW = 0.1
"""Seconds for which the loops that are running are noted, before one of them is blamed …"""
MANY_TURNS = 1000
LONG_WINDOW = 1.0
"""… and these, if there are fewer turns than those: an engine that is about to end calls rules too."""


class CheckError(MossaError):
    """A check of checked mode has failed: file, line, what was computed, and the numbers."""


class EndlessError(MossaError):
    """A function of the rules did not end, and was stopped."""

    @staticmethod
    def place(code: CodeType) -> str:
        """A function, with file and line; or the file itself, while it is read."""
        if code.co_name == "<module>":
            return f"the top level of {Path(code.co_filename).name}"
        return f"{code.co_name} ({Path(code.co_filename).name}, line {code.co_firstlineno})"

    @classmethod
    def sentence(cls, code: CodeType) -> str:
        """What is said of a function that does not end."""
        return f"{cls.place(code)} does not end: it was stopped"


class Frame(ctypes.Array):  # type: ignore[type-arg]
    """Memory of one call: arguments, which the result overwrites, and behind them the jump buffer."""

    _type_ = ctypes.c_char
    _length_ = 0
    jump_buffer: ClassVar[int]
    """Where the jump buffer begins."""
    graph: ClassVar[Graph]
    """The functions of the kernel."""

    @property
    def exit(self) -> int:
        """The address of the jump buffer."""
        return ctypes.addressof(self) + self.jump_buffer


class _Request:
    """A thread is to leave its kernel: when it was first seen in a loop, how often, and in which functions."""

    def __init__(self) -> None:
        self.since: float | None = None
        self.turns = 0
        self.seen: dict[FunctionType, None] = {}


running: dict[int, Frame] = {}
"""Thread → the frame of the kernel that it called last."""
failures: dict[int, MossaError] = {}
"""Thread → why its kernel was left."""
_requests: dict[int, _Request] = {}
_lock = threading.Lock()


def buffer_place(numbers: int) -> int:
    """Where the jump buffer begins in the frame of a call with this many numbers."""
    return -(-8 * numbers // 16) * 16


def frame_class(size: int, graph: Graph) -> type[Frame]:
    """The class of frames of `size` bytes for arguments and result, for a kernel made of this graph."""
    place = buffer_place(size // 8)
    return type("CallFrame", (Frame,), {"_length_": place + JUMP_BUFFER, "jump_buffer": place, "graph": graph})


def fail() -> None:
    """Raise why the last kernel of this thread was left, if it was."""
    failure = failures.pop(get_ident(), None)
    if failure is not None:
        raise failure


@contextmanager
def leave(threads: Collection[int]) -> Iterator[None]:
    """Within, these threads leave their kernels as soon as they are in a loop or a recursion of rules."""
    with _lock:
        _requests.update((thread, _Request()) for thread in threads)
        _flag.value = 1
    try:
        yield
    finally:
        with _lock:
            for thread in threads:
                _requests.pop(thread, None)
            _flag.value = 1 if _requests else 0


def _on_trap(exit: int, text: bytes, *values: int) -> None:
    """Keep the exception; write where to go on."""
    thread = get_ident()
    failures[thread] = CheckError(_sentence(text.decode(), values))
    ctypes.c_void_p.from_address(exit).value = running[thread].exit


def _on_stop(exit: int, site: int) -> None:
    """A loop of the rules sees the flag: write where to go on, if this thread is to leave its kernel.

    The loop that is seen first need not be the one that does not end: that one may call it, again and again. So for a
    moment all are noted, and the function is blamed that calls all the others.
    """
    thread = get_ident()
    request = _requests.get(thread)
    if request is None:
        return
    frame, now = running[thread], time.monotonic()
    request.seen[list(frame.graph.uses)[site]] = None
    if request.since is None:
        request.since = now
    request.turns += 1
    if now < request.since + (WINDOW if request.turns >= MANY_TURNS else LONG_WINDOW):
        return
    failures[thread] = EndlessError(EndlessError.sentence(_outermost(frame.graph, list(request.seen)).__code__))
    ctypes.c_void_p.from_address(exit).value = frame.exit


def _outermost(graph: Graph, functions: list[FunctionType]) -> FunctionType:
    """The first of these functions that calls all the others, directly or not."""
    for function in functions:
        reached, waiting = {function}, [function]
        while waiting:
            new = [other for other in graph.callees(waiting.pop()) if other not in reached]
            reached.update(new)
            waiting += new
        if reached.issuperset(functions):
            return function
    return functions[-1]


def _sentence(text: str, values: tuple[int, ...]) -> str:
    """A letter for each number, the separator, and a sentence with `{}` for each of them."""
    kinds, _, pattern = text.partition(SEPARATOR)
    return pattern.format(*(_number(kind, value) for kind, value in zip(kinds, values, strict=False)))


def _number(kind: str, value: int) -> Any:
    match kind:
        case "w":
            return value % (1 << 64)
        case "f":
            return struct.unpack("d", struct.pack("q", value))[0]
        case "b":
            return bool(value)
    return value


_trap_callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_int64] * VALUES)(_on_trap)
_stop_callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(_on_stop)
_flag = ctypes.c_int64(0)
"""What loops of rules read: not 0 if some thread is to leave its kernel."""


def symbols() -> dict[str, int]:
    """What the code of traps finds by name when it is linked, with the addresses."""
    library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    callbacks = {"mossa_trap": _trap_callback, "mossa_stopped": _stop_callback}
    functions = {**callbacks, "_setjmp": library["_setjmp"], "longjmp": library["longjmp"]}
    found = {name: ctypes.cast(function, ctypes.c_void_p).value or 0 for name, function in functions.items()}
    return {**found, "mossa_stop": ctypes.addressof(_flag)}
