"""Messages: what a page asks for, mistakes in sentences, work in the background."""

import asyncio
import logging

import pytest

from mossa import MossaError
from mossa.web.messages import Tasks, action_of, sentence


def test_an_action_is_named_by_the_field_do() -> None:
    actions = {"move": 1, "undo": 2}
    assert action_of(actions, {"do": "undo"}) == 2
    for words in ({}, {"do": "dance"}, {"do": ["move"]}):
        with pytest.raises(MossaError, match="one of move, undo"):
            action_of(actions, words)


def test_a_persons_mistake_is_told_in_its_own_words(caplog: pytest.LogCaptureFixture) -> None:
    assert sentence(MossaError("it is not your turn")) == "it is not your turn"
    assert not caplog.records


def test_our_own_mistake_is_logged_and_named(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "mossa.web"):
        assert "inside mossa (KeyError)" in sentence(KeyError("x"))
    assert [record.name for record in caplog.records] == ["mossa.web"]


def test_work_in_the_background_is_not_collected_before_its_end() -> None:
    done = []

    async def work(number: int) -> None:
        await asyncio.sleep(0)
        done.append(number)

    async def run() -> None:
        tasks = Tasks()
        for number in range(3):
            tasks.start(work(number))
        await asyncio.sleep(0.01)
        assert not tasks._running

    asyncio.run(run())
    assert sorted(done) == [0, 1, 2]
