"""The analysis of a game in a real browser: a graph, marks, variations, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, GAME, cell, status

pytestmark = [*BROWSER_TESTS]


@pytest.mark.slow
def test_a_pasted_game_is_analysed_with_a_graph_marks_a_variation_and_a_file(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.fill("#paste-text", "1. e4 e5 2. Ke3")
    page.click("#paste-go")
    page.locator("#notice", has_text="not legal").wait_for()
    page.fill("#paste-text", GAME)
    page.click("#paste-go")
    page.wait_for_url("**/analyse/*")
    page.locator("#moves button").nth(13).wait_for()
    page.select_option("#seconds", "0.3")
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for()  # chess may have to be compiled
    page.locator("#graph .curve").wait_for()
    page.locator("#moves :is(.mark-bad, .mark-poor, .mark-doubt)").first.wait_for()  # which, depends on the machine
    page.locator("#moves button", has_text="Nxf7").click()
    page.locator("#ways li").first.wait_for(state="attached")
    page.keyboard.press("ArrowLeft")
    page.locator("#moves [aria-current]", has_text="Qg5").wait_for()
    page.locator("#position").wait_for()
    cell(page, "c4").click()
    cell(page, "f7").click()
    page.locator(".variation button", has_text="Bxf7+").wait_for()
    page.reload()  # what was tried is still there
    with page.expect_download() as saved:
        page.click("#export-own")
    text = Path(saved.value.path()).read_text("utf-8")
    assert "(5. Bxf7+)" in " ".join(text.split())
    again = page.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": text})
    other = page.context.new_page()
    other.goto(f"{address}/analyse/{again.json()['id']}")
    other.locator(".variation button", has_text="Bxf7+").wait_for()
    other.close()
    page.locator(".variation button", has_text="Bxf7+").click()
    page.click("#do-drop")
    page.locator(".variation").wait_for(state="detached")
    page.click("#do-live")
    page.locator("#board .arrow.rank-0").wait_for()
    page.click("#do-live")
    page.locator("#status:not(.busy)").wait_for(state="attached")  # from here on the lines stay as they are
    way = page.locator("#ways li").first.locator("button").nth(1)
    told = way.inner_text()
    way.click()
    page.locator("#moves [aria-current]", has_text=told).wait_for()
    page.click("#do-drop")
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for()
    with page.expect_download() as saved:
        page.click("#export-own")
    assert saved.value.suggested_filename.endswith(".pgn")
    assert "better" in Path(saved.value.path()).read_text("utf-8")
    page.locator("#moves button", has_text="Nxf7").click()
    page.locator("#notes", has_text="Black to move").wait_for()
    page.click("#play-here")
    page.locator('input[name="side"][value="all"]').check(force=True)
    page.click("#begin")
    status(page, "Black to move")


def test_of_several_pasted_games_one_is_chosen(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.select_option("#paste-game", "backgammon")
    page.fill("#paste-text", (Path(__file__).parents[1] / "data" / "backgammon" / "match3.mat").read_text("utf-8"))
    page.click("#paste-go")
    page.locator("#notice", has_text="match=3").wait_for()
    page.locator("#paste-games button").nth(1).click()
    page.wait_for_url("**/analyse/*")
    page.locator("#moves button").nth(3).wait_for()
