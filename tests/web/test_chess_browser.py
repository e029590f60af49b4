"""Chess in a real browser: the panel beside the board, what its moves are called, offers of a draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.browser import PATIENCE, chromium, serving
from tests.web.test_browser import begin, cell, quiet_page, status

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the pages are not tried"),
    pytest.mark.timeout(PATIENCE + 100),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that must not complain."""
    yield from quiet_page(browser, viewport={"width": 1200, "height": 900}, locale="en-GB")


def top(page: Any, name: str) -> float:
    """How far down the page an element begins."""
    return float(page.locator(f"#{name}").bounding_box()["y"])


def test_the_panel_keeps_its_shape_while_a_game_goes_on(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "random")
    order = ["seats", "moves", "controls", "typed", "views"]
    before = [top(page, name) for name in order]
    assert before == sorted(before)
    assert not page.locator("#engine").is_visible()
    assert len({round(box["y"]) for box in (one.bounding_box() for one in page.locator("#controls button").all())}) == 1
    cell(page, "e2").click()
    cell(page, "e4").click()
    page.locator("#moves li").nth(1).wait_for()
    status(page, "Your move")
    assert [top(page, name) for name in order] == before


def test_moves_are_called_as_players_call_them(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "human")
    page.click("#choices summary")
    assert {"e4", "Nf3"} <= set(page.locator("#buttons button").all_inner_texts())
    page.fill("#text", "Nf")
    page.locator("#buttons button", has_text="Nf3").click()
    page.locator("#moves li", has_text="Nf3").wait_for()


def test_an_error_stays_until_a_person_moves(page: Any, address: str) -> None:
    begin(page, address, "tictactoe", "human", "random")
    page.fill("#text", "z9")
    page.press("#text", "Enter")
    page.locator("#notice", has_text="z9").wait_for()
    assert page.locator("#notice").bounding_box()["y"] > page.locator("#typed").bounding_box()["y"]
    page.click("#do-flip")
    assert page.locator("#notice").is_visible()
    page.locator("#board .cell.open").first.click()
    page.locator("#notice").wait_for(state="hidden")


def test_a_draw_is_asked_for_twice_and_declined_while_it_is_early(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "random")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.click("#do-draw")
    assert asked == ["Offer a draw?"]
    assert not page.locator("#notice").is_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#do-draw")
    page.locator("#notice", has_text="too early").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#do-resign")
    status(page, "White resigns. Black wins 0–1")
    assert page.locator("#outcome").inner_text() == "0–1"


def test_what_the_engine_said_goes_when_a_move_is_taken_back(page: Any, address: str) -> None:
    begin(page, address, "tictactoe", "human", "alphabeta:depth=2")
    page.click("#do-engine")
    page.locator("#board .cell.open").first.click()
    page.locator("#moves li").nth(1).wait_for()
    page.locator("#figures dd").first.wait_for()
    page.click("#do-undo")
    page.locator("#moves li").first.wait_for(state="detached")
    assert not page.locator("#engine").is_visible()
