"""Othello endgames solved exactly: nodes and speed on the FFO positions, one thread, table cleared each time.

mossa bench othello                      the small ones of tests/data/othello
mossa bench othello FILE.jsonl 40-44     those numbers of a file of positions (id, board, to_move, score)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).resolve().parent.parent / "tests" / "data" / "othello" / "ffo.json"


def run(report: Callable[[str], None], file: str = "", numbers: str = "1-79") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.engines.solver import Solver
    from mossa.search.found import Limits

    rows = [json.loads(line) for line in Path(file).read_text().splitlines()] if file else []
    rows = rows or json.loads(SAMPLE.read_text())["positions"]
    first, _, last = numbers.partition("-")
    wanted = range(int(first), int(last or first) + 1)
    game = mossa.game("othello")
    solver = Solver(game, memory_mib=256)
    figures: dict[str, Any] = {}
    nodes, seconds = 0, 0.0
    for row in rows:
        number = int(str(row["id"]).strip("#"))
        if number not in wanted:
            continue
        report(f"#{number}")
        solver.forget()
        state = game.position(f"{row['board']} {row['to_move']}").state
        found = solver.solve(state, Limits(time=3600), all_moves=False)
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
        figures[f"#{number}"] = {
            "score": found.score,
            "right": found.score == row["score"],
            "nodes": found.nodes,
            "seconds": round(found.seconds, 2),
        }
    figures["all"] = {"nodes": nodes, "seconds": round(seconds, 2), "nodes/s": round(nodes / max(seconds, 1e-9))}
    return {"name": "othello", "figures": figures, "ratios": {}}
