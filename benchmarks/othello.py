"""Othello endgames solved exactly: nodes and speed on the FFO positions, the table cleared before each.

    mossa bench othello                          the small ones
    mossa bench othello 40-44                    the marks: 20 to 25 empty squares, one thread
    mossa bench othello 40-59 8 2 solved.jsonl   threads, positions at once, a file of solved positions

The positions are in tests/data/othello. With several threads the nodes vary a little.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "othello"
MEMORY = 256
"""MiB of table for each thread."""
HOURS = 24


def positions() -> dict[int, dict[str, Any]]:
    """Number → position."""
    files = (DATA / "ffo.json", DATA / "ffo_40_59.json")
    return {row["id"]: row for file in files for row in json.loads(file.read_text())["positions"]}


def solve(row: dict[str, Any], threads: int) -> dict[str, Any]:
    """The figures of one position."""
    import mossa
    from mossa.search.alphabeta.solver import Solver
    from mossa.search.common.limits import Limits

    game = mossa.game("othello")
    solver = Solver(game, memory_mib=MEMORY * threads, threads=threads)
    state = game.position(f"{row['board']} {row['to_move']}").state
    found = solver.solve(state, Limits(time=HOURS * 3600.0), all_moves=False)
    right, seconds = found.score == row["score"], round(found.seconds, 2)
    return {"score": found.score, "right": right, "nodes": found.nodes, "seconds": seconds}


def run(
    report: Callable[[str], None], numbers: str = "1-39", threads: str = "1", at_once: str = "1", keep: str = ""
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    first, _, last = numbers.partition("-")
    known = positions()
    wanted = [number for number in range(int(first), int(last or first) + 1) if number in known]
    solved: dict[int, dict[str, Any]] = {}
    if keep and Path(keep).exists():
        solved = {row.pop("id"): row for row in map(json.loads, Path(keep).read_text().splitlines())}
    waiting = [number for number in wanted if number not in solved]
    waiting.sort(key=lambda number: -str(known[number]["board"]).count("-"))  # the longest first
    with ThreadPoolExecutor(int(at_once)) as pool:
        tasks = {pool.submit(solve, known[number], int(threads)): number for number in waiting}
        for task in as_completed(tasks):
            number, figure = tasks[task], task.result()
            solved[number] = figure
            report(f"#{number}: {figure['nodes']:,} nodes, {figure['seconds']} s")
            if keep:
                with Path(keep).open("a") as file:
                    file.write(json.dumps({"id": number, **figure}) + "\n")
    figures: dict[str, Any] = {f"#{number}": solved[number] for number in wanted}
    nodes, seconds = (sum(figure[of] for figure in figures.values()) for of in ("nodes", "seconds"))
    figures["all"] = {"nodes": nodes, "seconds": round(seconds, 2), "nodes/s": round(nodes / max(seconds, 1e-9))}
    return {"name": "othello", "figures": figures, "ratios": {}}
