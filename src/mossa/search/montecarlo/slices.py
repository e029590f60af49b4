"""Simulations in slices: all threads of a search simulate for about SLICE seconds, then nothing runs for a moment.

In that moment memory is tidied up and the result so far is told.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from mossa.search.common.threads import UNLIMITED, ThreadTask, run_threads

from .tree_search import Halt

__all__ = ["FIRST", "run_slices", "share_of"]

SLICE, FIRST = 0.05, 64
"""Seconds of a slice, and the simulations of the first one."""
GRACE = 1.0
"""Seconds after the end of the time in which threads may still do the least that they must; then they end at once."""

Simulate = Callable[[int, int], int]
"""Of a thread, by its number: simulate so often; how often it did."""


def run_slices(
    simulate: Simulate,
    threads: int,
    halt: Halt,
    limits: tuple[float | None, int | None, threading.Event],
    between: Callable[[int], bool],
    first: int = FIRST,
    progress: Callable[[], int] | None = None,
) -> int:
    """Simulate within the limits (seconds, simulations, an event that stops it); how often that was done.

    `between` is told the number of simulations after each slice, and says whether there is nothing left to do. The
    clock is also looked at between slices: on a busy machine the thread that watches it may get a core much later.
    `progress` is a number that changes with every simulation (`run_threads`).
    """
    seconds, most, stop = limits
    end_of_time = math.inf if seconds is None else time.perf_counter() + seconds
    simulated = 0

    def work() -> None:
        nonlocal simulated
        size, begun = first, False
        while not (begun and halt.stop):
            begun = True
            left = UNLIMITED if most is None else most - simulated
            started = time.perf_counter()
            done = _slice(simulate, threads, halt, min(size, left), most is None)
            now = time.perf_counter()
            passed, time_left = max(now - started, 1e-6), end_of_time - now
            simulated += done
            if between(simulated) or simulated >= (most or UNLIMITED) or time_left <= 0:
                break
            size = max(first, min(4 * size, int(done * min(SLICE, time_left) / passed)))

    def end() -> None:
        halt.stop = 2 if stop.is_set() or time.perf_counter() > end_of_time + GRACE else 1

    if stop.is_set():
        return 0
    halt.stop = halt.pause = 0
    run_threads([work], end, stop, seconds, progress)
    return simulated


def share_of(thread: int, threads: int, count: int) -> int:
    """A thread's part of so many simulations; the first thread has one if there is one."""
    return (count - thread + threads - 1) // threads


def _slice(simulate: Simulate, threads: int, halt: Halt, count: int, even: bool) -> int:
    """Let all threads simulate, `count` times together, and wait for them; how often they did.

    If not `even`, each thread does its part to the end; else the others end with the first.
    """
    halt.pause = 0
    done = [0] * threads

    def task(thread: int) -> Callable[[], None]:
        def run() -> None:
            done[thread] = simulate(thread, UNLIMITED if even and thread else share_of(thread, threads, count))

        return run

    helpers = [ThreadTask(task(thread)) for thread in range(1, threads)]
    try:
        task(0)()
    finally:
        if even or halt.stop:
            halt.pause = 1
        for helper in helpers:
            helper.wait()
    for helper in helpers:
        if helper.failure is not None:
            raise helper.failure
    return sum(done)
