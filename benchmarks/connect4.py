"""Connect Four solved exactly: nodes and speed on Pascal Pons's sets, one thread, no book, table cleared each time.

mossa bench connect4                        a sample of each set, from tests/data/connect4
mossa bench connect4 FOLDER MOST [PROGRAM]  the files pons*L1_R2.csv … of a folder, at most MOST positions a set (of the
                                            hardest a tenth, of the next two a third); PROGRAM is Pons's solver
                                            (benchmarks/peers/pons.cpp.txt), measured in the same run
mossa bench connect4 empty [MEMORY]         the empty board, with a table of MEMORY MiB

Positions of the four easier sets take microseconds or a few milliseconds, so each is solved REPEATS times, and the
fastest time counts, for both programs. From a millisecond on the time is that of the processor, in which what others do
on the machine does not count; below, it is that of the clock, since asking for the other takes too long.

A node here is a position that was examined, as in Pons's solver: visited by the search, skipped by a forced reply, or
settled from its parent by `bounds`. For the empty board the visited positions are given too: those are what the search
itself counts as nodes, as does Steininger's c4.
"""

from __future__ import annotations

import csv
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mossa.search.alphabeta.solver import Solver
    from mossa.search.common.results import SearchResult

HERE = Path(__file__).resolve().parent
SETS = {"L3_R1": 1, "L2_R1": 1, "L2_R2": 1, "L1_R1": 1, "L1_R2": 3, "L1_R3": 10}
"""Name → the divisor of the number of positions."""
EASIEST, EASIER, REPEATS = ("L3_R1", "L2_R1"), ("L3_R1", "L2_R1", "L2_R2", "L1_R1"), 5


def run(report: Callable[[str], None], folder: str = "", most: str = "50", program: str = "") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    if folder == "empty":
        return empty_board(report, int(most) if most != "50" else 4096)
    place = Path(folder) if folder else HERE.parent / "tests" / "data" / "connect4"
    figures: dict[str, Any] = {}
    ratios: dict[str, Any] = {}
    for name, part in SETS.items():
        paths = sorted(place.glob(f"pons*{name}.csv"))
        if not paths:
            continue
        rows = list(csv.DictReader(paths[0].read_text().splitlines()))[: max(1, int(most) // part)]
        figures[name] = ours = measure(name, rows, report)
        if program:
            report(f"{name}: {Path(program).name}")
            figures[f"{name} Pons"] = peer = measure_peer(name, program, rows)
            ratios[f"{name} nodes"] = round(ours["mean nodes"] / peer["mean nodes"], 3)
            ratios[f"{name} nodes/s"] = round(ours["nodes/s"] / peer["nodes/s"], 3)
            ratios[f"{name} time"] = round(ours["mean ms"] / peer["mean ms"], 3)
    return {"name": "connect4", "figures": figures, "ratios": ratios}


def summary(rows: list[dict[str, str]], answers: list[tuple[int, int, float]]) -> dict[str, Any]:
    """The figures of a set from the score, nodes and seconds of each position."""
    nodes, seconds = sum(nodes for _, nodes, _ in answers), sum(seconds for _, _, seconds in answers)
    return {
        "positions": len(rows),
        "wrong": sum(score != int(row["score"]) for row, (score, _, _) in zip(rows, answers, strict=True)),
        "mean nodes": round(nodes / len(rows), 1),
        "mean ms": round(1000 * seconds / len(rows), 3),
        "nodes/s": round(nodes / seconds),
    }


def measure(name: str, rows: list[dict[str, str]], report: Callable[[str], None]) -> dict[str, Any]:
    """The figures of our solver on a set."""
    import mossa
    from mossa.search.alphabeta.solver import Solver

    game = mossa.game("connect4")
    solver, answers = Solver(game, memory_mib=64), []
    for number, row in enumerate(rows, 1):
        report(f"{name}: {number} of {len(rows)}")
        state, tries = game.position(row["moves"]).state, []
        for _ in range(repeats(name)):
            solver.forget()
            busy = time.process_time()
            found = solver.score(state)
            busy = time.process_time() - busy
            assert found.score is not None
            tries.append((found.score, examined(found, solver), found.seconds if name in EASIEST else busy))
        answers.append(min(tries, key=lambda one: one[2]))
    return summary(rows, answers)


def repeats(name: str) -> int:
    """How often each position of a set is solved."""
    return REPEATS if name in EASIER else 1


def measure_peer(name: str, program: str, rows: list[dict[str, str]]) -> dict[str, Any]:
    """The figures of a program that reads positions and writes `position score nodes microseconds processor-µs`."""
    text, best = "".join(row["moves"] + "\n" for row in rows), list[tuple[int, int, float]]()
    for _ in range(repeats(name)):
        lines = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        words = [line.split() for line in lines]
        clock = 3 if name in EASIEST else 4
        answers = [(int(word[1]), int(word[2]), float(word[clock]) / 1e6) for word in words]
        best = [min(pair, key=lambda one: one[2]) for pair in zip(best or answers, answers, strict=True)]
    return summary(rows, best)


def empty_board(report: Callable[[str], None], memory_mib: int) -> dict[str, Any]:
    """The figures of the empty board."""
    import mossa
    from mossa.search.alphabeta.solver import Solver
    from mossa.search.common.limits import Limits

    game = mossa.game("connect4")
    report("the empty board")
    solver = Solver(game, memory_mib=memory_mib)
    found = solver.score(game.rules.start(), Limits(time=3600))
    nodes, seconds = examined(found, solver), found.seconds
    figures = {"score": found.score, "nodes": nodes, "seconds": round(seconds, 1), "nodes/s": round(nodes / seconds)}
    return {"name": "connect4", "figures": figures | {"visited": found.nodes}, "ratios": {}}


def examined(found: SearchResult, solver: Solver) -> int:
    """The positions that a proof visited, left by a forced reply, or settled without a visit."""
    return found.nodes + solver.memory.forced_moves + solver.memory.skipped_children
