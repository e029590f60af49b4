"""What workers do, and what is told of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, NamedTuple

from mossa.kernel.errors import MossaError

__all__ = ["LATER", "Done", "Job", "Later", "WorkReport", "attempt", "stopping"]

stopping = threading.Event()
"""In a worker process: set when its work is to end soon, finished or not."""


class Later(Enum):
    """The next chunk is not known before others have ended."""

    LATER = "later"


LATER = Later.LATER
"""In place of a chunk: ask again after the next result."""


class Job(NamedTuple):
    """What every worker does. Workers find the functions by name, so these stand in modules."""

    work: Callable[[Any], Any]
    """The result of a chunk; a MossaError ends the whole job."""
    start: Callable[..., None]
    """Called once in each worker, before its first chunk."""
    arguments: tuple[Any, ...] = ()
    """What `start` is given: plain data."""


class Done(NamedTuple):
    """A finished chunk."""

    result: Any
    seconds: float


def attempt(work: Callable[[Any], Any], chunk: Any) -> Done | MossaError:
    """In a worker: the work on a chunk. An error that a person can mend comes back as a value."""
    began = time.perf_counter()
    try:
        return Done(work(chunk), time.perf_counter() - began)
    except MossaError as error:
        return error


@dataclass
class WorkReport:
    """How the work goes."""

    nodes: int = 1
    """Machines that take part."""
    workers: int = 0
    chunks: int = 0
    """Finished chunks."""
    seconds: float = 0.0
    """The time that workers spent on these."""
    lost: int = 0
    """Workers that were lost; what they had begun was done by others."""

    def count(self, done: Done) -> None:
        """Add a finished chunk."""
        self.chunks += 1
        self.seconds += done.seconds

    def as_dict(self) -> dict[str, Any]:
        """The field `work` of `--json`."""
        return asdict(self)

    def __str__(self) -> str:
        """For people.

        >>> print(WorkReport(2, 4, 100, 63.21, 1))
        100 chunks by 4 workers on 2 machines, 63.2 s of computing; 1 worker was lost and replaced
        """
        lost = {0: "", 1: "; 1 worker was lost and replaced"}.get(self.lost, f"; {self.lost} workers were lost")
        return f"{self.chunks} chunks by {self.size}, {self.seconds:.1f} s of computing{lost}"

    @property
    def size(self) -> str:
        """Workers and machines, for people."""
        return f"{_counted(self.workers, 'worker')} on {_counted(self.nodes, 'machine')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
