"""The pictures of docs/site.md: `python tests/serve/screenshots.py`. Needs a chromium."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.serve.browser import chromium, serving, start_browser  # noqa: E402

PICTURES = ROOT / "docs" / "img"


def take(browser: Any, address: str) -> None:
    """All pictures."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    body = {"game": "connect4", "seats": ["human", "alphabeta"], "seconds": 1}
    id = page.request.post(f"{address}/api/boards", data=body).json()["id"]
    page.goto(f"{address}/play/{id}")
    for column in ("4", "4", "3", "5"):
        page.locator("#status", has_text="Your move").wait_for(timeout=180_000)
        played = page.locator("#moves li").count()
        page.locator(f'#board .cell[aria-label^="{column}:"]').first.click()
        page.locator("#moves li").nth(played).wait_for()
    page.locator("#status", has_text="Your move").wait_for()
    page.mouse.move(5, 5)
    shoot(page, "play")
    page.goto(address)
    page.wait_for_selector(".card")
    shoot(page, "home")
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.click("#next-stop")
    page.locator(".event.kind-cut").wait_for()
    shoot(page, "lab")
    context.close()


def shoot(page: Any, name: str) -> None:
    """One picture, with few colours: small in the repository."""
    from PIL import Image

    path = PICTURES / f"site-{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as image:
        image.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    if chromium() is None:
        sys.exit("there is no chromium on this machine")
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = start_browser(playwright)
        take(browser, address)
        browser.close()
