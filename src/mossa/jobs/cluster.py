"""Workers of a Ray cluster, seen from the command.

A process of its own, the driver, talks to Ray: what Ray does when a cluster goes away (it waits for minutes, or ends
its process) does not reach the command. The driver asks for chunks over a pipe and sends their results; while it can
reach the cluster it says so every second. If it is not heard for PATIENCE seconds, the cluster is lost.
"""

from __future__ import annotations

import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterable
from importlib.util import find_spec
from typing import Any, TypeVar

from mossa.core.numbers import whole_number
from mossa.kernel.errors import MossaError

from .job import Job, Later, WorkReport
from .ray_driver import NO_MORE, NOT_YET, drive, nowhere

__all__ = ["on_cluster"]

C = TypeVar("C")

PATIENCE = 30.0
"""Seconds without a word from the driver after which the cluster counts as lost."""
LOOKING = 10.0
"""Seconds until something at the address must answer."""
GREETING = 90.0
"""Seconds until the driver must have reached the cluster."""


def on_cluster(
    job: Job,
    chunks: Iterable[C | Later],
    address: str,
    stop: threading.Event,
    report: WorkReport,
    say: Callable[[str], None],
) -> Generator[tuple[C, Any], None, None]:
    """Share out the chunks among the machines of the cluster; yields each with its result as it ends."""
    if find_spec("ray") is None:
        raise MossaError("a cluster needs Ray: pip install 'mossa[ray]'")
    _look_for(address)
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    driver = context.Process(target=drive, args=(job, address, there), daemon=True)
    driver.start()
    there.close()
    waiting, given = enumerate(chunks), dict[int, C]()
    end = time.monotonic() + GREETING
    try:
        while not stop.is_set():
            if not here.poll(0.1):
                if time.monotonic() > end or (not driver.is_alive() and not here.poll()):
                    raise _lost(address)
                continue
            end = time.monotonic() + PATIENCE
            kind, *told = here.recv()
            if kind == "more":
                number, chunk = next(waiting, (NO_MORE, None))
                if isinstance(chunk, Later):
                    here.send((NOT_YET, None))
                    continue
                if chunk is not None:
                    given[number] = chunk
                here.send((number, chunk))
            elif kind == "done":
                number, done = told
                report.count(done)
                yield given.pop(number), done.result
            elif kind == "workers":
                report.nodes, report.workers = told
                say(f"at work: {report.size}")
            elif kind == "lost":
                report.lost += 1
                say("a worker was lost; what it had begun is done again")
            elif kind == "failed":
                raise MossaError(*told)
            elif kind == "end":
                return
    except (EOFError, ConnectionError):
        raise _lost(address) from None
    finally:
        driver.kill()
        driver.join()
        here.close()


def _look_for(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would look for minutes."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), whole_number(port)), timeout=LOOKING).close()
    except (OSError, OverflowError):
        raise nowhere(address) from None


def _lost(address: str) -> MossaError:
    where = "the Ray cluster" if address == "auto" else f"the Ray cluster at {address}"
    return MossaError(
        f"{where} cannot be reached any more; what was finished counts, and where a record was named the same command "
        "goes on from it"
    )
