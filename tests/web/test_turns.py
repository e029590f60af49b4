"""Who is served next."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from mossa.web.turns import MOST_EACH, Overload, Turns


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
