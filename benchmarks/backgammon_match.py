"""Backgammon against GNU Backgammon: cubeless money games with duplicate dice (both sides of each dice sequence).

mossa bench backgammon_match [PAIRS] [DEPTH] [SEED] [PROCESSES] [FILE]

Our choice at DEPTH (1: best static evaluation after the move) against GNU Backgammon's 0-ply, which does the
same. GNU Backgammon (apt gnubg) answers on its `external` socket: a board line gives a move. The games depend on the
seed, not on the number of processes. With a file, the games are stored there and an interrupted match continues.

A second figure subtracts the luck: how much better each throw was than the average of all throws, by our network's
values of the best replies. The mean of the luck is 0, however good these values are, so the second figure estimates the
same as the first, with a smaller error.
"""

from __future__ import annotations

import contextlib
import json
import math
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
SETTINGS = """set evaluation chequerplay evaluation plies 0
set evaluation chequerplay evaluation cubeful off
set evaluation chequerplay evaluation noise 0
set jacoby off
external localhost:{port}
"""


class Gnubg:
    """The other program, at the other end of a socket."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def move(self, state: Any) -> int:
        """The move it makes."""
        from mossa.games.backgammon.notation import read_move

        self.stream.write(board_line(state))
        self.stream.flush()
        text = self.stream.readline()
        move = read_move(state, text)
        if move < 0:
            raise RuntimeError(f"gnubg answers {text!r} to {board_line(state)!r}, which is no move there")
        return move


@contextlib.contextmanager
def connected() -> Iterator[Gnubg]:
    """Start the program, yield the connection, end it."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        commands = Path(folder) / "commands"
        commands.write_text(SETTINGS.format(port=port))
        program = subprocess.Popen([GNUBG, "-t", "-q", "-c", str(commands)], stdout=subprocess.DEVNULL)
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("localhost", port)) as line:
                    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    yield Gnubg(line.makefile("rw"))
                    return
                time.sleep(0.1)
            raise RuntimeError("gnubg does not listen")
        finally:
            program.kill()
            program.wait()


def board_line(state: Any) -> str:
    """A state as FIBS writes it, seen by the player on turn, whose checkers count up from point 1."""
    from mossa.games.backgammon.rules import digit

    points = [0] * 26
    for point in range(1, 26):
        points[point] += digit(state.near, state.far, point)
    for point in range(1, 26):
        points[25 - point] -= digit(state.their_near, state.their_far, point)
    own, other = int(state.near & 15), int(state.their_near & 15)
    bar, their_bar = digit(state.near, state.far, 25), digit(state.their_near, state.their_far, 25)
    dice = f"{state.dice >> 3}:{state.dice & 7}"
    rest = f"1:{dice}:0:0:1:1:1:0:1:-1:0:25:{own}:{other}:{bar}:{their_bar}:0:0:0:0"
    return f"board:mossa:gnubg:0:0:0:{':'.join(map(str, points))}:{rest}\n"


