"""Worker processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from mossa.kernel.errors import MossaError

from .job import Done, Job, Later, WorkReport, attempt, stopping

__all__ = ["in_processes"]

C = TypeVar("C")


def in_processes(
    job: Job, chunks: Iterable[C | Later], processes: int, stop: threading.Event, report: WorkReport
) -> Generator[tuple[C, Any], None, None]:
    """Share out the chunks; yields each with its result as it ends. `stop` ends the work early."""
    context = multiprocessing.get_context("spawn")  # a forked copy of a process with threads may hang
    halted, halt = context.Pipe(duplex=False)  # closed to say stop; an Event would wait for workers that have died
    report.workers = processes
    pool = ProcessPoolExecutor(processes, context, _start_worker, (job, halted))
    try:
        pending: dict[Future[Done | MossaError], C] = {}
        waiting = iter(chunks)
        while not stop.is_set():
            for chunk in islice(waiting, 2 * processes - len(pending)):  # enough to keep every process busy
                if isinstance(chunk, Later):
                    break
                pending[pool.submit(attempt, job.work, chunk)] = chunk
            if not pending:
                break
            ready, _ = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in ready:
                chunk, done = pending.pop(future), future.result()
                if isinstance(done, MossaError):
                    raise done
                report.count(done)
                yield chunk, done.result
    except BrokenProcessPool:
        raise MossaError("a worker process died (out of memory?); what was finished before counts") from None
    finally:
        halt.close()
        pool.shutdown(cancel_futures=True)
        halted.close()


def _start_worker(job: Job, halted: Connection) -> None:
    """Set up a worker process. It ignores Ctrl-C: the parent handles that and closes its end of `halted`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_pass_on_stop, args=(halted,), daemon=True).start()
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    job.start(*job.arguments)


def _pass_on_stop(halted: Connection) -> None:
    with suppress(EOFError, OSError):
        halted.recv()
    stopping.set()


def _exit_with_parent() -> None:
    """End this worker, and so the programs it started, when the parent process is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
