"""The record of a run that learns: one JSON object a line, written as the rounds end, from which the run continues.

The first line holds the settings, each other line a round. A last line without a line end was cut short by a kill: it
is dropped, and the round is done again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mossa.core.files import read_bytes
from mossa.kernel.errors import MossaError

__all__ = ["LearningRecord"]


class LearningRecord:
    """Appends rounds to the record; without a path it does nothing."""

    def __init__(self, path: Path | None = None, *, resume: bool = False) -> None:
        self.path, self.resume = path, resume
        self._file: Any = None

    def read(self, settings: dict[str, Any]) -> list[dict[str, Any]]:
        """Open the record for a run with these settings: the rounds that it holds, which must be wanted (`resume`)."""
        if self.path is None:
            return []
        content = read_bytes(self.path) if self.path.exists() else b""
        if content and not self.resume:
            raise MossaError(f"{self.path} is there already: go on with that run (--resume), or name another file")
        whole = content[: content.rfind(b"\n") + 1]
        try:
            head, *rounds = [json.loads(line) for line in whole.splitlines()] or [{"learn": settings}]
        except ValueError:
            raise MossaError(f"{self.path} is not the record of a run that learns: a line is not JSON") from None
        if not isinstance(head, dict) or "learn" not in head:
            raise MossaError(f"{self.path} is not the record of a run that learns")
        if head["learn"] != json.loads(json.dumps(settings)):
            other = ", ".join(f"{name} {value}" for name, value in head["learn"].items() if value != settings.get(name))
            raise MossaError(f"{self.path} holds a run with other settings ({other}); name another file")
        if not all(isinstance(one, dict) and one.get("number") == i for i, one in enumerate(rounds, 1)):
            raise MossaError(f"{self.path} lacks a round: it was changed by something else")
        try:
            self._file = self.path.open("ab")
            self._file.truncate(len(whole))
        except OSError as error:
            raise MossaError(f"{self.path} cannot be written: {error.strerror or error}") from None
        if not whole:
            self.add({"learn": settings})
        return rounds

    def add(self, data: dict[str, Any]) -> None:
        """Append a line."""
        if self._file is not None:
            self._file.write(json.dumps(data, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
