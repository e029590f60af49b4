"""Worker processes for tests of long runs: one process, killed after some chunks."""

from __future__ import annotations

from typing import Any

import numpy as np

from mossa.learn.worker_processes import OutOfTime, WorkerProcesses


class SingleProcess(WorkerProcesses):
    """Does the chunks in this process, which counts as killed after some of them."""

    chunks_left = 0

    def do(self, job: str, count: int, work: Any, start: Any, arguments: tuple[Any, ...] = ()) -> None:
        start(*arguments)
        for number in range(count):
            path = self.folder / f"{job}-{number:05}.npy"
            if not path.exists():
                if SingleProcess.chunks_left == 0:
                    raise OutOfTime
                SingleProcess.chunks_left -= 1
                np.save(path, work(number))
