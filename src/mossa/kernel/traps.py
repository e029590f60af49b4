"""Traps: how a kernel is left in the middle.

Compiled code has no exceptions. Where a check fails, it calls `_on_trap` with a sentence and some numbers. That keeps
an exception for the thread and returns the address of a jump buffer: the entry of the kernel filled it (`setjmp` of C),
and the code jumps there (`longjmp`), over all its functions at once. Nothing has to be tidied up on the way, since
compiled code owns nothing. The caller, in Python, then finds the exception and raises it.
"""

from __future__ import annotations

import ctypes
import struct
from threading import get_ident
from typing import Any, ClassVar

from .errors import MossaError

__all__ = ["SEPARATOR", "VALUES", "CheckError", "begin", "buffer_place", "fail", "failures", "frame_class", "symbols"]

JUMP_BUFFER = 512
"""Bytes: more than `jmp_buf` has anywhere."""
VALUES = 4
"""The most numbers that a sentence can have."""
SEPARATOR = "|"


class CheckError(MossaError):
    """A check of checked mode has failed: file, line, what was computed, and the numbers."""


class Frame(ctypes.Array):  # type: ignore[type-arg]
    """Memory of one call: arguments, which the result overwrites, and behind them the jump buffer."""

    _type_ = ctypes.c_char
    _length_ = 0
    jump_buffer: ClassVar[int]
    """Where the jump buffer begins."""


running: dict[int, Frame] = {}
"""Thread → the frame of the kernel that it called last."""
failures: dict[int, MossaError] = {}
"""Thread → why its kernel was left."""


def buffer_place(numbers: int) -> int:
    """Where the jump buffer begins in the frame of a call with so many numbers."""
    return -(-8 * numbers // 16) * 16


def frame_class(size: int) -> type[Frame]:
    """The class of frames of so many bytes for arguments and result."""
    place = buffer_place(size // 8)
    return type("CallFrame", (Frame,), {"_length_": place + JUMP_BUFFER, "jump_buffer": place})


def begin(frame: Frame) -> None:
    """This thread is about to call a kernel with this frame."""
    running[get_ident()] = frame


def fail() -> None:
    """Raise why the last kernel of this thread was left, if it was."""
    failure = failures.pop(get_ident(), None)
    if failure is not None:
        raise failure


def _on_trap(text: bytes, *values: int) -> int:
    """Keep the exception; return where to go on."""
    thread = get_ident()
    failures[thread] = CheckError(_sentence(text.decode(), values))
    frame = running[thread]
    return ctypes.addressof(frame) + frame.jump_buffer


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


_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_int64] * VALUES)
_callback = _CALLBACK(_on_trap)


def symbols() -> dict[str, int]:
    """What the code of traps finds by name when it is linked, with the addresses."""
    library = ctypes.CDLL(None)
    address = {name: ctypes.cast(library[name], ctypes.c_void_p).value for name in ("_setjmp", "longjmp")}
    address["mossa_trap"] = ctypes.cast(_callback, ctypes.c_void_p).value
    return {name: place for name, place in address.items() if place is not None}
