"""The pictures of docs/site.md: `python tests/web/screenshots.py [NAME …]`. Needs a chromium."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.web.browser import GAME, chromium, serving, start_browser  # noqa: E402

PICTURES = ROOT / "docs" / "img"
TALL = {"play": 880, "analyse": 1180, "search": 760, "lab": 1060, "canvas": 1060, "exercise": 1060, "workshop": 1330}
"""Pixels, where a page shows more than others."""
PHONE = {"width": 390, "height": 844}
PATIENCE = 180_000
"""Milliseconds: an engine may have to be compiled first."""


def home(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".card")
    page.locator("#walk svg").wait_for()


def play(page: Any, address: str) -> None:
    body = {"game": "connect4", "seats": ["human", "alphabeta"], "seconds": 1}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    for column in ("4", "4", "3", "5"):
        page.locator("#status", has_text="Your move").wait_for(timeout=PATIENCE)
        played = page.locator("#moves li").count()
        page.locator(f'#board .cell[aria-label^="{column}:"]').first.click()
        page.locator("#moves li").nth(played).wait_for()
    page.locator("#status", has_text="Your move").wait_for()


def search(page: Any, address: str) -> None:
    play(page, address)
    page.click("#do-search")
    first = page.locator("#visits > [role=treeitem]").first
    first.locator(".visit-line").first.click(timeout=PATIENCE)
    second = first.locator(":scope > ul > .how-cut").last
    second.locator(".visit-line").first.click(timeout=PATIENCE)
    second.locator("[role=treeitem]").first.wait_for()
    page.evaluate("document.getElementById('searched').scrollIntoView()")


def analyse(page: Any, address: str) -> None:
    body = {"game": "chess", "text": GAME}
    page.goto(f"{address}/analyse/{page.request.post(f'{address}/api/boards/import', data=body).json()['id']}")
    page.wait_for_selector("#board .cell")
    page.select_option("#seconds", "0.3")
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for(timeout=PATIENCE)
    page.locator("#moves button", has_text="Nxf7").click()
    page.locator("#moves [aria-current]", has_text="Nxf7").wait_for()
    page.get_by_text("Black to move").wait_for()


def tournament(page: Any, address: str) -> None:
    players = ["elo=2100", "elo=1500", "elo=900", "random"]
    body = {"games": ["connect4"], "players": players, "rounds": 10, "time": 0.1, "plies": 2}
    page.goto(f"{address}/tournaments/{page.request.post(f'{address}/api/tournaments', data=body).json()['id']}")
    page.locator("#status", has_text="over").wait_for(timeout=PATIENCE)
    page.wait_for_selector("#board .cell")


def lab(page: Any, address: str) -> None:
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.click("#next-stop")
    page.locator(".event.kind-cut").wait_for()


def canvas(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#game=chess&algorithm=alphabeta&depth=2")
    page.locator(".node").first.wait_for(timeout=PATIENCE)
    page.click("#last")
    page.locator(".event.kind-choose").wait_for()
    for _ in range(4):
        page.click("[data-tool=in]")
    page.locator("image").nth(3).wait_for()


def exercise(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=long-walk")
    page.wait_for_selector(".node")
    page.click("#exercise-begin")
    page.fill('.answers input[data-node=""]', "3")
    page.fill('.answers input[data-node="0.0.0"]', "3")
    page.click('.leaf[data-node="0.0.1.1"]')


def workshop(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=othello")
    page.locator("#notes", has_text="By these weights").wait_for(timeout=PATIENCE)
    for _ in range(6):
        page.click("#forward")
        page.wait_for_timeout(600)
    page.click("#learn-go")
    while page.evaluate("document.querySelector('#curve .theory')?.points.length ?? 0") < 25:
        page.wait_for_timeout(100)
    page.click("#learn-stop")


def chess(page: Any, address: str) -> None:
    body = {"game": "chess", "seats": ["human", "human"], "moves": "e4 e5 Qh5 Nc6 Bc4 Nf6"}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.wait_for_selector("#board .cell")
    for start, end in (("h5", "f7"), ("e8", "e8")):
        page.locator(f'#board .cell[aria-label^="{start}:"]').hover()
        page.mouse.down(button="right")
        page.locator(f'#board .cell[aria-label^="{end}:"]').hover()
        page.mouse.up(button="right")
    page.click("#choices summary")


def mistakes(page: Any, address: str) -> None:
    analyse(page, address)
    page.click("#drill-0")
    page.locator("#drill", has_text="Find a better move").wait_for()


def puzzle(page: Any, address: str) -> None:
    page.goto(f"{address}/puzzles#chess/10")
    page.wait_for_selector("#board .cell")


def backgammon(page: Any, address: str) -> None:
    body = {"game": "backgammon", "seats": ["human", "random"], "seed": 5}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.locator("#status", has_text="Your move").wait_for(timeout=PATIENCE)
    for name in ("13", "8"):
        page.locator(f'#board .cell[aria-label^="{name}:"]').click()
    page.locator("#board .faint").wait_for()


def checkers(page: Any, address: str) -> None:
    body = {"game": "checkers", "seats": ["human", "human"], "position": "B:W15,24,23,21,22,K6,29,30:B10,1,2,3,12,K32"}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    for name in ("10", "19"):
        page.locator(f'#board .cell[aria-label^="{name}:"]').click()
    page.locator("#undo-part").wait_for()


def mastermind(page: Any, address: str) -> None:
    body = {"game": "mastermind", "seats": ["random", "human"], "seed": 2}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    page.wait_for_selector("#board .cell")
    for number, guess in enumerate(("1122", "3344", "1356"), 2):
        page.fill("#text", guess)
        page.keyboard.press("Enter")
        page.locator("#moves li").nth(number - 1).wait_for()
    for colour in ("5", "1", "3"):
        held = page.locator("#board .shape-token").count()
        page.locator(f'#board .cell[aria-label^="{colour}:"]').click()
        page.wait_for_function("held => document.querySelectorAll('#board .shape-token').length > held", arg=held)


def hearts(page: Any, address: str) -> None:
    body = {"game": "hearts", "seats": ["human", "random", "random", "random"], "seed": 5}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    for _ in range(7):
        page.locator("#status", has_text="Your move").wait_for()
        plies = page.locator("#moves li").count()
        page.locator("#board .cell.open").first.click()
        page.locator("#moves li").nth(plies).wait_for()
    page.locator("#status", has_text="Your move").wait_for()


def rps(page: Any, address: str) -> None:
    body = {"game": "rps:rounds=10", "seats": ["human", "predictor"], "seed": 5}
    page.goto(f"{address}/play/{page.request.post(f'{address}/api/boards', data=body).json()['id']}")
    for number, sign in enumerate(("rock", "scissors", "rock", "paper", "rock"), 1):
        page.locator(f'#board .cell[aria-label^="{sign}:"]').click()
        page.locator("#notes", has_text=f"after {number} of").wait_for()


def phone(page: Any, address: str) -> None:
    """The lab on a phone, at its first cut."""
    page.goto(f"{address}/lab#example=two-ply")
    page.locator(".tree .node").first.wait_for()
    page.click("#next-stop")
    page.locator(".event.kind-cut").wait_for()


SCENES: dict[str, Callable[[Any, str], None]] = {
    "play": play,
    "home": home,
    "search": search,
    "analyse": analyse,
    "tournament": tournament,
    "lab": lab,
    "canvas": canvas,
    "exercise": exercise,
    "workshop": workshop,
    "backgammon": backgammon,
    "chess": chess,
    "mistakes": mistakes,
    "puzzle": puzzle,
    "checkers": checkers,
    "hearts": hearts,
    "rps": rps,
    "mastermind": mastermind,
    "phone": phone,
}


def shoot(page: Any, name: str) -> None:
    """One picture, with few colours: small in the repository."""
    from PIL import Image

    path = PICTURES / f"site-{name}.png"
    page.mouse.move(5, 5)
    page.screenshot(path=path)
    with Image.open(path) as image:
        image.convert("P", palette=Image.Palette.ADAPTIVE, colors=160).save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    if chromium() is None:
        sys.exit("there is no chromium on this machine")
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = start_browser(playwright)
        for name in sys.argv[1:] or SCENES:
            size = PHONE if name == "phone" else {"width": 1200, "height": TALL.get(name, 800)}
            context = browser.new_context(viewport=size, locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            SCENES[name](page, address)
            shoot(page, name)
            context.close()
        browser.close()
