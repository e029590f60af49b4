"""A server of its own on a free port of loopback, and a chromium to look at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["ARGUMENTS", "PATIENCE", "chromium", "serving", "start_browser"]

PATIENCE = 500
"""Seconds for whatever a page waits for: on a slow machine an engine may have to be compiled first."""

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