def run(
    report: Callable[[str], None],
    pairs: str = "500",
    depth: str = "1",
    seed: str = "1",
    processes: str = "1",
    file: str = "",
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    from mossa import MossaError

    numbers = {"pairs": pairs, "depth": depth, "seed": seed, "processes": processes}
    for name, text in numbers.items():
        least = int(name != "seed")
        if not text.isdecimal() or int(text) < least:
            raise MossaError(f"{name} of the match is a whole number from {least} on, not {text!r}")
    begin, count = time.perf_counter(), int(processes)
    rows = stored_rows(file, f"depth {depth}, seed {seed}")
    command = [sys.executable, __file__, pairs, depth, seed, processes]
    places = range(len(rows), len(rows) + count)
    players = {
        place % count: subprocess.Popen([*command, str(place)], stdout=subprocess.PIPE, text=True) for place in places
    }
    try:
        for pair in range(len(rows), int(pairs)):
            output = players[pair % count].stdout
            line = output.readline() if output else ""
            if not line:
                raise RuntimeError("a process of the match has ended early; with a file, call again to continue")
            rows.append(json.loads(line))
            if file:
                with Path(file).open("a") as out:
                    out.write(line)
            if pair % 100 == 99:
                won, earned = [row[0] for row in rows], [row[1] for row in rows]
                report(f"{pair + 1} pairs: {shown(won)}; without luck {shown(earned)}")
    finally:
        for player in players.values():
            player.terminate()
            player.wait()
    points, skills, thinking, moves = zip(*rows[: int(pairs)], strict=True)
    figures = {
        "pairs": len(points),
        "depth": int(depth),
        "points per game": round(summary(points)[0], 4),
        "standard error": round(summary(points)[1], 4),
        "without luck": round(summary(skills)[0], 4),
        "standard error without luck": round(summary(skills)[1], 4),
        "our ms a move": round(1000 * sum(thinking) / max(1, sum(moves)), 3),
        "seconds": round(time.perf_counter() - begin, 1),
    }
    return {"name": "backgammon_match", "figures": figures, "ratios": {}}


def stored_rows(file: str, mark: str) -> list[list[float]]:
    """The pairs in a file. A new file begins with the signature of the match; a file of another match is refused."""
    from mossa import MossaError
    from mossa.core.files import read_text, write_text

    if not file:
        return []
    path = Path(file)
    if not path.exists():
        write_text(path, mark + "\n")
    complete, _, cut = read_text(path).rpartition("\n")
    first, *lines = (complete or cut).splitlines() or [""]
    if first != mark:
        raise MossaError(f"{file} holds another match ({first}): choose another file")
    if cut:  # a line that was being written when the match was killed
        write_text(path, complete + "\n")
    return [json.loads(line) for line in lines]


def play_pairs(pairs: int, depth: int, seed: int, processes: int, place: int) -> Iterator[list[float]]:
    """The pairs of one process: points per game, the same without luck, seconds of thinking and moves, all ours."""
    import mossa
    from mossa.core.kernel_rules import kernel_for
    from mossa.games.backgammon.rules import PLAY, is_over, play, utility
    from mossa.kernel.memory import Ints
    from mossa.play.seeded_random import derive_seed
    from mossa.search.chance.expectimax import Expectimax
    from mossa.search.chance.rollout import luck
    from mossa.search.common.limits import Limits

    backgammon = mossa.game("backgammon")
    engine, limits = Expectimax(backgammon, filters=True), Limits(depth=depth)
    lucky, scratch, buffer = kernel_for(luck, backgammon), backgammon.rules.scratch(), Ints(3 * backgammon.facts.widest)
    with connected() as other:
        for pair in range(place, pairs, processes):
            worth, fortune, thinking, moves = 0.0, 0.0, 0.0, 0
            for ours in (0, 1):
                state, turn = backgammon.rules.start(), 0
                while not is_over(state):
                    if state.stage != PLAY:
                        thrown = throw(state, derive_seed(seed, pair, turn))
                        fortune += lucky(state, thrown, scratch, buffer) * (1 if ours == 0 else -1)
                        state = play(state, thrown)
                        turn += 1
                    elif state.turn == ours:
                        found = engine.search(state, limits)
                        thinking, moves = thinking + found.seconds, moves + 1
                        state = play(state, found.move)
                    else:
                        state = play(state, other.move(state))
                worth += utility(state, ours)
            yield [worth / 2, (worth - fortune) / 2, thinking, moves]


def throw(state: Any, number: int) -> int:
    """The dice of a turn: the same for both games of a pair, whichever player is on turn."""
    from mossa.games.backgammon.rules import OPENING

    first, second = number % 6 + 1, number // 6 % 6 + 1
    if state.stage == OPENING:  # unlike dice
        second = (first - 1 + 1 + number // 6 % 5) % 6 + 1
        return 8 * first + second
    return 8 * max(first, second) + min(first, second)


def shown(points: Sequence[float]) -> str:
    """Mean and error as text."""
    mean, error = summary(points)
    return f"{mean:+.4f} ± {error:.4f}"


def summary(points: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error."""
    mean = sum(points) / len(points)
    variance = sum((one - mean) ** 2 for one in points) / max(1, len(points) - 1)
    return mean, math.sqrt(variance / len(points))


if __name__ == "__main__":  # one of the processes; when terminated, it ends the other program first
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for row in play_pairs(*map(int, sys.argv[1:])):
        print(json.dumps(row), flush=True)
