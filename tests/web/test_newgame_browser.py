"""The window for a new game in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.browser import PATIENCE, chromium, serving
from tests.web.test_browser import quiet_page

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
