"""Chess: legal move sequences per second (perft), against Stockfish's `go perft` in the same run.

    mossa bench perft

Both count leaves in bulk (the moves of the last ply are generated, not played) on one thread, without a hash table. The
positions are the six of the chessprogramming wiki; the two programs take turns, and the best of REPEATS counts for
each, so that a busy machine affects both alike. Stockfish is measured where it is installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO, Any

WORK = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551),
)
"""Positions, depths and the right counts."""
REPEATS = 3


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.common.perft import perft

    game = mossa.game("chess")
    report("compiling")
    perft(game, game.rules.start(), 1)
    stockfish = Stockfish.find()
    ours, theirs, nodes = 0.0, 0.0, 0
    figures: dict[str, Any] = {}
    for fen, depth, expected in WORK:
        state = game.position(fen).state
        best, peer = float("inf"), float("inf")
        for repeat in range(REPEATS):
            report(f"{fen.split()[0]} depth {depth}, {repeat + 1} of {REPEATS}")
            begin = time.perf_counter()
            counted = perft(game, state, depth)
            best = min(best, time.perf_counter() - begin)
            if counted != expected:
                raise mossa.MossaError(f"perft {depth} of {fen} is {expected}, and we counted {counted}")
            if stockfish is not None:
                peer = min(peer, stockfish.seconds(fen, depth, expected))
        figures[f"{fen.split()[0]} depth {depth}"] = round(expected / best)
        ours, theirs, nodes = ours + best, theirs + peer, nodes + expected
    figures["nodes_per_second"] = round(nodes / ours)
    ratios: dict[str, float] = {}
    if stockfish is not None:
        figures["stockfish_nodes_per_second"] = round(nodes / theirs)
        ratios[stockfish.name] = round(theirs / ours, 2)
        stockfish.close()
    return {"name": "perft", "figures": figures, "ratios": ratios, "signature": nodes}


class Stockfish:
    """The peer, over its pipes."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to: IO[str] = self.process.stdin
        self.of: IO[str] = self.process.stdout
        self.say("uci")
        self.name = next(line.removeprefix("id name ").strip() for line in self.of if line.startswith("id name"))
        self.wait("uciok")

    @classmethod
    def find(cls) -> Stockfish | None:
        """Stockfish, if there is one (Debian installs games outside the usual path)."""
        path = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
        return None if path is None else cls(path)

    def say(self, line: str) -> None:
        """Send a command."""
        self.to.write(line + "\n")
        self.to.flush()

    def wait(self, beginning: str) -> str:
        """The next line that begins with a text."""
        return next(line for line in self.of if line.startswith(beginning))

    def seconds(self, fen: str, depth: int, expected: int) -> float:
        """Seconds that it takes."""
        self.say(f"position fen {fen}\nisready")
        self.wait("readyok")
        begin = time.perf_counter()
        self.say(f"go perft {depth}")
        counted = int(self.wait("Nodes searched").split(":")[1])
        assert counted == expected, f"Stockfish counts {counted}"
        return time.perf_counter() - begin

    def close(self) -> None:
        """End it."""
        self.say("quit")
        self.process.wait()


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
