"""How long one waits for a first answer: of the command line, and of the site after a click.

    mossa bench coldstart
    mossa bench coldstart click
    mossa bench coldstart click tictactoe nim

For each game the seconds from the start of the process to the answer of `mossa best GAME --depth 3`: with an empty
cache (cold), then once more (warm), then for another value of a parameter of the game (second value).

`click`: the seconds from a person's first move on a board to the reply of the default opponent. Each server is new;
the window of the game was opened just before, and all engines are being compiled, the game's own first. With `click` on
the command line nothing else is measured, at these games or all.

`calibration` is a loop of Python alone, run before and after: it tells a slow machine from a slow program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mossa
from mossa import MossaError

NAIVE = str(Path(__file__).parent / "user_gomoku.py")
GAMES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("tictactoe", (), ""),
    ("nim", (), "nim:heaps=1-2-3"),
    ("connect4", (), "connect4:columns=8"),
    ("othello", (), ""),
    ("checkers", (), ""),
    ("backgammon", ("--moves", "31"), ""),
    ("chess", (), "chess:start=1"),
    (NAIVE, (), f"{NAIVE}:size=19"),
)
"""Game, options, and the game with another value of a parameter."""
CLICKS = ("tictactoe", "nim", "grundy", "connect4", "othello", "checkers", "chess")
"""Games whose first reply on a board is measured."""
REPEATS = 3
THINKS = 0.2
"""Seconds a move of the opponent on a board; they are in the figures, where a game is not solved before."""


def run(report: Callable[[str], None], what: str = "", *games: str) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    if what not in ("", "click"):
        raise MossaError(f"coldstart measures all, or with the word click the replies on boards, not {what!r}")
    for game in games:
        mossa.game(game)
    figures: dict[str, Any] = {"calibration": _calibration()}
    for game in games or CLICKS:
        report(f"{game}, a click")
        figures |= {f"{game} {kind}": seconds for kind, seconds in _of_click(game).items()}
    if what == "click":
        return {"name": "coldstart", "unit": "seconds", "figures": figures | {"calibration after": _calibration()}}
    figures["import mossa"] = _seconds(["-c", "import mossa"], "")
    for game, options, other in GAMES:
        name = Path(game).stem
        report(name)
        for kind, seconds in _of_game(game, options, other).items():
            figures[f"{name} {kind}"] = seconds
    naive = Path(NAIVE).stem
    report(f"{naive}, 19×19")
    figures[f"{naive}:size=19 cold"] = _of_game(f"{NAIVE}:size=19", (), "")["cold"]
    figures["calibration after"] = _calibration()
    ratios = {
        f"{name}, second value": figures[f"{name} second value"] / figures[f"{name} cold"]
        for name in (Path(game).stem for game, _, _ in GAMES)
        if f"{name} second value" in figures
    }
    return {"name": "coldstart", "unit": "seconds", "figures": figures, "ratios": ratios}


def _of_game(game: str, options: tuple[str, ...], other: str) -> dict[str, float]:
    """The least seconds of each kind."""
    least: dict[str, float] = {}
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as cache:
            kinds = [("cold", game), ("warm", game), *([("second value", other)] if other else [])]
            for kind, which in kinds:
                seconds = _seconds(["-m", "mossa", "best", which, *options, "--depth", "3"], cache)
                least[kind] = min(least.get(kind, seconds), seconds)
    return least


def _of_click(game: str) -> dict[str, float]:
    """The least seconds from a click to the reply, with an empty cache and with a full one."""
    least: dict[str, float] = {}
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as cache:
            for kind in ("click cold", "click warm"):
                seconds = _reply(game, cache)
                least[kind] = min(least.get(kind, seconds), seconds)
                subprocess.run(
                    [sys.executable, "-m", "mossa", "warm", game],
                    check=True,
                    capture_output=True,
                    env=os.environ | {"MOSSA_CACHE": cache},
                )
    return least


def _reply(game: str, cache: str) -> float:
    """Seconds from a click on a new server to the reply, less those that the player thinks as it was told to."""
    from websockets.sync.client import connect

    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "mossa", "serve", "--port", "0", "--json"],
            env=os.environ | {"MOSSA_CACHE": cache, "MOSSA_DATA": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            address = json.loads(server.stdout.readline())["address"].rstrip("/")
            described = next(one for one in _post(f"{address}/api/games")["games"] if one["name"] == game)
            _post(f"{address}/api/ready", {"game": game})
            body = {"game": game, "seats": ["human", described["opponents"][0]["spec"]], "seconds": THINKS}
            board = _post(f"{address}/api/boards", body)["id"]
            with connect(f"{address.replace('http', 'ws')}/ws/{board}") as socket:
                begin, plies = 0.0, 0
                while plies < 2:
                    said = json.loads(socket.recv())
                    if said["type"] == "state" and not said["thinking"]:
                        plies = len(said["history"])
                        if plies == 0:
                            begin = time.perf_counter()
                            socket.send(json.dumps({"do": "move", "move": said["moves"][0]["text"], "ply": 0}))
                return time.perf_counter() - begin
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


def _post(address: str, body: dict[str, Any] | None = None) -> Any:
    """An answer of the server."""
    request = urllib.request.Request(
        address, None if body is None else json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def _seconds(arguments: list[str], cache: str) -> float:
    begin = time.perf_counter()
    environment = os.environ | {"MOSSA_CACHE": cache} if cache else dict(os.environ)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
    return time.perf_counter() - begin


def _calibration() -> float:
    """The least seconds of a loop of ten million turns."""
    least = float("inf")
    for _ in range(REPEATS):
        begin = time.perf_counter()
        total = 0
        for i in range(10_000_000):
            total += i & 7
        least = min(least, time.perf_counter() - begin)
    return least


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr), *sys.argv[1:]), indent=1))
