"""Plies per second of random chess games: compiled playouts and positions, beside python-chess and OpenSpiel.

    mossa bench playouts
    mossa bench playouts 9                     (rounds)

Each plays whole random games from the first position, all legal moves equally likely, in one thread; they take turns,
and the figures are medians over the rounds. `Position` is measured twice, with moves as numbers and with moves as text,
and python-chess likewise. OpenSpiel's games are played from Python, and by the rollouts of its tree search in C++,
whose length is not told: it is taken to be the mean of the others.

OpenSpiel and python-chess are measured where they are installed: in this interpreter, or in the one that MOSSA_PEERS
names.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

PEERS = Path(__file__).parent / "peers" / "playouts.py"
SECONDS = 0.5
"""Of each measurement."""
OURS = ("playout", "Position, numbers", "Position, texts")
AGAINST = {
    "playout": ("OpenSpiel", "OpenSpiel, rollouts in C++", "python-chess"),
    "Position, numbers": ("python-chess",),
    "Position, texts": ("python-chess, texts",),
}


def run(report: Callable[[str], None], rounds: str = "5") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa

    start = mossa.game("chess").start()
    own: dict[str, Callable[[int], float]] = {
        "playout": lambda seed: _playout_speed(start, seed),
        "Position, numbers": lambda seed: _position_speed(start, seed, "legal"),
        "Position, texts": lambda seed: _position_speed(start, seed, "moves"),
    }
    for measure in own.values():
        measure(0)  # compiled, and in the cache
    peers, speeds = _Peers(), dict[str, list[float]]()
    for number in range(int(rounds)):
        report(f"round {number + 1} of {rounds}")
        for name, measure in own.items():
            speeds.setdefault(name, []).append(measure(number))
        for name, speed in peers.speeds(number).items():
            speeds.setdefault(name, []).append(speed)
    peers.close()
    figures = {name: round(median(found)) for name, found in speeds.items()}
    ratios = {
        f"{name} / {other}": round(figures[name] / figures[other], 2)
        for name, others in AGAINST.items()
        for other in others
        if other in figures
    }
    missing = [f"{name} is not installed in {peers.python}" for name in peers.missing]
    for line in missing:
        report(line)
    return {"name": "playouts", "unit": "plies/s", "figures": figures, "ratios": ratios, "missing": missing}


def _playout_speed(start: Any, seed: int) -> float:
    plies, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        seed += 1000
        plies += int(start.playout(200, seed=seed).lengths.sum())
    return plies / (time.perf_counter() - began)


def _position_speed(start: Any, seed: int, moves: str) -> float:
    rng, plies, began = random.Random(seed), 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        position = start
        while not position.is_over:
            position = position.play(rng.choice(getattr(position, moves)))
            plies += 1
    return plies / (time.perf_counter() - began)


class _Peers:
    """The other programs, in a process of their own."""

    def __init__(self) -> None:
        self.python = os.environ.get("MOSSA_PEERS", sys.executable)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([self.python, str(PEERS), str(SECONDS)], text=True, **pipes)
        assert self.process.stdout is not None
        self.missing: list[str] = json.loads(self.process.stdout.readline())

    def speeds(self, seed: int) -> dict[str, float]:
        """Plies per second of each."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        found: dict[str, float] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
