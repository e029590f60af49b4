"""The time of the event loop, shared out."""

from __future__ import annotations

import asyncio
import time

import pytest

from mossa.web.loop_time import BURST, LONGEST_WAIT, LoopTime, Metered, TooFast


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that sleeping sets."""
    now = [1000.0]

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("mossa.web.loop_time.time.monotonic", lambda: now[0])
    monkeypatch.setattr("mossa.web.loop_time.asyncio.sleep", sleep)
    return now


def waited(shares: LoopTime, client: str, clock: list[float]) -> float:
    before = clock[0]
    asyncio.run(shares.wait(client))
    return clock[0] - before


def test_little_costs_nothing_and_much_is_paid_for(clock: list[float]) -> None:
    shares = LoopTime(0.5)
    shares.charge("a", BURST / 2)
    assert waited(shares, "a", clock) == 0
    shares.charge("a", BURST / 2 + 1.0)
    assert waited(shares, "a", clock) == pytest.approx(2.0)
    assert waited(shares, "b", clock) == 0


def test_those_who_take_much_share(clock: list[float]) -> None:
    shares = LoopTime(0.5)
    shares.charge("a", 1.0)
    shares.charge("b", BURST + 1.0)
    assert waited(shares, "b", clock) == pytest.approx(4.0)


def test_far_too_much_is_refused(clock: list[float]) -> None:
    shares = LoopTime(0.5)
    shares.charge("a", LONGEST_WAIT)
    with pytest.raises(TooFast):
        asyncio.run(shares.wait("a"))
    shares.forget("a")
    assert waited(shares, "a", clock) == 0


def test_work_is_measured_and_waiting_is_not() -> None:
    async def work() -> str:
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0.3)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.sleep(10)
        return "done"

    async def measured() -> tuple[str, float]:
        metered = Metered(work())
        return await metered, metered.seconds

    answer, seconds = asyncio.run(measured())
    assert answer == "done"
    assert 0.05 <= seconds < 0.3
