"""Connect Four solved exactly: nodes and speed on Pascal Pons's sets, one thread, no book, table cleared each time.

mossa bench connect4                     a sample of each set, from tests/data/connect4
mossa bench connect4 FOLDER [MOST]       the files pons*L1_R2.csv … of a folder, at most MOST positions a set
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SETS = ("L3_R1", "L2_R1", "L2_R2", "L1_R2", "L1_R3")


def run(report: Callable[[str], None], folder: str = "", most: str = "50") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.engines.solver import Solver

    place = Path(folder) if folder else HERE.parent / "tests" / "data" / "connect4"
    game = mossa.game("connect4")
    solver = Solver(game, memory_mib=64)
    figures: dict[str, Any] = {}
    for name in SETS:
        paths = sorted(place.glob(f"pons*{name}.csv"))
        if not paths:
            continue
        rows = list(csv.DictReader(paths[0].read_text().splitlines()))[: int(most)]
        nodes, seconds, wrong = 0, 0.0, 0
        for number, row in enumerate(rows, 1):
            report(f"{name}: {number} of {len(rows)}")
            solver.forget()
            found = solver.solve(game.position(row["moves"]).state, all_moves=False)
            nodes, seconds, wrong = (
                nodes + found.nodes,
                seconds + found.seconds,
                wrong + (found.score != int(row["score"])),
            )
        figures[name] = {
            "positions": len(rows),
            "wrong": wrong,
            "mean nodes": round(nodes / len(rows), 1),
            "mean ms": round(1000 * seconds / len(rows), 3),
            "nodes/s": round(nodes / seconds),
        }
    return {"name": "connect4", "figures": figures, "ratios": {}}
