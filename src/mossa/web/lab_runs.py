"""The lab's runs: made in worker processes, kept here as bytes, and looked into by workers again.

A run may take a minute of computing and a trace have a hundred thousand steps; none of that happens where pages are
answered. The bytes of the last traces are kept until there are too many.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

from mossa.kernel.errors import MossaError

from .catalogue import Catalogue
from .lab import Lab
from .turns import Client
from .workers import Workers

__all__ = ["LabRuns"]

MOST_BYTES = 64 << 20
"""Of the traces that are kept; a page whose trace was dropped runs it again."""

Files = tuple[str, ...]


class LabRuns:
    """Runs and the traces that they left."""

    def __init__(self, files: Files, runners: Workers, readers: Workers) -> None:
        self._files, self._runners, self._readers = files, runners, readers
        self._traces: OrderedDict[str, bytes] = OrderedDict()

    async def run(self, client: Client, what: str, request: dict[str, Any]) -> dict[str, Any]:
        """What the lab answers to a request: `run`, `compare`, `decide`, `guess`, `class_exercise`, `queens` or
        `ordering`."""
        answer, trace = await self._runners.do(client, _run, self._files, what, request)
        if trace:
            self._traces[answer["key"]] = trace
            self._traces.move_to_end(answer["key"])
            while sum(map(len, self._traces.values())) > MOST_BYTES:
                self._traces.popitem(last=False)
        return answer

    async def look(self, client: Client, what: str, key: str, *args: Any) -> Any:
        """What the lab says of a trace: `nodes`, `step`, `changes`, `drawing`, `exercise` or `check`."""
        trace = self._traces.get(key)
        if trace is None:
            raise MossaError("this trace is no longer there: run it again")
        self._traces.move_to_end(key)
        return await self._readers.do(client, _look, self._files, what, key, trace, *args)

    async def follow(self, client: Client, what: str, request: dict[str, Any]) -> dict[str, Any]:
        """What the lab says of nodes of a game's tree: `open` or `boards`."""
        answer, _ = await self._readers.do(client, _run, self._files, what, request)
        return answer


@lru_cache(maxsize=1)
def _lab(files: Files) -> Lab:
    """The lab of this process."""
    return Lab(Catalogue(files))


def _run(files: Files, what: str, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """In a worker: the answer, and the trace that it left, if any."""
    lab = _lab(files)
    answer: dict[str, Any] = getattr(lab, what)(request)
    return answer, lab.packed(answer["key"]) if "key" in answer else b""


def _look(files: Files, what: str, key: str, trace: bytes, *args: Any) -> Any:
    """In a worker: something about a trace."""
    lab = _lab(files)
    lab.unpack(key, trace)
    return getattr(lab, what)(key, *args)
