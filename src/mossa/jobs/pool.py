"""Workers that are asked again and again: for rounds of which each depends on the one before."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mossa.kernel.errors import MossaError

from .job import LATER, Job, Later, WorkReport
from .places import Place, share_out

__all__ = ["Pool"]


class Pool:
    """Workers at a place that stay between calls.

    >>> import math, time
    >>> pool = Pool(Job(math.factorial, time.sleep, (0,)), Place(2))
    >>> pool.map([3, 4]), pool.map([5])
    ([6, 24], [120])
    >>> pool.close()
    """

    def __init__(
        self, job: Job, place: Place, *, report: WorkReport | None = None, say: Callable[[str], None] | None = None
    ) -> None:
        self._waiting: deque[tuple[int, Any]] = deque()
        self._finished = share_out(Job(_numbered, _start, (job,)), self._chunks(), place, report=report, say=say)

    def _chunks(self) -> Iterator[tuple[int, Any] | Later]:
        while True:
            yield self._waiting.popleft() if self._waiting else LATER

    def map(self, chunks: Sequence[Any]) -> list[Any]:
        """The results of the chunks, in their order."""
        found: dict[int, Any] = {}
        self._waiting.extend(enumerate(chunks))
        while len(found) < len(chunks):
            (number, _), result = next(self._finished, ((-1, None), None))
            if number < 0:
                raise MossaError("the workers have stopped")
            found[number] = result
        return [found[number] for number in range(len(chunks))]

    def close(self) -> None:
        """End the workers."""
        self._finished.close()


_job: Job


def _start(job: Job) -> None:
    global _job
    _job = job
    job.start(*job.arguments)


def _numbered(chunk: tuple[int, Any]) -> Any:
    return _job.work(chunk[1])
