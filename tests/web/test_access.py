"""axe-core looks at every page, light and dark: no serious fault of accessibility."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, PATIENCE

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = [
    *BROWSER_TESTS,
    pytest.mark.skipif(not AXE.exists(), reason="no axe-core here (npm ci --prefix tests/web/axe): not searched"),
]


def home(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".card")
    page.locator("#walk svg").wait_for()


def dialog(page: Any, address: str) -> None:
    home(page, address)
    page.click('[data-game="connect4"]')
    page.wait_for_selector("dialog[open]")


def board(page: Any, address: str) -> None:
    body = {"game": "connect4", "seats": ["human", "alphabeta:depth=6"], "clock": "300+2"}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.locator("#board .cell.open").first.click()
    page.locator("#moves li").nth(1).wait_for()
    page.locator("#status", has_text="Your move").wait_for()


def ahead(page: Any, address: str) -> None:
    body = {"game": "chess", "seats": ["human", "human"], "position": "4k2r/pp6/8/8/8/8/P7/4KB2 w - - 0 1"}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.wait_for_selector("#surplus svg")


def searched(page: Any, address: str) -> None:
    board(page, address)
    page.click("#do-search")
    page.locator("#visits [role=treeitem] .visit-line").first.click()
    page.locator("#visits [role=treeitem] [role=treeitem]").first.wait_for()


def paste(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.wait_for_selector("#paste-go")


def analysed(page: Any, address: str) -> None:
    body = {"game": "tictactoe", "text": "a1 b2 c3 a3"}
    page.goto(f"{address}/analyse/{page.request.post(f'{address}/api/boards/import', data=body).json()['id']}")
    page.click("#do-all")
    page.locator("#summary tbody tr").first.wait_for()


def tournaments(page: Any, address: str) -> None:
    page.goto(f"{address}/tournaments")
    page.wait_for_selector("#begin")


def contest(page: Any, address: str) -> None:
    body = {"games": ["tictactoe"], "players": ["random", "minimax"], "rounds": 2, "time": 0.1}
    page.goto(f"{address}/tournaments/{page.request.post(f'{address}/api/tournaments', data=body).json()['id']}")
    page.locator("#elo circle").nth(1).wait_for()


def lab(page: Any, address: str) -> None:
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")


def exercise(page: Any, address: str) -> None:
    lab(page, address)
    page.click("#exercise-begin")
    page.wait_for_selector(".answers input")


def workshop(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop")
    page.locator("#notes", has_text="By these weights").wait_for()
    page.click("#categories-go")
    page.locator("#categories-table tbody tr").first.wait_for()
    page.click("#learn-go")
    page.locator("#curve .theory").first.wait_for()


def payoffs(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tab=payoffs")
    page.wait_for_selector("table.rules")


def queens(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tab=queens")
    page.wait_for_selector("#queens .board")


def guess(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tab=guess&seed=3")
    page.locator("#guess .hand button").first.click()
    page.locator("#guess-open tbody tr").nth(2).wait_for()


def learn(page: Any, address: str) -> None:
    page.goto(f"{address}/learn#minimax/1")
    page.wait_for_selector("#lesson .drawing svg")
    page.fill("#answer", "3")
    page.click("#check")
    page.wait_for_selector("#next")


def lessons(page: Any, address: str) -> None:
    page.goto(f"{address}/learn")
    page.wait_for_selector("#lessons a")
    for section in page.locator("#course details:not([open])").all()[::-1]:
        section.locator("summary").click()
    page.select_option("#class-exercise", "regret")
    page.click("#class-begin")
    page.wait_for_selector("#class-save")


def puzzles(page: Any, address: str) -> None:
    page.goto(f"{address}/puzzles")
    page.wait_for_selector(".puzzle-list a")


def puzzle(page: Any, address: str) -> None:
    page.goto(f"{address}/puzzles#chess/5")
    page.wait_for_selector("#board .cell")
    page.click("#puzzle-hint")
    page.wait_for_selector("#board .hinted")


PAGES = [
    home,
    dialog,
    ahead,
    searched,
    paste,
    analysed,
    tournaments,
    contest,
    lab,
    exercise,
    payoffs,
    queens,
    guess,
    learn,
    lessons,
    workshop,
    puzzles,
    puzzle,
]
DARK = [home, board, ahead, analysed, lab, workshop, puzzles, puzzle]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("visit", "scheme"),
    [(one, "light") for one in PAGES] + [(one, "dark") for one in DARK],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_no_serious_fault(browser: Any, address: str, visit: Callable[[Any, str], None], scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    visit(page, address)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((answer) => answer.violations)")
    context.close()
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]], one["nodes"][0].get("failureSummary", "")[:300])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
