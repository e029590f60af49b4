"""Settings of every test run: a kernel cache of its own, no windows, reproducible property tests."""

import os
import signal
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Before anything imports mossa. Workers and subprocesses inherit it: tests never touch the user's own cache, and the
# next run on this checkout finds its kernels compiled.
os.environ.setdefault("MOSSA_CACHE", str(ROOT / ".cache" / "kernels"))
os.environ.setdefault("MPLBACKEND", "Agg")
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
