"""Othello: a match against NTest, Chris Welty's program, with the time that NTest itself takes.

    mossa bench ntest FOLDER PROGRAM 10 40     (the folder it runs in, the program, its depth, games)

NTest searches to a fixed depth; mossa has the mean time that NTest has taken for a move so far, and one thread. Every
random opening of eight moves is played with both colours. NTest is GPL-3 and no part of this package: build
github.com/weltyc/ntest and run it in its folder src/resource.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

OPENING = 8
"""Random moves before the players take over."""
LEAST = 0.002
"""The least seconds a move for mossa."""


class NTest:
    """The program, over NBoard's protocol."""

    def __init__(self, folder: str, program: str, depth: int) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "x"], cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self.seconds, self.moves = 0.0, 0
        self.send("nboard 2", f"set depth {depth}", "ping 1")
        self.read_to("pong 1")

    def send(self, *lines: str) -> None:
        """Send commands."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def read_to(self, prefix: str) -> str:
        """The next line that begins with a prefix."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(prefix):
                return line
        raise RuntimeError("NTest has ended")

    def best(self, position: Any) -> str:
        """Its move.

        Nothing is sent between `go` and the answer: a `ping` there would end the search at once.
        """
        board, mover = str(position.text).split()
        words = f"BO[8 {board.replace('X', '*')} {mover.replace('X', '*')}]"
        begin = time.perf_counter()
        self.send(f"set game (;GM[Othello]PB[a]PW[b]RE[?]TI[0]TY[8]{words};)", "go")
        answer = self.read_to("===")
        self.seconds, self.moves = self.seconds + time.perf_counter() - begin, self.moves + 1
        move = answer.split()[1].split("/")[0].lower()
        return "pass" if move == "pa" else move


def run(
    report: Callable[[str], None], folder: str, program: str, depth: str = "10", games: str = "40"
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits

    if int(games) < 4:
        raise mossa.MossaError(f"a match has 4 games or more, not {games}")
    game = mossa.game("othello")
    other, chooser = NTest(folder, program, int(depth)), random.Random(1)
    searcher = Searcher(game, memory_mib=64)
    pairs: list[float] = []
    points, spent, moves = 0.0, 0.0, 0
    for pair in range(int(games) // 2):
        report(f"pair {pair + 1} of {int(games) // 2}")
        opening = game.start()
        for _ in range(OPENING):
            opening = opening.play(chooser.choice(opening.legal))
        margins: list[float] = []
        for ours in (0, 1):
            at = opening
            while not at.is_over:
                if len(at.legal) == 1:
                    at = at.play(at.legal[0])
                elif at.mover == ours:
                    limits = Limits(time=max(LEAST, other.seconds / max(1, other.moves)))
                    found = searcher.search(at.state, limits)
                    spent, moves = spent + found.seconds, moves + 1
                    at = at.play(found.move)
                else:
                    at = at.play(other.best(at))
            margins.append(game.rules.utility(at.state, ours))
            points += 1.0 if margins[-1] > 0 else 0.5 if margins[-1] == 0 else 0.0
        pairs.append(sum(margins) / 2)
    other.send("quit")
    error = 1.96 * statistics.stdev(pairs) / len(pairs) ** 0.5
    figures = {
        "games": 2 * len(pairs),
        "points": points,
        "discs a game": round(statistics.mean(pairs), 2),
        "error (95 %)": round(error, 2),
        "seconds a move, NTest": round(other.seconds / max(1, other.moves), 4),
        "seconds a move, mossa": round(spent / max(1, moves), 4),
    }
    return {"name": f"ntest depth {depth}", "figures": figures, "ratios": {}}
