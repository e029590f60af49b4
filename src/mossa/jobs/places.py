"""Where the work is done: processes of this machine, or a cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from mossa.kernel.errors import MossaError

from .cluster import on_cluster
from .job import Job, Later, WorkReport
from .processes import in_processes

__all__ = ["Place", "share_out"]

C = TypeVar("C")


@dataclass(frozen=True)
class Place:
    """Where workers are."""

    processes: int = 1
    """How many of this machine."""
    cluster: str | None = None
    """The address of a Ray cluster, whose machines work in place of this one; "auto": the one that runs here."""

    @classmethod
    def parse(cls, text: str | None, processes: int = 1) -> Place:
        """From `--on ray:ADDRESS` or `--on ray`; None is this machine.

        >>> Place.parse(None, 4), Place.parse("ray")
        (Place(processes=4, cluster=None), Place(processes=1, cluster='auto'))
        """
        if text is None:
            return cls(processes)
        kind, _, address = text.partition(":")
        if kind != "ray":
            raise MossaError(f"work can be done on ray or ray:ADDRESS, not on {text!r}")
        return cls(processes, address or "auto")


def share_out(
    job: Job,
    chunks: Iterable[C | Later],
    place: Place,
    *,
    stop: threading.Event | None = None,
    report: WorkReport | None = None,
    say: Callable[[str], None] | None = None,
) -> Generator[tuple[C, Any], None, None]:
    """Share out the chunks; yields each with its result as it ends. They are asked for as workers need them;
    what is not known before others have ended is LATER.

    `stop` ends the work early, `say` gets a sentence when workers come or are lost.
    """
    stop, report = stop or threading.Event(), report or WorkReport()
    if place.cluster is None:
        return in_processes(job, chunks, place.processes, stop, report)
    return on_cluster(job, chunks, place.cluster, stop, report, say or (lambda sentence: None))
