"""A player that is being made ready, and who waits for it."""

import asyncio
import threading
from collections.abc import Callable

import pytest

import mossa
from mossa import MossaError
from mossa.web import preparation
from mossa.web.preparation import Preparation

NIM = mossa.game("nim")


def test_what_is_compiled_is_told_from_then_on_and_once_to_each() -> None:
    heard: list[str] = []

    async def watch() -> tuple[bool, bool]:
        go = asyncio.Event()

        async def work(announce: Callable[[str], None]) -> None:
            announce("compiling one part")
            await go.wait()
            announce("compiling another")

        one = Preparation(NIM, threading.Event(), work)
        long = await one.takes_long()
        assert heard == []
        hear = heard.append
        one.tell(hear)
        one.tell(hear)
        go.set()
        await one.task
        return long, await one.takes_long()

    assert asyncio.run(watch()) == (True, False)
    assert heard == ["compiling one part", "compiling another"]


def test_what_waits_for_its_turn_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "MOMENT", 0.01)

    async def watch() -> bool:
        go = asyncio.Event()

        async def work(announce: Callable[[str], None]) -> None:
            await go.wait()

        one = Preparation(NIM, threading.Event(), work)
        long = await one.takes_long()
        go.set()
        await one.task
        return long

    assert asyncio.run(watch())


def test_a_failure_is_there_for_whoever_waits() -> None:
    async def watch() -> None:
        async def work(announce: Callable[[str], None]) -> None:
            raise MossaError("the rules are broken")

        one = Preparation(NIM, threading.Event(), work)
        assert not await one.takes_long()
        with pytest.raises(MossaError, match="broken"):
            one.task.result()

    asyncio.run(watch())
