"""Language, colours and a phone, on every page in a real browser."""

from __future__ import annotations

from typing import Any

from tests.web.browser import BROWSER_TESTS, GAME, begin, cell, status

pytestmark = [*BROWSER_TESTS]


def test_italian_is_one_click_away_and_stays(page: Any, address: str) -> None:
    page.goto(address)
    page.click("#language")
    page.locator("h1", has_text="Giochi con avversario").wait_for()
    page.locator(".card-title", has_text="Forza 4").wait_for()
    begin(page, address, "tictactoe", "human", "random")
    status(page, "Tocca a te")
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.click("#next-stop")
    page.locator("#event", has_text="si tagliano b2 e b3: MAX ha già 3").wait_for()
    page.goto(f"{address}/tournaments")
    page.locator("h1", has_text="Tornei").wait_for()
    page.goto(f"{address}/analyse")
    page.locator("h1", has_text="Analizza una partita").wait_for()
    page.fill("#paste-text", "e4 e5")
    page.click("#paste-go")
    page.locator("#notes", has_text="Muove il Bianco").wait_for()


def test_dark_and_light(page: Any, address: str) -> None:
    page.goto(address)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) != light
    page.reload()
    assert page.evaluate(ground) != light


def test_a_phone_shows_everything_without_scrolling_sideways(phone: Any, address: str) -> None:
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    phone.goto(address)
    phone.wait_for_selector(".card")
    assert phone.evaluate(wide)
    begin(phone, address, "connect4", "human", "random")
    assert phone.evaluate(wide)
    cell(phone, "4").tap()
    phone.locator("#moves li").nth(1).wait_for()
    phone.click("#do-search")
    phone.locator("[role=treeitem]").first.wait_for()
    phone.locator("[role=treeitem] .visit-line").first.tap()
    assert phone.evaluate(wide)
    phone.goto(f"{address}/lab")
    phone.wait_for_selector(".drawing svg")
    assert phone.evaluate(wide)
    phone.goto(f"{address}/tournaments")
    phone.wait_for_selector("#begin")
    assert phone.evaluate(wide)
    phone.goto(f"{address}/workshop#game=othello")
    phone.locator("#worth", has_text="for Black").wait_for()
    assert phone.evaluate(wide)
    answer = phone.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": GAME})
    phone.goto(f"{address}/analyse/{answer.json()['id']}")
    phone.wait_for_selector("#board .cell")
    assert phone.evaluate(wide)
