"""Settings of every test run: a kernel cache of its own, no windows, reproducible property tests."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
STARTED = time.time()

# Before anything imports mossa. Workers and subprocesses inherit it: tests never touch the user's own cache, and the
# next run on this checkout finds its kernels compiled.
os.environ.setdefault("MOSSA_CACHE", str(ROOT / ".cache" / "kernels"))
os.environ.setdefault("MPLBACKEND", "Agg")
# Commands answer in English, whatever the system's language.
os.environ["LC_ALL"] = "C.UTF-8"
# No saved games and endgame tables of the user's own.
os.environ["MOSSA_DATA"] = str(ROOT / ".cache" / "data")

# A shell that starts the tests in the background has them, and all that they start, ignore interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A first call may compile for seconds, so no deadline anywhere. CI draws the same examples each time: a red run is the
# change's fault and can be repeated.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add the counts of this run and the reasons of skipped tests to the file that `.ci/run` names."""
    path = os.environ.get("MOSSA_TEST_COUNTS")
    if not path or hasattr(terminalreporter.config, "workerinput"):  # a worker of xdist reports to the main process
        return
    counts = {name: len(terminalreporter.stats.get(name, ())) for name in ("passed", "failed", "error", "skipped")}
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", ()):
        place = report.longrepr
        reason = (place[2] if isinstance(place, tuple) else str(place)).removeprefix("Skipped: ")
        reasons[reason] = reasons.get(reason, 0) + 1
    seconds = time.time() - STARTED
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(json.dumps({**counts, "reasons": reasons, "seconds": seconds}) + "\n")
