"""The speed of a user-defined game: nodes per second of plain alpha-beta, against three peers in one run.

    mossa bench userspeed

(a) `cpp`: the same search and rules in C++, compiled on the spot with g++ -O3 -march=native;
(b) `openspiel_cpp_game`: OpenSpiel's alpha-beta on its C++ Connect Four;
(c) `openspiel_python_game`: the same on a Connect Four written in Python for OpenSpiel.

OpenSpiel is measured where it is installed: in this interpreter, or in the one that MOSSA_PEERS names
(`python3 -m venv peers && peers/bin/pip install open_spiel; MOSSA_PEERS=peers/bin/python mossa bench userspeed`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WORK = (("-", 11), ("444", 11), ("1352", 11), ("4343526", 12), ("44455", 12))
"""Positions (columns played) and depths; the same nodes are visited by all."""
SMALL = (("-", 7), ("444", 7), ("4343526", 7))
"""Positions and depths for the peers that are a hundred times slower."""
REPEATS = 5


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.fixed_depth import fixed_depth_alphabeta

    game = mossa.game(str(HERE / "user_connect4.py"))

    def nodes_of(work: tuple[tuple[str, int], ...]) -> int:
        total = 0
        for moves, depth in work:
            at = game.start()
            for digit in moves.strip("-"):
                at = at.play(int(digit) - 1)
            total += fixed_depth_alphabeta(game, at.state, depth)[1]
        return total

    report("mossa")
    nodes_of(SMALL)  # compiled, or read from the cache
    best, nodes = float("inf"), 0
    cpp = _build_cpp(report)
    ratios: dict[str, float] = {}
    figures: dict[str, float] = {}
    # Ours and the C++ twin take turns, so that a busy machine disturbs both alike.
    cpp_best = float("inf")
    for _ in range(REPEATS):
        begin = time.perf_counter()
        nodes = nodes_of(WORK)
        best = min(best, time.perf_counter() - begin)
        if cpp is not None:
            arguments = [word for moves, depth in WORK for word in (moves, str(depth))]
            answer = subprocess.run([cpp, "1", *arguments], capture_output=True, text=True, check=True).stdout.split()
            if int(answer[0]) != nodes:
                raise SystemExit(f"the C++ twin visits {answer[0]} nodes, ours {nodes}: not the same search")
            cpp_best = min(cpp_best, float(answer[1]))
    figures["mossa"] = nodes / best
    if cpp is not None:
        shutil.rmtree(Path(cpp).parent)
        figures["cpp"] = nodes / cpp_best
        ratios["cpp"] = figures["mossa"] / figures["cpp"]
    small_nodes = nodes_of(SMALL)
    openspiel = _openspiel(report)
    for kind, seconds in openspiel.items():
        figures[f"openspiel_{kind}"] = small_nodes / seconds
        ratios[f"openspiel_{kind}"] = figures["mossa"] / figures[f"openspiel_{kind}"]
    missing = [name for name in ("cpp", "openspiel_cpp_game", "openspiel_python_game") if name not in ratios]
    return {
        "name": "userspeed",
        "unit": "nodes/s",
        "figures": figures,
        "ratios": ratios,
        "signature": nodes,
        "missing": missing,
    }


def _build_cpp(report: Callable[[str], None]) -> str | None:
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    report("C++ twin: g++ -O3 -march=native")
    folder = Path(tempfile.mkdtemp())
    source = folder / "connect4.cpp"
    source.write_text((HERE / "peers" / "connect4.cpp.txt").read_text())
    program = str(folder / "connect4")
    subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", program, str(source)], check=True)
    return program


def _openspiel(report: Callable[[str], None]) -> dict[str, float]:
    report("OpenSpiel")
    python = os.environ.get("MOSSA_PEERS", sys.executable)
    arguments = [word for moves, depth in SMALL for word in (moves, str(depth))]
    script = str(HERE / "peers" / "openspiel_connect4.py")
    done = subprocess.run([python, script, *arguments], capture_output=True, text=True)
    return dict(json.loads(done.stdout)) if done.returncode == 0 else {}


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
