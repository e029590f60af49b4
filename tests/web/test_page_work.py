"""The work of a page: what is asked for next ends what is under way, and a failure is told."""

import asyncio
import json

from mossa.kernel.errors import MossaError
from mossa.web.messages import Page
from mossa.web.page_work import PageWork


def told(page: Page) -> list[dict[str, str]]:
    """The messages that wait for a page."""
    return [json.loads(text) for text in page._texts]


def test_the_next_work_ends_the_last_and_only_its_end_is_told() -> None:
    async def play() -> list[dict[str, str]]:
        work, page = PageWork(), Page()
        first = work._restart()

        async def until_stopped() -> None:
            while not first.is_set():
                await asyncio.sleep(0.001)

        async def nothing() -> None:
            pass

        work._spawn(page, until_stopped(), first)
        second = work._restart()
        assert first.is_set()
        assert not second.is_set()
        work._spawn(page, nothing(), second)
        await asyncio.sleep(0.05)
        return told(page)

    assert asyncio.run(play()) == [{"type": "idle"}]


def test_a_failure_is_a_sentence_unless_the_work_was_stopped() -> None:
    async def play(stopped: bool) -> list[dict[str, str]]:
        work, page = PageWork(), Page()
        stop = work._restart()

        async def fail() -> None:
            if stopped:
                stop.set()
            raise MossaError("the rules are wrong")

        work._spawn(page, fail(), stop)
        await asyncio.sleep(0.05)
        return told(page)

    assert asyncio.run(play(stopped=False)) == [{"type": "error", "text": "the rules are wrong"}, {"type": "idle"}]
    assert asyncio.run(play(stopped=True)) == [{"type": "idle"}]
