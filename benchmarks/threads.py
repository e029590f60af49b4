"""What a second thread is worth: nodes per second, and seconds to the same depth.

    mossa bench threads othello
    mossa bench threads chess 4 2.5 20         (threads, seconds, positions)

Each position (random openings, seeded) is searched by one thread for so many seconds; the depth that this completes is
then reached again from fresh memory, by one thread and by several. Figures are over all positions; the ratio of the
seconds is a geometric mean, above 1 where several threads are faster.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

PLIES = (4, 12)
"""Random moves before a position, from … to."""
MEMORY = 128


def run(
    report: Callable[[str], None], name: str = "othello", threads: str = "2", seconds: str = "1.5", count: str = "20"
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.engines.think import Searcher
    from mossa.search.found import Found, Limits

    game = mossa.game(name)
    chooser = random.Random(1)

    def reach(state: Any, depth: int, many: int) -> Found:
        return Searcher(game, memory_mib=MEMORY, threads=many).search(state, Limits(depth=depth))

    nodes, spent, logs = [0, 0], [0.0, 0.0], []
    for number in range(int(count)):
        while True:
            at = game.start()
            for _ in range(chooser.randint(*PLIES)):
                at = at if at.is_over else at.play(chooser.choice(at.legal))
            if at.is_over:
                continue
            first = Searcher(game, memory_mib=MEMORY).search(at.state, Limits(time=float(seconds)))
            if not first.exact:  # a position that is soon proven tells nothing of speed
                break
        report(f"{name}, position {number + 1}: depth {first.depth}")
        found = [reach(at.state, first.depth, many) for many in (1, int(threads))]
        for i, one in enumerate(found):
            nodes[i] += one.nodes
            spent[i] += one.seconds
        logs.append(math.log(found[0].seconds / found[1].seconds))
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
    }
    return {"name": f"threads {name}", "figures": figures, "ratios": ratios}
