"""The process that talks to Ray: workers on every machine of a cluster, their chunks, and what is lost with them.

A worker is a Ray actor with one CPU. The first one on a machine starts alone, so that kernels are compiled once a
machine; the others find them in the machine's cache. Machines that come later get workers too.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from importlib.metadata import version
from multiprocessing.connection import Connection
from typing import Any

from mossa.kernel.errors import MossaError

from .job import Job, attempt

__all__ = ["NOT_YET", "NO_MORE", "drive", "nowhere"]

NO_MORE, NOT_YET = -1, -2
"""In place of the number of a chunk."""
LOOK = 1.0
"""Seconds between looks at the machines of the cluster."""
AHEAD = 2
"""Chunks that a worker has at a time: one that it works on, and the next."""
LONGEST_REASON = 300
"""Characters of what Ray says of a worker's death."""
MOST_FAILURES = 3
"""A machine whose workers die so often in a row, without a finished chunk, gets no more."""


class Worker:
    """What runs on the machines of the cluster; made a Ray actor by the driver."""

    def __init__(self, job: Job, expected: str) -> None:
        self.job, self.error = job, ""
        if version("mossa") != expected:
            self.error = f"a machine of the cluster has mossa {version('mossa')}, this one {expected}"
            return
        try:
            job.start(*job.arguments)
        except MossaError as error:
            self.error = str(error)

    def ready(self) -> str:
        """An error of the start, or an empty text."""
        return self.error

    def do(self, number: int, chunk: Any) -> Any:
        return number, attempt(self.job.work, chunk)


class Machine:
    """A machine of the cluster and its workers."""

    def __init__(self, id: str, cpus: int) -> None:
        self.id, self.cpus = id, cpus
        self.workers: list[Any] = []
        self.ready = False
        """Has its first worker started?"""
        self.failures = 0


class Failed(Exception):
    """The job cannot go on."""


