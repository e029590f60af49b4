"""The speed-up by threads: nodes per second, and seconds to the same depth.

    mossa bench threads othello
    mossa bench threads chess 4 2.5 20         (threads, seconds, positions)

Each position (random openings from a fixed seed) is searched by one thread for the given seconds; then it is searched
to the depth reached, from empty memory, by one thread and by several. Figures are over all positions; the ratio of the
seconds is a geometric mean, above 1 where several threads are faster.

Both ratios need idle cores. The two ratios "of a processor" do not: they use processor time, and estimate the ratios on
idle cores.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

PLIES = (4, 12)
"""The range of random moves before a position."""
MEMORY = 128


def run(
    report: Callable[[str], None], name: str = "othello", threads: str = "2", seconds: str = "1.5", count: str = "20"
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits
    from mossa.search.common.results import SearchResult

    game = mossa.game(name)
    chooser = random.Random(1)

    def reach(state: Any, depth: int, many: int) -> tuple[SearchResult, float]:
        """The result, and the processor seconds of each thread."""
        searcher = Searcher(game, memory_mib=MEMORY, threads=many)
        began = time.process_time()
        found = searcher.search(state, Limits(depth=depth))
        return found, max(time.process_time() - began, 1e-6) / many

    nodes, spent, had, logs, own_logs = [0, 0], [0.0, 0.0], [0.0, 0.0], [], []
    for number in range(int(count)):
        while True:
            at = game.start()
            for _ in range(chooser.randint(*PLIES)):
                at = at if at.is_over else at.play(chooser.choice(at.legal))
            if at.is_over:
                continue
            first = Searcher(game, memory_mib=MEMORY).search(at.state, Limits(time=float(seconds)))
            if not first.exact:  # a position that is proven early says nothing about speed
                break
        report(f"{name}, position {number + 1}: depth {first.depth}")
        found = [reach(at.state, first.depth, many) for many in (1, int(threads))]
        for i, (one, processor) in enumerate(found):
            nodes[i] += one.nodes
            spent[i] += one.seconds
            had[i] += processor
        logs.append(math.log(found[0][0].seconds / found[1][0].seconds))
        own_logs.append(math.log(found[0][1] / found[1][1]))
    speeds = [round(n / s) for n, s in zip(nodes, spent, strict=True)]
    figures = {
        "positions": len(logs),
        "nodes/s with 1 thread": speeds[0],
        f"nodes/s with {threads} threads": speeds[1],
        "seconds with 1 thread": round(spent[0], 1),
        f"seconds with {threads} threads": round(spent[1], 1),
    }
    ratios = {
        "nodes/s": round(speeds[1] / speeds[0], 2),
        "seconds to the same depth": round(math.exp(sum(logs) / len(logs)), 2),
        "nodes/s of a processor": round(nodes[1] / had[1] / (nodes[0] / had[0]), 2),
        "seconds of a processor to the same depth": round(math.exp(sum(own_logs) / len(own_logs)), 2),
    }
    return {"name": f"threads {name}", "figures": figures, "ratios": ratios}
