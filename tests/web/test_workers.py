"""Worker processes: answers, refusals, limits."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from mossa import MossaError
from mossa.web.workers import TIRED_PIECES, Workers

CLIENT = ("127.0.0.1", "1")
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are those of Unix")


def forever() -> None:
    while True:
        pass


def much() -> int:
    return len(bytearray(3 << 30))


def refused() -> None:
    raise MossaError("not so")


def failing() -> None:
    raise KeyError("inside")


def printed() -> str:
    print("to the terminal")
    return "answer"


def done(*work: Callable[[], Any], cpu: float = 20.0, count: int = 1) -> list[Any]:
    """What workers answer to pieces of work, one after the other."""

    async def ask() -> list[Any]:
        workers = Workers(count, cpu)
        try:
            return [await asyncio.gather(workers.do(CLIENT, one), return_exceptions=True) for one in work]
        finally:
            await workers.close()

    return [one for (one,) in asyncio.run(ask())]


def test_answers_and_refusals_come_back() -> None:
    pid, same, no, wrong, answer = done(os.getpid, os.getpid, refused, failing, printed)
    assert pid == same != os.getpid()
    assert str(no) == "not so"
    assert "KeyError" in str(wrong)
    assert answer == "answer"


def test_a_worker_that_has_done_much_is_replaced() -> None:
    pids = done(*[os.getpid] * (TIRED_PIECES + 1))
    assert len(set(pids[:TIRED_PIECES])) == 1
    assert pids[-1] != pids[0]


@UNIX
def test_work_without_end_is_ended_and_the_next_is_done() -> None:
    began = time.monotonic()
    endless, answer = done(forever, printed, cpu=1.0)
    assert isinstance(endless, MossaError)
    assert "1 seconds of computing" in str(endless)
    assert answer == "answer"
    assert time.monotonic() - began < 60


@UNIX
def test_memory_is_limited() -> None:
    too_much, answer = done(much, printed)
    assert "too much memory" in str(too_much)
    assert answer == "answer"


def test_who_no_longer_waits_leaves_no_process_busy() -> None:
    async def ask() -> list[int | None]:
        workers = Workers(1, 60.0)
        waiting = asyncio.create_task(workers.do(CLIENT, forever))
        while not workers._all:
            await asyncio.sleep(0.01)
        (worker,) = workers._all
        await asyncio.sleep(0.1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert await workers.do(CLIENT, printed) == "answer"
        await workers.close()
        return [worker.process.returncode]

    assert asyncio.run(ask()) != [None]


def test_inside_the_same_process() -> None:
    async def ask() -> int:
        return await Workers(1, 1.0, inside=True).do(CLIENT, os.getpid)

    assert asyncio.run(ask()) == os.getpid()
