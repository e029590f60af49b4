"""The pages in Italian in a real browser: none of them shows a text of the English ones, or a decimal point."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, quiet_page
from tests.web.test_italian import ERRORS, LANG

import mossa

pytestmark = [*BROWSER_TESTS]

TEXTS = """() => {
  const found = new Set(), code = "script, style, pre, code, textarea, #source, .usage";
  const take = (text) => { for (const line of (text ?? "").split("\\n")) if (line.trim()) found.add(line.trim()); };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(code)) take(walk.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) if (!one.closest(code)) take(one.getAttribute(name));
  take(document.title);
  return [...found];
}"""
"""What a page says: its text, the names that a screen reader reads, its tooltips; programs left out."""
PAGES = {
    "": ".card",
    "analyse": "#paste-go",
    "puzzles": 'a[href^="#tictactoe/"]',
    "tournaments": "#games input",
    "learn": "#course h3, #course h2",
    "learn#chance/1": "#lesson .drawing svg",
    "workshop": "#sliders tr",
    "lab#example=deep-cut": ".node",
    "lab#example=killers": ".node",
    "lab#tab=payoffs": "table.rules",
    "lab#tab=queens": "#queens svg",
    "lab#tab=ordering": "#ordering form",
    "lab#tab=guess": "#guess .hand",
}
"""Address → what is there when the page is."""


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    yield from quiet_page(browser, viewport={"width": 1200, "height": 900}, locale="it-IT")


@pytest.fixture(scope="module")
def english() -> list[re.Pattern[str]]:
    """The English texts that are others in Italian, as patterns, for what stands in their {fields} anything."""
    words, others = (json.loads((LANG / f"{name}.json").read_text("utf-8")) for name in ("en", "it"))
    texts = [text for key, text in words.items() if text != others.get(key) and text not in others.values()]
    texts += json.loads((LANG / "about-it.json").read_text("utf-8"))
    texts += ERRORS
    named = re.compile("[a-z-]+")  # names of examples and algorithms are the same in every language
    plain = [text for text in texts if len(re.sub(r"\{\w+\}|\W", "", text)) > 5 and not named.fullmatch(text)]
    return [re.compile(re.sub(r"\\\{\w+\\\}", ".*", re.escape(text))) for text in plain]


def left(page: Any, english: list[re.Pattern[str]]) -> list[str]:
    """What the page says in English, or with a decimal point."""
    page.locator("#top nav").wait_for()  # the words have come
    said = page.evaluate(TEXTS)
    assert len(said) > 10
    point = re.compile(r"(?<![\d.{])\d+\.\d{1,2}(?!\d|\.|:)")
    said = [re.sub(r"Stockfish [\d.]+", "", text) for text in said]
    return [text for text in said if point.search(text) or any(one.fullmatch(text) for one in english)]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_english(page: Any, address: str, english: list[re.Pattern[str]], path: str) -> None:
    page.goto(f"{address}/{path}")
    page.locator(PAGES[path]).first.wait_for()
    assert page.locator("html").get_attribute("lang") == "it"
    assert not left(page, english)


def test_the_end_of_a_run_has_decimal_commas(page: Any, address: str, english: list[re.Pattern[str]]) -> None:
    page.goto(f"{address}/lab#example=deep-cut")
    page.locator(".node").first.wait_for()
    page.locator("#pseudo", has_text="funzione ALPHA-BETA-SEARCH").wait_for()
    page.click("#last")
    page.locator("#event", has_text="si sceglie C, che vale 0,05").wait_for()
    page.locator("#costs li").first.wait_for()
    assert not left(page, english)


@pytest.mark.parametrize("name", mossa.names())
def test_the_page_of_every_game_has_no_english(
    page: Any, address: str, english: list[re.Pattern[str]], name: str
) -> None:
    seats = ["human"] * mossa.game(name).facts.players
    answer = page.request.post(f"{address}/api/boards", data={"game": name, "seats": seats, "seconds": 0.2, "seed": 1})
    page.goto(f"{address}/play/{answer.json()['id']}")
    page.locator("#board .cell").first.wait_for()
    assert not left(page, english)


def test_the_window_of_a_new_game_has_no_english(page: Any, address: str, english: list[re.Pattern[str]]) -> None:
    page.goto(address)
    for name in ("backgammon", "mastermind"):
        page.locator(f'.card[data-game="{name}"], .card:has-text("{mossa.game(name).title}")').first.click()
        page.locator("dialog[open] legend").first.wait_for()
        assert not left(page, english)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")


def test_a_search_and_an_evaluation_are_told_in_italian(
    page: Any, address: str, english: list[re.Pattern[str]]
) -> None:
    body = {"game": "tictactoe", "seats": ["human", "human"], "moves": "b2"}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.locator("#board .cell").first.wait_for()
    page.click("#do-explain")
    page.locator("#explained tbody tr").first.wait_for()
    page.click("#do-search")
    page.locator("#visits .visit-window", has_text="; ").first.wait_for()
    assert not left(page, english)
