"""Chess: processor time a node in this checkout and in another one, measured in one run.

    mossa bench sources ../before
    mossa bench sources ../before 12 5     (depth, rounds)

Both search the forty positions of `mossa bench chess` in turn to a depth, in processes that are started anew in each
round (the memory layout makes a process some per cent faster or slower for its whole life). For each position the least
processor time of all rounds counts. If a change leaves the search as it was, the nodes are equal, and the ratio is that
of the speeds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

HERE = Path(__file__).resolve().parent
WORKER = """if True:
    import sys, time
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits
    game = mossa.game("chess")
    for line in sys.stdin:
        state, searcher = game.position(line.strip()).state, Searcher(game, memory_mib=64)
        begin = time.process_time()
        nodes = searcher.search(state, Limits(depth=int(sys.argv[1]))).nodes
        print(nodes, time.process_time() - begin, flush=True)
"""


def run(report: Callable[[str], None], other: str = "", depth: str = "11", rounds: str = "4") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    from mossa import MossaError

    sources = (HERE.parent / "src", Path(other).resolve() / "src")
    if not other or not (sources[1] / "mossa").is_dir():
        raise MossaError(f"mossa bench sources OTHER: another checkout of the repository, not {other!r}")
    if not depth.isdecimal() or not rounds.isdecimal() or 0 in (int(depth), int(rounds)):
        raise MossaError(f"the depth and the number of rounds are whole numbers from 1, not {depth} and {rounds}")
    positions: tuple[str, ...] = run_path(str(HERE / "chess.py"))["POSITIONS"]
    nodes, least = [0, 0], [[float("inf")] * len(positions) for _ in sources]
    for number in range(1, int(rounds) + 1):
        workers = [start(source, depth) for source in sources]
        nodes = [0, 0]
        for i, position in enumerate(positions):
            report(f"round {number} of {rounds}, position {i + 1} of {len(positions)}")
            for which, worker in enumerate(workers):
                visited, seconds = ask(worker, position)
                nodes[which] += visited
                least[which][i] = min(least[which][i], seconds)
        for worker in workers:
            worker.communicate()
    costs = [1e9 * sum(seconds) / visited for seconds, visited in zip(least, nodes, strict=True)]
    figures = {"nodes": nodes[0], "nodes_other": nodes[1], "ns_a_node": round(costs[0]), "ns_other": round(costs[1])}
    ratios = {"speed": round(costs[1] / costs[0], 3)}
    return {"name": f"sources, chess depth {depth}", "figures": figures, "ratios": ratios, "signature": nodes[0]}


def start(source: Path, depth: str) -> subprocess.Popen[str]:
    """A process that searches positions from its input, with the sources of a checkout."""
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, depth],
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def ask(worker: subprocess.Popen[str], position: str) -> tuple[int, float]:
    """Nodes and seconds of one search."""
    from mossa import MossaError

    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(f"{position}\n")
    worker.stdin.flush()
    numbers = worker.stdout.readline().split()
    if len(numbers) != 2:
        raise MossaError("a search failed; its error is above")
    return int(numbers[0]), float(numbers[1])
