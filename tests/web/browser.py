"""A server of its own on a free port of loopback, a chromium to look at it, and what the tests of every page do there.

`MOSSA_LATE=1 pytest tests/web` tries them in a browser that is slow, with answers of the server that come late: what
a test does too early, or a page shows out of order, is seen there and not on a busy machine a month later.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = [
    "ARGUMENTS",
    "BROWSER_TESTS",
    "GAME",
    "PATIENCE",
    "begin",
    "cell",
    "chromium",
    "quiet_page",
    "serving",
    "start_browser",
    "status",
    "until",
]

PATIENCE = 500
"""Seconds for whatever a page waits for: on a slow machine an engine may have to be compiled first."""

GAME = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1"
"""A short game of chess with mistakes, to be pasted and analysed."""

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The browser of this machine, if it has one; $MOSSA_CHROMIUM names another."""
    names = (os.environ.get("MOSSA_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


BROWSER_TESTS = (
    pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the pages are not tried"),
    pytest.mark.timeout(PATIENCE + 100),
)
"""The marks of tests that drive a browser: `pytestmark = [*BROWSER_TESTS]`."""


def start_browser(playwright: Any) -> Any:
    """Chromium without a window."""
    return playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS), timeout=1000 * PATIENCE)


@contextmanager
def serving(folder: Path, port: int = 0, *, files: Sequence[Path] = (), killed: bool = False) -> Iterator[str]:
    """Inside, a server process with these rules files; its address. In the end it is told to stop, or killed without a
    word."""
    with subprocess.Popen(
        [sys.executable, "-m", "mossa", "serve", "--no-warm", "--port", str(port), *map(str, files)],
        env={**os.environ, "MOSSA_DATA": str(folder), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert "http://127.0.0.1:" in line, line
            yield line.split()[3].rstrip("/")
            (process.kill if killed else process.terminate)()
            process.wait(PATIENCE)  # what is being compiled is compiled to its end
        finally:
            process.kill()


LATE = """
(() => {
  const wait = () => new Promise((done) => setTimeout(done, Math.random() ** 2 * 1500));
  const fetched = window.fetch;
  window.fetch = async (...wishes) => {
    await wait();
    const answer = await fetched(...wishes);
    await wait();
    return answer;
  };
  window.WebSocket = class extends WebSocket {
    #before = Promise.resolve();
    set onmessage(hear) {
      super.onmessage = (message) => { this.#before = this.#before.then(wait).then(() => hear(message)); };
    }
  };
})();
"""
"""Answers of the server come late: those of requests in any order, those of a socket in theirs."""


def quiet_page(browser: Any, **how: Any) -> Iterator[Any]:
    """A page that must not complain, nor ask elsewhere."""
    context = browser.new_context(**how)
    context.set_default_timeout(1000 * PATIENCE)
    page, complaints = context.new_page(), []
    if os.environ.get("MOSSA_LATE"):
        context.add_init_script(LATE)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})

    def hear(message: Any) -> None:
        expected = ("status of 400", "ERR_CONNECTION_REFUSED")  # a person's mistake; a server that was stopped
        if message.type == "error" and not any(words in message.text for words in expected):
            complaints.append(message.text)

    def leaves(request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "blob:", "data:")):
            complaints.append(f"asked elsewhere: {request.url}")

    page.on("console", hear)
    page.on("request", leaves)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def begin(page: Any, address: str, game: str, *seats: str, seconds: float = 0.2) -> None:
    """A new game at this page, with the same dice every time."""
    wishes = {"game": game, "seats": list(seats), "seconds": seconds, "seed": 1}
    answer = page.request.post(f"{address}/api/boards", data=wishes)
    page.goto(f"{address}/play/{answer.json()['id']}")
    page.wait_for_selector("#board .cell")


def cell(page: Any, name: str) -> Any:
    """The cell of this name (the first, where several share it)."""
    return page.locator(f'#board .cell[aria-label^="{name}:"]').first


def status(page: Any, text: str | re.Pattern[str]) -> None:
    page.locator("#status", has_text=text).wait_for()


def until(page: Any, happened: Callable[[], bool]) -> None:
    """Wait for something that the browser tells, now or before."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
