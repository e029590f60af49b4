"""Who is served next, and how the time of the event loop is shared out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from mossa.web.turns import BURST, LONGEST_WAIT, MOST_EACH, LoopTime, Metered, Overload, TooFast, Turns


def served(turns: Turns, *clients: tuple[str, str], first: tuple[str, str] = ("first", "")) -> list[tuple[str, str]]:
    """The order in which clients are served who all ask while the only slot is taken."""
    order: list[tuple[str, str]] = []

    async def ask(client: tuple[str, str]) -> None:
        async with turns.turn(client):
            order.append(client)
            await asyncio.sleep(0.01)

    async def run() -> None:
        async with turns.turn(first):
            tasks = [asyncio.create_task(ask(one)) for one in clients]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)

    asyncio.run(run())
    return order


def test_whoever_asks_for_little_does_not_wait_for_those_who_ask_for_much() -> None:
    many = [("a", "1")] * 5
    order = served(Turns(1), *many, ("a", "2"), ("b", "1"))
    assert order[:3] == [("a", "1"), ("b", "1"), ("a", "2")]


def test_what_was_used_before_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(1)
    turns._charge("a", 5.0)
    turns._charge(("a", "1"), 4.0)
    turns._charge("b", 1.0)
    order = served(turns, ("a", "1"), ("a", "2"), ("b", "1"))
    assert order == [("b", "1"), ("a", "2"), ("a", "1")]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_many_of_one_address_are_served_by_what_they_used_and_not_by_their_place() -> None:
    turns = Turns(1)
    turns._charge("a", 20.0)
    for used in range(100):
        turns._charge(("a", str(used)), used / 10)
    order = served(turns, *(("a", str(number)) for number in range(99, -1, -1)))
    assert order == [("a", str(number)) for number in range(100)]


def test_too_much_at_once_is_refused() -> None:
    async def ask() -> None:
        turns = Turns(1)
        async with turns.turn(("a", "")):
            waiting = [asyncio.create_task(turns.turn(("a", "")).__aenter__()) for _ in range(MOST_EACH)]
            await asyncio.sleep(0)
            with pytest.raises(Overload):
                await turns.turn(("a", "")).__aenter__()
            for one in waiting:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        assert turns.waiting == 0
        async with turns.turn(("b", "")):
            pass

    run(ask())


def test_who_gives_up_passes_the_turn_on() -> None:
    async def ask() -> None:
        turns = Turns(1)
        held = turns.turn(("a", ""))
        await held.__aenter__()
        gone = asyncio.create_task(turns.turn(("b", "")).__aenter__())
        next_one = asyncio.create_task(turns.turn(("c", "")).__aenter__())
        await asyncio.sleep(0)
        await held.__aexit__(None, None, None)  # the turn is b's now
        gone.cancel()
        await asyncio.wait_for(next_one, 5)

    run(ask())


# The time of the event loop


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that sleeping sets."""
    now = [1000.0]

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("mossa.web.turns.time.monotonic", lambda: now[0])
    monkeypatch.setattr("mossa.web.turns.asyncio.sleep", sleep)
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


def test_the_place_of_each_that_waits() -> None:
    turns, last, places = Turns(1), ("a", "1"), []

    async def ask(client: tuple[str, str]) -> None:
        async with turns.turn(client):
            pass

    async def work() -> None:
        async with turns.turn(("a", "0")):
            tasks = [asyncio.create_task(ask(one)) for one in (last, ("b", "1"))]
            await asyncio.sleep(0)
            places.append([turns.place(one) for one in (last, ("b", "1"), ("a", "0"))])
        await asyncio.gather(*tasks)
        places.append([turns.place(last)])

    run(work())
    assert places == [[2, 1, 0], [0]]
