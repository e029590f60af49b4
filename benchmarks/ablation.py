"""What each technique of the engine saves: nodes and seconds to a fixed depth with it switched off.

    mossa bench ablation connect4
    mossa bench ablation othello 12 docs/ablation-othello.svg

The same positions (random openings from a fixed seed) are searched to the same depth, with one thread and empty memory.
The base is `all on`; every other row is the base without one technique. A third argument plots the table to a file.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

DEPTHS = {"connect4": 16, "othello": 10, "checkers": 14, "tictactoe": 9, "nim": 9}
POSITIONS = 12


def openings(game: Any, count: int, seed: int = 1) -> list[Any]:
    """States after a few random moves, none of them over."""
    chooser = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        at = game.start()
        for _ in range(chooser.randint(2, 8)):
            if at.is_over:
                break
            at = at.play(chooser.choice(at.legal))
        if not at.is_over:
            found.append(at.state)
    return found


def run(report: Callable[[str], None], name: str = "connect4", depth: str = "", plot: str = "") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.alphabeta.options import SWITCHES
    from mossa.search.common.limits import Limits

    game = mossa.game(name)
    reach = int(depth) if depth else DEPTHS.get(name, 8)
    states = openings(game, POSITIONS)

    def measure(options: dict[str, int]) -> dict[str, float]:
        nodes, begin = 0, time.perf_counter()
        for state in states:
            nodes += Searcher(game, memory_mib=64, options=options).search(state, Limits(depth=reach)).nodes
        return {"nodes": nodes, "seconds": round(time.perf_counter() - begin, 3)}

    measure({})  # compile, or load from the cache
    figures = {"all on": measure({})}
    for switch in SWITCHES:
        report(f"{name} without {switch}")
        figures[f"without {switch}"] = measure({switch: 0})
    base = figures["all on"]["nodes"]
    ratios = {row: round(figure["nodes"] / base, 3) for row, figure in figures.items()}
    if plot:
        draw(name, reach, ratios, plot)
    return {"name": f"ablation {name} depth {reach}", "figures": figures, "ratios": ratios, "signature": base}


def draw(name: str, depth: int, ratios: dict[str, float], path: str) -> None:
    """A bar for every technique: the nodes without it as a multiple of the base."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = {row.removeprefix("without "): ratio for row, ratio in ratios.items() if row != "all on"}
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    axes.barh(list(rows)[::-1], list(rows.values())[::-1], color="#2c5aa0")
    axes.axvline(1, color="#777777", linewidth=1)
    axes.set_xscale("log")
    axes.set_xlabel("nodes without it, as a multiple of all on")
    axes.set_title(f"{name}, depth {depth}")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
