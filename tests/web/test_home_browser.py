"""The first page and the window for a new game in a real browser; and an address that is none."""

from __future__ import annotations

from typing import Any

from tests.web.browser import BROWSER_TESTS, status

pytestmark = [*BROWSER_TESTS]


def test_the_first_page_shows_alpha_beta_at_work_and_the_games_by_kind(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("#games h2", has_text="Open boards").wait_for()
    assert page.locator("#games section", has_text="With dice").locator("[data-game=backgammon]").count() == 1
    page.locator("#walk-words", has_text="leaf worth 3").wait_for()
    page.locator("#walk-words", has_text="leaf worth 12").wait_for()  # it goes on by itself
    page.click("#learn")
    page.locator(".drawing svg").first.wait_for()


def test_a_game_of_chess960_from_a_random_place_with_a_random_side(page: Any, address: str) -> None:
    page.goto(f"{address}/#chess")
    page.locator("dialog .options label", has_text="Chess960").click()
    number = page.locator('input[name="set.start"]').input_value()
    assert 0 <= int(number) < 960
    page.locator("dialog details summary").click()
    page.locator("dialog .with-button button").click()  # another one
    number = page.locator('input[name="set.start"]').input_value()
    assert 0 <= int(number) < 960
    page.locator('input[name="side"][value="any"]').check(force=True)
    page.select_option("#opponent", "random")
    page.click("#begin")
    page.wait_for_selector("#board .cell")
    assert page.locator("#seats li", has_text="you").count() == 1
    page.locator("#title", has_text="" if number == "518" else f"start={number}").wait_for()


def test_a_game_from_a_position_with_a_switch(page: Any, address: str) -> None:
    page.goto(f"{address}/#nim")
    page.locator("dialog details summary").click()
    page.locator('input[name="set.misere"]').check()
    page.fill("#position", "1-0-0 first")
    page.locator('input[name="side"][value="all"]').check(force=True)
    page.click("#begin")
    page.locator("#title", has_text="misere=1").wait_for()
    page.fill("#text", "a1")
    page.press("#text", "Enter")
    status(page, "second wins")


def test_an_address_that_is_none_is_a_page(browser: Any, address: str) -> None:
    page = browser.new_page(locale="en-GB")
    answer = page.goto(f"{address}/nope")
    assert answer.status == 404
    assert page.locator("h1").inner_text() == "There is no such page"
    assert page.request.get(f"{address}/api/nope").json() == {"error": "Not Found"}
    page.click("main a")
    page.locator(".card").first.wait_for()
    page.close()


def test_two_different_engines_are_watched(page: Any, address: str) -> None:
    page.goto(f"{address}/#tictactoe")
    assert not page.locator("#second").is_visible()
    page.locator('input[name="side"][value="none"]').check(force=True)
    page.select_option("#opponent", "random")
    page.select_option("#second", "minimax")
    with page.expect_request("**/api/boards") as asked:
        page.click("#begin")
    assert asked.value.post_data_json["seats"] == ["random", "minimax"]
    page.wait_for_selector("#board .cell")
    page.goto(f"{address}/")
    page.evaluate("location.hash = '#chess'")  # a link to a game, on the page itself
    page.locator("dialog h2", has_text="Chess").wait_for()
