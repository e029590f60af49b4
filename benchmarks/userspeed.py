"""The speed of a user-defined game: nodes per second of plain alpha-beta, against peers in one run.

    mossa bench userspeed

(a) `cpp`: the same search and rules in C++, compiled on the spot with g++ -O3 -march=native;
(b) `openspiel_cpp_game`: OpenSpiel's alpha-beta on its C++ Connect Four;
(c) `openspiel_python_game`: the same on a Connect Four written in Python for OpenSpiel;
(d) `board_cpp`: Gomoku on 15×15 points as a beginner writes it, its board a tuple of 225 numbers that `replace` changes
    (`board_mossa`), against the same in C++ with a `std::array`.

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

Work = tuple[tuple[str, int], ...]

HERE = Path(__file__).parent
WORK = (("-", 11), ("444", 11), ("1352", 11), ("4343526", 12), ("44455", 12))
"""Positions (columns played) and depths; the same nodes are visited by all."""
BOARD = (
    ("-", 3),
    ("112,113,97,127,128,96,98,126", 3),
    ("112,111,113,110,114,109,96,95,97,94,98,93,128,129,144,160", 3),
)
"""Positions (points played) and depths for Gomoku."""
SMALL = (("-", 7), ("444", 7), ("4343526", 7))
"""Positions and depths for the peers that are a hundred times slower."""
REPEATS = 5


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa

    game = mossa.game(str(HERE / "user_connect4.py"))
    report("mossa")
    positions = [(game.start().state if moves == "-" else _after(game, moves), depth) for moves, depth in SMALL]
    small_nodes = _nodes(game, positions)
    figures, ratios, nodes = {}, {}, 0
    for name, work, prefix in (("connect4", WORK, ""), ("gomoku", BOARD, "board_")):
        ours, theirs, visited = _beside_cpp(name, work, report)
        figures[f"{prefix}mossa"] = visited / ours
        if theirs is not None:
            figures[f"{prefix}cpp"] = visited / theirs
            ratios[f"{prefix}cpp"] = theirs / ours
        nodes += visited
    for kind, seconds in _openspiel(report).items():
        figures[f"openspiel_{kind}"] = small_nodes / seconds
        ratios[f"openspiel_{kind}"] = figures["mossa"] / figures[f"openspiel_{kind}"]
    wanted = ("cpp", "board_cpp", "openspiel_cpp_game", "openspiel_python_game")
    return {
        "name": "userspeed",
        "unit": "nodes/s",
        "figures": figures,
        "ratios": ratios,
        "signature": nodes,
        "missing": [name for name in wanted if name not in ratios],
    }


def _after(game: Any, moves: str) -> Any:
    """The state after moves: columns as digits from 1, or points joined by commas."""
    at = game.start()
    played = [int(point) for point in moves.split(",")] if "," in moves else [int(digit) - 1 for digit in moves]
    for move in played:
        at = at.play(move)
    return at.state


def _nodes(game: Any, positions: list[tuple[Any, int]]) -> int:
    from mossa.search.alphabeta.fixed_depth import fixed_depth_alphabeta

    return sum(fixed_depth_alphabeta(game, state, depth)[1] for state, depth in positions)


def _beside_cpp(name: str, work: Work, report: Callable[[str], None]) -> tuple[float, float | None, int]:
    """The least seconds of ours and of the C++ twin, and the nodes of both."""
    import mossa

    game = mossa.game(str(HERE / f"user_{name}.py"))
    positions = [(game.start().state if moves == "-" else _after(game, moves), depth) for moves, depth in work]
    _nodes(game, [(positions[0][0], 1)])  # compiled, or read from the cache
    with tempfile.TemporaryDirectory() as folder:
        twin = _build_twin(name, Path(folder), report)
        ours, theirs, nodes = float("inf"), float("inf"), 0
        # Ours and the C++ twin take turns, so that a busy machine disturbs both alike.
        for _ in range(REPEATS):
            begin = time.perf_counter()
            nodes = _nodes(game, positions)
            ours = min(ours, time.perf_counter() - begin)
            if twin is not None:
                arguments = [word for moves, depth in work for word in (moves, str(depth))]
                said = subprocess.run([twin, "1", *arguments], capture_output=True, text=True, check=True).stdout
                visited, seconds = said.split()
                if int(visited) != nodes:
                    raise SystemExit(f"the C++ twin visits {visited} nodes, ours {nodes}: not the same search")
                theirs = min(theirs, float(seconds))
    return ours, theirs if twin is not None else None, nodes


def _build_twin(name: str, folder: Path, report: Callable[[str], None]) -> str | None:
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    report(f"C++ twin of {name}: g++ -O3 -march=native")
    source, program = folder / f"{name}.cpp", str(folder / name)
    source.write_text((HERE / "peers" / f"{name}.cpp.txt").read_text())
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
