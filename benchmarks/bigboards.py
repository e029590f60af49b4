"""Seconds from the start of the process to the first answer on boards of 361 points, beside Othello's, nothing cached.

    mossa bench bigboards
    mossa bench bigboards 5                    (rounds)

For each engine, Othello and the boards take turns; each time the cache of compiled kernels is empty. The figures are
the least of the rounds, in seconds of the clock; the ratios are those to Othello under the same engine, in seconds of a
processor, which other programs disturb less. `user_gomoku` is Gomoku as somebody writes it for the first time.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAIVE = Path(__file__).parent / "user_gomoku.py"
BASE = "othello"
BOARDS = {"gomoku": "gomoku:size=19", "hex": "hex:size=19", NAIVE.stem: f"{NAIVE}:size=19"}
ENGINES = {
    "alphabeta": ("--player", "alphabeta", "--depth", "2"),
    "mcts": ("--player", "mcts:nodes=20"),
    "maxn": ("--player", "maxn", "--depth", "1"),
    "paranoid": ("--player", "paranoid", "--depth", "1"),
    "best-reply": ("--player", "best-reply", "--depth", "1"),
}
"""Engine → the options of a search that is over at once."""
MOST = 1.5
"""The greatest ratio that is aimed at."""


def run(report: Callable[[str], None], rounds: str = "3") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    wall: dict[str, float] = {}
    work: dict[str, float] = {}
    for number in range(int(rounds)):
        for engine, options in ENGINES.items():
            report(f"{engine}, round {number + 1} of {rounds}")
            for name, game in {BASE: BASE, **BOARDS}.items():
                seconds, used = _cold([game, *options])
                key = f"{engine} {name}"
                wall[key], work[key] = min(wall.get(key, seconds), seconds), min(work.get(key, used), used)
    ratios = {
        f"{engine} {name}": round(work[f"{engine} {name}"] / work[f"{engine} {BASE}"], 2)
        for engine in ENGINES
        for name in BOARDS
    }
    missed = [f"{name}: {ratio} times Othello's time" for name, ratio in ratios.items() if ratio > MOST]
    figures = {name: round(seconds, 2) for name, seconds in wall.items()}
    return {"name": "bigboards", "unit": "seconds", "figures": figures, "ratios": ratios, "missed": missed}


def _cold(words: list[str]) -> tuple[float, float]:
    """Seconds of `mossa best` with an empty cache: of the clock, and of a processor."""
    with tempfile.TemporaryDirectory() as cache:
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "mossa", "best", *words],
            check=True,
            capture_output=True,
            env=os.environ | {"MOSSA_CACHE": cache},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return time.perf_counter() - begin, used


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
