"""Messages: what a page asks for, mistakes in sentences, work in the background."""

import asyncio
import logging

import pytest

from mossa import MossaError
from mossa.web.messages import MOST_WAITING, Page, Tasks, action_of, parse_object, sentence


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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"move": "\\ud800"}', "surrogate"),
        ('{"\\udfff": 1}', "surrogate"),
        ('{"ply": 1e999}', "not finite"),
        ('{"ply": NaN}', "not finite"),
        ('{"ply": -Infinity}', "not finite"),
        ('{"ply": 9223372036854775808}', "64 bits"),
        ('{"ply": ' + "9" * 5000 + "}", "64 bits"),
        ("[]", "object"),
        ("{", "no JSON"),
        ("[" * 3_000, "no JSON"),
        ("[" * 100_000, "lists and objects"),
    ],
)
def test_what_no_message_may_hold_is_one_sentence(text: str, told: str) -> None:
    with pytest.raises(MossaError, match=told):
        parse_object(text)


def test_a_message_holds_any_character() -> None:
    assert parse_object('{"a": "\\ud83d\\ude00", "b": [1.5, -9223372036854775807]}') == {
        "a": "\U0001f600",
        "b": [1.5, -(2**63) + 1],
    }


def test_a_page_that_does_not_read_is_closed_and_holds_nothing() -> None:
    async def run() -> None:
        page, closed = Page("127.0.0.1"), []
        page.on_close = lambda: closed.append(True)
        for _ in range(100):
            page.put("x" * (MOST_WAITING // 50))
        assert closed == [True]
        assert await page.next() is None
        assert page.closed is not None
        assert "does not read" in page.closed[1]

    asyncio.run(run())


def test_what_was_sent_before_the_end_still_arrives() -> None:
    async def run() -> None:
        page = Page()
        page.send({"a": 1})
        page.end("closed", "ü" * 200)
        page.send({"b": 2})
        assert await page.next() == '{"a": 1}'
        assert "closed" in str(await page.next())
        assert await page.next() is None
        assert page.closed is not None
        assert len(page.closed[1].encode()) <= 123

    asyncio.run(run())
