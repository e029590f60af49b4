"""Processes that share out a long job, and the folder from which it resumes.

A job is a number of chunks; a chunk's result is an array in a file of its own (`labels-12-00007.npy`), written under
a temporary name and renamed. So a job that was killed or ran out of time resumes where it stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.files import atomic_write, make_folder, read_json, write_json
from mossa.jobs import Job, Place, share_out
from mossa.kernel.errors import MossaError

__all__ = ["OutOfTime", "WorkerProcesses", "chunks_done", "read_chunks", "remember_settings", "save"]

Report = Callable[[str, int, int], None]
"""Called with the name of a job, the number of chunks done, and the number of all chunks."""


class OutOfTime(Exception):
    """The time limit is reached; finished chunks are stored."""


OLD_SETTINGS = {"room": "capacity"}
"""Settings of runs begun with version 0.1 → what they are called today."""


def remember_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Store the settings of a run in its folder; a folder with other settings is refused."""
    path, given = make_folder(folder) / "settings.json", json.loads(json.dumps(settings))
    if path.exists():
        stored = {OLD_SETTINGS.get(name, name): value for name, value in read_json(path).items()}
        if stored != given:
            raise MossaError(f"{folder} holds a run with other settings ({stored}); choose another folder")
    write_json(path, given)


def save(path: Path, array: NDArray[Any]) -> None:
    """Write an array in one step."""
    with atomic_write(path) as file:
        np.save(file, array)


def _path(folder: Path, job: str, number: int) -> Path:
    return folder / f"{job}-{number:05}.npy"


def chunks_done(folder: Path, job: str, count: int) -> list[int]:
    """The numbers of the chunks that have a file."""
    return [number for number in range(count) if _path(folder, job, number).exists()]


def read_chunks(folder: Path, job: str, count: int) -> NDArray[Any]:
    """All chunks, concatenated."""
    return np.concatenate([np.load(_path(folder, job, number)) for number in range(count)])


class WorkerProcesses:
    """Worker processes that share a folder and a time limit."""

    def __init__(self, folder: Path, place: Place, seconds: float, report: Report) -> None:
        self.folder, self.place, self.report = folder, place, report
        self.end = time.monotonic() + seconds
        make_folder(folder)

    def check_time(self) -> None:
        """Raise OutOfTime if the time limit is reached."""
        if time.monotonic() >= self.end:
            raise OutOfTime

    def do(
        self,
        job: str,
        count: int,
        work: Callable[[int], NDArray[Any]],
        start: Callable[..., None],
        arguments: tuple[Any, ...] = (),
    ) -> None:
        """Do the chunks 0 … count−1 of a job that are not done yet: each process calls `start(*arguments)` first."""
        done = set(chunks_done(self.folder, job, count))
        waiting = [number for number in range(count) if number not in done]
        if not waiting:
            return
        self.check_time()
        with closing(share_out(Job(work, start, arguments), self._in_time(waiting), self.place)) as finished:
            for number, result in finished:
                save(_path(self.folder, job, number), result)
                done.add(number)
                self.report(job, len(done), count)
        if len(done) < count:
            raise OutOfTime

    def _in_time(self, chunks: list[int]) -> Iterator[int]:
        """The chunks, until the time limit is reached."""
        for number in chunks:
            if time.monotonic() >= self.end:
                return
            yield number
