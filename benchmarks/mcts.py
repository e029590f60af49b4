"""Simulations per second of Monte Carlo tree search, beside OpenSpiel's in C++, and the speed-up of two threads.

    mossa bench mcts
    mossa bench mcts 9                         (rounds)

Both grow a tree of as many simulations from the start of the game, with UCB1 and one random game each, in one thread,
and take turns; the figures are medians over the rounds. What the game knows, and proofs, are off. Then one thread and
two, with a second each, take turns too.

The ratio of two threads needs two idle cores. The one "of a processor" does not: it uses processor time, and estimates
the other on idle cores.

OpenSpiel is measured where it is installed: in this interpreter, or in the one that MOSSA_PEERS names
(`python3 -m venv peers && peers/bin/pip install open_spiel; MOSSA_PEERS=peers/bin/python mossa bench mcts`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
GAMES = {"connect4": ("connect_four", 100_000), "othello": ("othello", 4_000)}
"""Game → its name in OpenSpiel, and the simulations of a search."""
EXPLORATION = 1.0
"""The C of UCB1 for utilities from −1 to 1, as OpenSpiel has it."""
PLAIN = {"proofs": 0.0, "knowledge": 0.0, "guided": 0.0, "exploration": EXPLORATION / 2}
MEMORY = 512
"""MiB of our node pool."""
SECONDS = 1.0
"""Of each measurement of threads."""


def run(report: Callable[[str], None], rounds: str = "5") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.montecarlo.uct import MonteCarlo

    figures: dict[str, Any] = {}
    ratios: dict[str, float] = {}
    peer = _OpenSpiel()
    for name, (other, simulations) in GAMES.items():
        game = mossa.game(name)
        engines = [MonteCarlo(game, memory_mib=MEMORY, threads=threads, options=PLAIN) for threads in (1, 2)]
        own, theirs, threads = [], [], []
        for number in range(int(rounds)):
            report(f"{name}, round {number + 1} of {rounds}")
            own.append(_speed(engines[0], simulations))
            theirs.append(peer.speed(other, simulations, number))
            threads.append([_timed(engine) for engine in engines])
        figures[f"{name}: simulations/s"] = round(median(own))
        found = [speed for speed in theirs if speed is not None]
        if found:
            figures[f"{name}: OpenSpiel, simulations/s"] = round(median(found))
            ratios[f"openspiel {name}"] = round(median(own) / median(found), 2)
        figures[f"{name}: simulations/s with two threads"] = round(median(two[0] for _, two in threads))
        ratios[f"two threads {name}"] = round(median(two[0] / one[0] for one, two in threads), 2)
        ratios[f"two threads {name}, of a processor"] = round(median(2 * two[1] / one[1] for one, two in threads), 2)
    peer.close()
    missing = [] if peer.works else [f"openspiel: not installed in {peer.python} (MOSSA_PEERS names another Python)"]
    for line in missing:
        report(line)
    return {"name": "mcts", "unit": "simulations/s", "figures": figures, "ratios": ratios, "missing": missing}


def _speed(engine: Any, simulations: int) -> float:
    """Simulations per second of our engine, each search with an empty tree."""
    from mossa.search.common.limits import Limits

    done, seconds = 0, 0.0
    while seconds < SECONDS / 4:
        engine.forget()
        began = time.perf_counter()
        done += engine.search(engine.game.rules.start(), Limits(nodes=simulations)).nodes
        seconds += time.perf_counter() - began
    return done / seconds


def _timed(engine: Any) -> tuple[float, float]:
    """Simulations per second, and per second of a processor, in a search of some time."""
    from mossa.search.common.limits import Limits

    engine.forget()
    began = time.process_time()
    found = engine.search(engine.game.rules.start(), Limits(time=SECONDS))
    return found.nodes / found.seconds, found.nodes / (time.process_time() - began)


class _OpenSpiel:
    """OpenSpiel in a process of its own, if it is installed."""

    def __init__(self) -> None:
        self.python = os.environ.get("MOSSA_PEERS", sys.executable)
        script = str(HERE / "peers" / "openspiel_mcts.py")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([self.python, script], text=True, **pipes)
        assert self.process.stdout is not None
        self.works = self.process.stdout.readline().strip() == "ready"

    def speed(self, name: str, simulations: int, seed: int) -> float | None:
        """Its simulations per second; None if it is not installed."""
        if not self.works:
            return None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name} {simulations} {EXPLORATION} {seed + 1}\n")
        self.process.stdin.flush()
        return simulations / float(self.process.stdout.readline())

    def close(self) -> None:
        """End its process."""
        self.process.communicate()


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
