"""Conversations in lines, which the protocols of engines have in common: reading, saying, numbers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from typing import IO, Protocol

from mossa.kernel.errors import MossaError

__all__ = ["Hearer", "Speaker", "converse", "read_number", "read_whole"]


class Hearer(Protocol):
    """An engine that obeys lines, and thinks in a thread of its own."""

    def hear(self, line: str) -> bool:
        """Obey a line; False ends the conversation."""

    def stop(self) -> None:
        """End the search under way, and wait until its answer is told."""


class Speaker:
    """Says lines, from any thread, on standard output or another stream."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream, self._lock = stream or sys.stdout, threading.Lock()
        self.is_heard = True
        """Until nobody listens any more."""

    def __call__(self, line: str) -> None:
        with self._lock:
            try:
                print(line, file=self._stream, flush=True)
            except (BrokenPipeError, ValueError):
                self.is_heard = False


def converse(engine: Hearer, say: Speaker, lines: Iterable[str] | None = None) -> None:
    """Let an engine hear the lines of standard input, or others, until it has had enough or nobody is there."""
    try:
        for line in sys.stdin if lines is None else lines:
            if not say.is_heard or not engine.hear(line):
                return
    except KeyboardInterrupt:
        pass
    finally:
        engine.stop()


def read_whole(word: str) -> int | None:
    """A whole number of reasonable size, or nothing."""
    digits = word.removeprefix("-")
    return int(word) if digits.isdecimal() and len(digits) < 16 else None


def read_number(name: str, text: str, least: int, most: int) -> int:
    """The whole number of a text; anything else is refused."""
    value = read_whole(text)
    if value is None or not least <= value <= most:
        raise MossaError(f"{name} is a whole number from {least} to {most}, not {text!r}")
    return value
