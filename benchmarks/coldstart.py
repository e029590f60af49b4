"""Seconds from the start of the process to the answer of `mossa best GAME --depth 3`.

    mossa bench coldstart

For each game with an empty cache (cold), then once more (warm), then for another value of a parameter of the game
(second value). `calibration` is a loop of Python alone, run before and after: it tells a slow machine from a slow
program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAIVE = str(Path(__file__).parent / "user_gomoku.py")
GAMES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("tictactoe", (), ""),
    ("nim", (), "nim:heaps=1-2-3"),
    ("connect4", (), "connect4:columns=8"),
    ("othello", (), ""),
    ("checkers", (), ""),
    ("backgammon", ("--moves", "31"), ""),
    ("chess", (), "chess:start=1"),
    (NAIVE, (), f"{NAIVE}:size=19"),
)
"""Game, options, and the game with another value of a parameter."""
REPEATS = 3


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    figures: dict[str, float] = {"calibration": _calibration(), "import mossa": _seconds(["-c", "import mossa"], "")}
    for game, options, other in GAMES:
        name = Path(game).stem
        report(name)
        for kind, seconds in _of_game(game, options, other).items():
            figures[f"{name} {kind}"] = seconds
    naive = Path(NAIVE).stem
    report(f"{naive}, 19×19")
    figures[f"{naive}:size=19 cold"] = _of_game(f"{NAIVE}:size=19", (), "")["cold"]
    figures["calibration after"] = _calibration()
    ratios = {
        f"{name}, second value": figures[f"{name} second value"] / figures[f"{name} cold"]
        for name in (Path(game).stem for game, _, _ in GAMES)
        if f"{name} second value" in figures
    }
    return {"name": "coldstart", "unit": "seconds", "figures": figures, "ratios": ratios}


def _of_game(game: str, options: tuple[str, ...], other: str) -> dict[str, float]:
    """The least seconds of each kind."""
    least: dict[str, float] = {}
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as cache:
            kinds = [("cold", game), ("warm", game), *([("second value", other)] if other else [])]
            for kind, which in kinds:
                seconds = _seconds(["-m", "mossa", "best", which, *options, "--depth", "3"], cache)
                least[kind] = min(least.get(kind, seconds), seconds)
    return least


def _seconds(arguments: list[str], cache: str) -> float:
    begin = time.perf_counter()
    environment = os.environ | {"MOSSA_CACHE": cache} if cache else dict(os.environ)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
    return time.perf_counter() - begin


def _calibration() -> float:
    """The least seconds of a loop of ten million turns."""
    least = float("inf")
    for _ in range(REPEATS):
        begin = time.perf_counter()
        total = 0
        for i in range(10_000_000):
            total += i & 7
        least = min(least, time.perf_counter() - begin)
    return least


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
