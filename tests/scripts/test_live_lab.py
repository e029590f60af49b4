"""The lab in a page that needs no server, and mossa in Pyodide."""

from __future__ import annotations

import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from tests.web.browser import PATIENCE, chromium, start_browser

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = run_path(str(ROOT / "scripts" / "live_lab.py"))

needs_pyodide = pytest.mark.skipif(
    not SCRIPT["PYODIDE"].exists(), reason="no Pyodide here (npm ci --prefix scripts/live): not run in a page"
)


def test_the_page_is_that_of_the_site_with_addresses_beside_it() -> None:
    page = SCRIPT["page"]()
    assert not re.findall(r'(?:src|href)="/', page)
    assert page.index("live.js") < page.index("js/lab.js")
    assert page.count('id="starting"') == 1


def test_the_lock_has_the_version_that_is_asked_for() -> None:
    asked = json.loads((SCRIPT["OWN"] / "package.json").read_text("utf-8"))["dependencies"]["pyodide"]
    locked = json.loads((SCRIPT["OWN"] / "package-lock.json").read_text("utf-8"))
    assert locked["packages"]["node_modules/pyodide"]["version"] == asked


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("live") / "live"
    SCRIPT["write"](found)
    return found


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A server that knows nothing but files."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder.parent))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/live/"
        server.shutdown()
        thread.join()


@pytest.mark.slow
@needs_pyodide
@pytest.mark.skipif(shutil.which("node") is None, reason="no node on this machine: Pyodide is not run there")
def test_small_games_and_the_textbook_run_in_pyodide(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        """
import sys, mossa
from mossa.search.textbook import ALGORITHMS, EXAMPLES, run
print(sys.platform, {"numpy", "llvmlite"} & set(sys.modules))
print(mossa.game("tictactoe").after("b2 a1 c1").best(time=60).moves)
print(mossa.game("connect4:columns=4,rows=4").start().best(depth=4).player)
tree = mossa.game("tree:tree=((3 12 8) (2 4 6) (14 5 2))")
for name in ("minimax", "alphabeta", "maxn"):
    found = run(name, tree.rules, tree.start().state)
    print(name, found.best, found.value if name != "maxn" else found.value[0])
chance = EXAMPLES["chance"]
at = mossa.game(chance.spec).start()
print(run(chance.algorithm, at.game.rules, at.state, **chance.options).value)
""",
        encoding="utf-8",
    )
    runner = ROOT / "tests" / "scripts" / "in_pyodide.mjs"
    done = subprocess.run(
        ["node", runner, folder / "pyodide" / "pyodide.mjs", folder / "mossa.zip", script],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.splitlines() == [
        "emscripten set()",
        "('a3',)",
        "alphabeta-textbook",
        "minimax a1 3",
        "alphabeta a1 3",
        "maxn a1 3",
        "2.1",
    ]


ASKED = """async ([address, body]) =>
    (await fetch(address, body ? { method: "POST", body: JSON.stringify(body) } : {})).text()"""


@pytest.mark.slow
@needs_pyodide
@pytest.mark.timeout(PATIENCE + 100)
@pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the pages are not tried")
@pytest.mark.parametrize(("locale", "begins"), [("en-GB", "The search has not begun"), ("it-IT", "La ricerca")])
def test_the_lab_runs_in_the_page(address: str, locale: str, begins: str) -> None:
    from playwright.sync_api import expect, sync_playwright

    elsewhere: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = start_browser(playwright)
        page = browser.new_page(locale=locale)
        page.set_default_timeout(1000 * PATIENCE)
        expect.set_options(timeout=1000 * PATIENCE)
        page.on("request", lambda request: None if request.url.startswith(address) else elsewhere.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator("#papers svg").wait_for()
        assert page.locator("#starting").count() == 0
        expect(page.locator("#event")).to_contain_text(begins)
        run = page.evaluate(ASKED, ["/api/lab/run", {"algorithm": "alphabeta", "tree": "((3 12 8) (2 4 6) (14 5 2))"}])
        assert json.loads(run)["value"] == "3"
        assert page.evaluate(ASKED, [f"/api/lab/trace/{json.loads(run)['key']}/9?as=svg", None]).startswith("<svg")
        page.fill("#tree", "((1 2) (3 4)")
        page.click("#run")
        expect(page.locator("#notice")).to_be_visible()
        page.click("#tab-queens")
        page.locator("#queens .board-frame > *").first.wait_for()
        browser.close()
    assert [url for url in elsewhere if not url.startswith("blob:")] == []
    assert errors == []
