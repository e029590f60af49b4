"""Games of many players: nodes per second of the compiled searches, against the interpreted ones of the textbook.

    mossa bench nplayers
    mossa bench nplayers 5                     (rounds)

Trio, from its start, without table and deepening: there both search the same nodes of the same tree, which is checked
at the depth of the textbook. The two take turns; the figures are medians over the rounds.

Then one thread and two complete the same depth, with table and deepening, in turn: "two threads" is how much sooner.
That needs two idle cores. The ratio "by nodes" does not: it is that of the nodes of the one thread to those of the
busier one of the two.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

GAME = "trio:size=6"
SEARCHES: dict[str, tuple[str, dict[str, bool], int, int]] = {
    "maxn": ("maxn", {"shallow": False}, 4, 8),
    "maxn-shallow": ("maxn", {"shallow": True}, 5, 9),
    "paranoid": ("paranoid", {}, 5, 10),
    "best-reply": ("best-reply", {}, 6, 12),
}
"""Algorithm of the textbook → the method and options of the engine, the textbook's depth and the engine's."""
THREADED = {"maxn": 12, "paranoid": 13, "best-reply": 16}
"""Method → the depth to which one thread and two search."""


def run(report: Callable[[str], None], rounds: str = "3") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.common.limits import Limits
    from mossa.search.nplayers.engine import NPlayers
    from mossa.search.nplayers.table import clear
    from mossa.search.textbook import run as interpreted

    game = mossa.game(GAME)
    state, figures, ratios, nodes = game.rules.start(), dict[str, int](), dict[str, float](), 0
    for name, (method, options, shallow, deep) in SEARCHES.items():
        engine = NPlayers(game, method, table=False, **options)
        fast, slow = [], []
        for number in range(int(rounds)):
            report(f"{name}, round {number + 1} of {rounds}")
            found = engine.search(state, Limits(depth=deep), deepening=False)
            fast.append(found.nodes / found.seconds)
            began = time.perf_counter()
            told = interpreted(name, game.rules, state, depth=shallow, trace=False)
            slow.append(told.nodes / (time.perf_counter() - began))
            same = engine.search(state, Limits(depth=shallow), deepening=False).nodes
            if same != told.nodes:
                raise SystemExit(
                    f"{name}: {told.nodes} nodes in the textbook, {same} in the engine: not the same search"
                )
        figures[name], figures[f"{name}, interpreted"] = round(median(fast)), round(median(slow))
        ratios[name] = round(median(fast) / median(slow), 1)
        nodes += found.nodes
    for method, deep in THREADED.items():
        report(f"{method}, two threads")
        alone, together = (NPlayers(game, method, threads=threads) for threads in (1, 2))
        gains, shares = [], []
        for _ in range(int(rounds)):
            seconds, most = [], []
            for engine in (alone, together):
                clear(engine.memory.table)
                seconds.append(engine.search(state, Limits(depth=deep)).seconds)
                most.append(max(memory.nodes for memory in engine.memories))
            gains.append(seconds[0] / seconds[1])
            shares.append(most[0] / most[1])
        ratios[f"two threads {method}"] = round(median(gains), 2)
        ratios[f"two threads {method}, by nodes"] = round(median(shares), 2)
    return {"name": "nplayers", "unit": "nodes/s", "figures": figures, "ratios": ratios, "signature": nodes}


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
