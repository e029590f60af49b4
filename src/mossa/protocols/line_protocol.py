"""What the line protocols of engines have in common: reading commands, writing answers, parsing numbers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from typing import IO, Protocol

from mossa.core.numbers import whole_number
from mossa.kernel.errors import MossaError

__all__ = ["LineEngine", "LineWriter", "parse_number", "parse_whole_number", "run_session"]


class LineEngine(Protocol):
    """An engine that handles commands, a line each, and searches in a thread of its own."""

    def handle(self, line: str) -> bool:
        """Handle a line; False ends the session."""

    def stop(self) -> None:
        """End the search under way, and wait until its answer is sent."""


class LineWriter:
    """Writes lines, from any thread, to standard output or another stream."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream, self._lock = stream or sys.stdout, threading.Lock()
        self.is_open = True
        """False once the other end has closed the stream."""

    def __call__(self, line: str) -> None:
        with self._lock:
            try:
                try:
                    print(line, file=self._stream, flush=True)
                except UnicodeEncodeError:
                    print(line.encode("ascii", "backslashreplace").decode(), file=self._stream, flush=True)
            except (OSError, ValueError):
                self.is_open = False


def run_session(engine: LineEngine, send: LineWriter, lines: Iterable[str] | None = None) -> None:
    """Let an engine handle the lines of standard input, or others, until it quits or the other end is closed."""
    try:
        for line in sys.stdin if lines is None else lines:
            if not send.is_open or not engine.handle(line):
                return
    except KeyboardInterrupt:
        pass
    finally:
        engine.stop()


def parse_whole_number(text: str) -> int | None:
    """A whole number of fewer than 16 digits, else None."""
    return int(text) if whole_number(text.removeprefix("-")) >= 0 else None


def parse_number(name: str, text: str, least: int, most: int) -> int:
    """The whole number in a text; a MossaError if it is none or out of range."""
    value = parse_whole_number(text)
    if value is None or not least <= value <= most:
        raise MossaError(f"{name} is a whole number from {least} to {most}, not {text!r}")
    return value
