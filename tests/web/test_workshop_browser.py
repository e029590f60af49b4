"""The workshop of evaluation functions in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.web.browser import BROWSER_TESTS, cell, until

pytestmark = [*BROWSER_TESTS]


def slide(page: Any, feature: str, value: int) -> None:
    """Move the slider of a feature."""
    slider = page.locator(f'[data-feature="{feature}"] input')
    slider.evaluate(
        "(one, value) => { one.value = value; one.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


def test_sliders_change_the_evaluation_and_a_match_tells_who_is_stronger(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=connect4")
    page.locator("#worth", has_text="for Red").wait_for()
    cell(page, "4").click()
    page.locator("#notes", has_text="By these weights Yellow plays").wait_for()
    before, bar = page.inner_text("#worth"), page.locator("#evalbar span").bounding_box()["width"]
    assert before == "+0.03 for Red"
    slide(page, "middle", -150)
    until(page, lambda: page.inner_text("#worth") != before)
    assert page.inner_text("#worth").startswith("−")
    until(page, lambda: page.locator("#evalbar span").bounding_box()["width"] < bar)
    page.click("#zero")
    page.locator("#worth", has_text="0.00 for Red").wait_for()
    page.click("#match-go")
    page.locator("#match-status", has_text="of 1,000 games").wait_for()
    assert re.search(r"Elo −\d+ ± \d+", page.inner_text("#match-status"))
    page.locator("#match-elo circle").wait_for()
    with page.expect_download() as saved:
        page.click("#save")
    assert json.loads(Path(saved.value.path()).read_text()) == {"threats": 0, "middle": 0, "inner": 0}
    page.set_input_files("#file", {"name": "w.json", "mimeType": "application/json", "buffer": b'{"height": 1}'})
    page.locator("#notice", has_text="height is no weight").wait_for()
    page.set_input_files("#file", {"name": "w.json", "mimeType": "application/json", "buffer": b'{"middle": 12}'})
    page.locator('[data-feature="middle"] .weight', has_text="12").wait_for()
    page.click("#keep")
    page.click("#own")
    page.locator('[data-feature="threats"] .weight', has_text="6").wait_for()
    page.locator("#match-go").dispatch_event("click")  # hidden while the match of weights 0 goes on, which it ends
    page.locator("#match-status", has_text="Elo +").wait_for()


def test_categories_of_states_are_counted_beside_their_exact_value(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=tictactoe")
    page.locator("#worth", has_text="for X").wait_for()
    page.uncheck('#categories-features input[value="singles"]')
    page.click("#categories-go")
    page.locator("#categories-status", has_text="without features").wait_for()
    page.locator("#categories-go").wait_for()
    heads = page.locator("#categories-table thead th").all_inner_texts()
    assert heads == ["pairs", "states", "won", "drawn", "lost", "value", "linear sum", "exact (solved)"]
    ahead = page.locator("#categories-table tbody tr", has=page.locator("td:first-child", has_text="+1")).inner_text()
    assert re.search(r"\+0\.\d\d|\+1\.00", ahead)  # two in a row and the move
    page.uncheck('#categories-features input[value="pairs"]')
    assert page.locator("#categories-go").is_disabled()


def test_the_curve_grows_while_it_learns_and_the_sliders_follow(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=tictactoe")
    page.locator("#worth", has_text="for X").wait_for()
    page.select_option("#method", "regression")
    page.locator("#about-method", has_text="who won the last games").wait_for()
    page.click("#learn-go")
    points = "document.querySelector('#curve .theory')?.points.length ?? 0"
    until(page, lambda: page.evaluate(points) >= 2)
    early = page.evaluate(points)
    until(page, lambda: page.evaluate(points) >= early + 3)
    assert page.inner_text('[data-feature="pairs"] .weight') != "30"
    page.click("#learn-stop")
    page.locator("#learn-go").wait_for()
    page.wait_for_timeout(500)
    last = page.evaluate(points)
    page.wait_for_timeout(1000)
    assert page.evaluate(points) == last
    page.click("#language")
    page.locator("h1", has_text="Officina della valutazione").wait_for()
    page.locator("#learn-go", has_text="Impara").wait_for()