class Driver:
    """Keeps workers on all machines busy."""

    def __init__(self, job: Job, pipe: Connection) -> None:
        import ray

        self.ray, self.job, self.pipe = ray, job, pipe
        self.actor = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self.machines: dict[str, Machine] = {}
        self.starting: dict[Any, tuple[Machine, Any]] = {}
        """Reference of `ready` → machine and worker."""
        self.running: dict[Any, tuple[Machine, Any, int]] = {}
        """Reference of `do` → machine, worker, number of the chunk."""
        self.idle: deque[tuple[Machine, Any]] = deque()
        """A worker for each chunk that it could take."""
        self.chunks: dict[int, Any] = {}
        """The chunks that are not finished, by number."""
        self.again: deque[int] = deque()
        """Numbers of chunks that were lost with their worker."""
        self.exhausted = False
        """All chunks have been given."""
        self.later = False
        """The next chunk is known when another one has ended."""
        self.why = ""
        """Why the last worker died."""

    def run(self) -> None:
        looked = -LOOK
        while True:
            if time.monotonic() >= looked + LOOK:
                self._look()
                looked = time.monotonic()
            while self.idle and self._give():
                pass
            if self.exhausted and not self.chunks:
                self.pipe.send(("end",))
                return
            waited = [*self.starting, *self.running]
            if not waited:
                time.sleep(0.1)
                continue
            ready, _ = self.ray.wait(waited, num_returns=1, timeout=0.2)
            for reference in ready:
                self._hear(reference)

    def _look(self) -> None:
        """See which machines there are; this fails if the cluster is gone. New ones get their first worker."""
        there = {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in self.ray.nodes() if node["Alive"]}
        for id in [id for id in self.machines if id not in there]:
            del self.machines[id]  # its workers are lost one by one, as their chunks fail
        for id, cpus in there.items():
            if id not in self.machines and cpus > 0:
                self.machines[id] = Machine(id, cpus)
            if id in self.machines:
                self._fill(self.machines[id])
        self.pipe.send(("alive",))

    def _fill(self, machine: Machine) -> None:
        """Begin the workers that a machine lacks: one, and when that is ready the others."""
        if machine.failures >= MOST_FAILURES:
            if all(one.failures >= MOST_FAILURES for one in self.machines.values()):
                raise Failed(f"on every machine of the cluster the workers die: {self.why}")
            return
        while len(machine.workers) < (machine.cpus if machine.ready else 1):
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            here = NodeAffinitySchedulingStrategy(machine.id, soft=False)
            worker = self.actor.options(scheduling_strategy=here).remote(self.job, version("mossa"))
            machine.workers.append(worker)
            self.starting[worker.ready.remote()] = (machine, worker)

    def _give(self) -> bool:
        """Give the next chunk to a worker that waits for one; False if there is none."""
        if self.again:
            number = self.again.popleft()
        elif self.exhausted or self.later:
            return False
        else:
            self.pipe.send(("more",))
            number, chunk = self.pipe.recv()
            if number < 0:
                self.exhausted, self.later = number == NO_MORE, number == NOT_YET
                return False
            self.chunks[number] = chunk
        machine, worker = self.idle.popleft()
        self.running[worker.do.remote(number, self.chunks[number])] = (machine, worker, number)
        return True

    def _hear(self, reference: Any) -> None:
        """Take what a worker has sent, or see that it is lost."""
        machine, worker = (self.starting.get(reference) or self.running[reference])[:2]
        try:
            answer = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:  # not a MossaError: a fault of the program, told as it is
            raise Failed(f"a worker failed: {error.cause!r}") from None
        except self.ray.exceptions.RayError as error:
            self.why = " ".join(str(error).split())[:LONGEST_REASON]
            self._lose(machine, worker)
            return
        if self.starting.pop(reference, None):
            if answer:
                raise Failed(answer)
            machine.ready = True
            self.idle.extend([(machine, worker)] * AHEAD)
            self._fill(machine)
            self.pipe.send(("workers", *self._size()))
            return
        del self.running[reference]
        machine.failures = 0
        number, done = answer
        if isinstance(done, MossaError):
            raise Failed(str(done))
        del self.chunks[number]
        self.later = False
        self.pipe.send(("done", number, done))
        self.idle.append((machine, worker))

    def _size(self) -> tuple[int, int]:
        """Machines with workers, and workers that have started."""
        begun = {id(worker) for _, worker in self.starting.values()}
        found = [sum(id(one) not in begun for one in machine.workers) for machine in self.machines.values()]
        return sum(count > 0 for count in found), sum(found)

    def _lose(self, machine: Machine, worker: Any) -> None:
        """A worker died: what it had is given to others."""
        machine.failures += 1
        if worker in machine.workers:
            machine.workers.remove(worker)
        self.idle = deque(one for one in self.idle if one[1] is not worker)
        for reference, (_, who, number) in list(self.running.items()):
            if who is worker:
                del self.running[reference]
                self.again.append(number)
        for reference, (_, who) in list(self.starting.items()):
            if who is worker:
                del self.starting[reference]
        self.pipe.send(("lost",))


def nowhere(address: str) -> MossaError:
    """There is no cluster at this address."""
    where = "no Ray cluster runs on this machine" if address == "auto" else f"there is no Ray cluster at {address}"
    return MossaError(f"{where}; start one with `ray start --head`, or name its address: --on ray:HOST:PORT")


def drive(job: Job, address: str, pipe: Connection) -> None:
    """The driver process: until the chunks are done, or the parent ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Ray's own warnings: what matters is told over the pipe
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="mossa")
    except (ConnectionError, ValueError, RuntimeError):
        pipe.send(("failed", str(nowhere(address))))
        return
    try:
        Driver(job, pipe).run()
    except Failed as failure:
        pipe.send(("failed", str(failure)))
    except (EOFError, BrokenPipeError):
        pass  # the parent is gone
    finally:
        pipe.close()
        os._exit(0)  # Ray's own farewell waits for a cluster that may be gone
