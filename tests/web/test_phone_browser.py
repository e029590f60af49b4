"""A phone of 360 pixels: nothing scrolls sideways, fingers find the buttons, the board or the tree comes first."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, GAME, begin

pytestmark = [*BROWSER_TESTS]

BOARDS = {
    "othello": ("human", "human"),
    "chess": ("human", "human"),
    "backgammon": ("human", "human"),
    "checkers": ("human", "human"),
    "hearts": ("human", "random", "random", "random"),
    "mastermind": ("random", "human"),
}
PAGES = {
    "": ".card",
    "analyse": "#paste-text",
    "lab": ".tree .node",
    "learn": "#course details",
    "learn#alphabeta/1": "#lesson .drawing svg",
    "puzzles": ".puzzle-list a",
    "tournaments": "#players input",
    "workshop#game=othello": "#board .cell",
}
"""Pages, and what is on them when they are ready."""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, select, summary, nav a, .tabs a, .controls a, label.check")]
  .filter((one) => one.checkVisibility() && !one.closest("svg") && one.getBoundingClientRect().height < 39.5)
  .map((one) => `${one.tagName} ${one.id || one.className} ${one.textContent.trim().slice(0, 20)}`)"""
"""What a finger taps, and is lower than 40 pixels."""


def suits_a_phone(phone: Any) -> None:
    assert phone.evaluate(SIDEWAYS) == 0
    assert phone.evaluate(SMALL) == []


def top(phone: Any, selector: str) -> float:
    return float(phone.locator(selector).first.bounding_box()["y"])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(phone: Any, address: str, path: str) -> None:
    phone.goto(f"{address}/{path}")
    phone.locator(PAGES[path]).first.wait_for()
    suits_a_phone(phone)


@pytest.mark.parametrize("game", BOARDS)
def test_the_board_comes_first_and_fits_a_phone(phone: Any, address: str, game: str) -> None:
    begin(phone, address, game, *BOARDS[game])
    phone.locator("#controls button").first.wait_for()
    suits_a_phone(phone)
    assert top(phone, "#board") < 140 < top(phone, "#title")
    phone.locator("#choices summary").tap()
    suits_a_phone(phone)


def test_an_analysis_fits_a_phone(phone: Any, address: str) -> None:
    answer = phone.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": GAME})
    phone.goto(f"{address}/analyse/{answer.json()['id']}")
    phone.locator("#moves button").nth(13).wait_for()
    suits_a_phone(phone)
    assert top(phone, "#board") < 140 < top(phone, "#title")


def test_a_tournament_fits_a_phone(phone: Any, address: str) -> None:
    players = ["random", "minimax", "alphabeta-textbook:depth=2"]
    cup = {"games": ["tictactoe"], "players": players, "rounds": 2, "time": 0.1}
    id = phone.request.post(f"{address}/api/tournaments", data=cup).json()["id"]
    phone.goto(f"{address}/tournaments/{id}")
    phone.locator("#elo circle").nth(2).wait_for()
    phone.locator("#board .cell").first.wait_for()
    suits_a_phone(phone)


def test_the_tree_of_the_lab_comes_first(phone: Any, address: str) -> None:
    phone.goto(f"{address}/lab")
    phone.locator(".tree .node").first.wait_for()
    assert top(phone, ".canvas") < top(phone, "#form")
    assert phone.locator(".canvas").bounding_box()["y"] < 450


def test_the_names_of_the_pages_are_pushed_to_the_one_that_is_shown(phone: Any, address: str) -> None:
    phone.goto(f"{address}/lab")
    current = phone.locator('nav [aria-current="page"]')
    current.wait_for()
    box = current.bounding_box()
    assert 0 <= box["x"] < box["x"] + box["width"] <= 360 - 40  # before the pale end of the row
