"""axe-core looks at the page of every game, light and dark, also with a move in the making: no serious fault."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, PATIENCE, cell
from tests.web.test_access import AXE

import mossa

pytestmark = [
    *BROWSER_TESTS,
    pytest.mark.slow,
    pytest.mark.skipif(not AXE.exists(), reason="no axe-core here (npm ci --prefix tests/web/axe): not searched"),
]

BEGUN = {"backgammon": ("8", "5"), "mastermind": ("1", "2")}
"""Cells to click first; the position of backgammon has 3 and 1 to play."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_on_the_page_of_any_game(browser: Any, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page, faults = context.new_page(), []
    for game in mossa.names():
        seats = ["human", *["random"] * (mossa.game(game).facts.players - 1)]
        wishes = {"game": game, "seats": seats[::-1] if game == "mastermind" else seats, "seconds": 0.1, "seed": 5}
        if game == "backgammon":
            wishes["position"] = "4HPwATDgc/ABMA 31"
        answer = page.request.post(f"{address}/api/boards", data=wishes)
        page.goto(f"{address}/play/{answer.json()['id']}")
        page.locator("#status", has_text="Your move").wait_for()
        for name in BEGUN.get(game, ()):
            cell(page, name).click()
        if game in BEGUN:
            page.locator("#undo-part:enabled").wait_for()
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run().then((answer) => answer.violations)")
        faults += [
            (game, one["id"], [node["html"][:160] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
    context.close()
    assert faults == []
