"""A crew for tests of long runs: one process, killed after some chunks."""

from __future__ import annotations

from typing import Any

import numpy as np

from mossa.learn.worker_processes import OutOfTime, WorkerProcesses


class Alone(WorkerProcesses):
    """The processes of a crew played by this one, which is killed after some chunks."""

    chunks_left = 0

    def do(self, job: str, count: int, work: Any, start: Any, arguments: tuple[Any, ...] = ()) -> None:
        start(*arguments)
        for number in range(count):
            path = self.folder / f"{job}-{number:05}.npy"
            if not path.exists():
                if Alone.chunks_left == 0:
                    raise OutOfTime
                Alone.chunks_left -= 1
                np.save(path, work(number))
