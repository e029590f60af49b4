"""The site with fifty boards on which engines think: is every move answered, and do pages stay responsive?

    mossa bench site
    mossa bench site 50 3
    mossa bench site 50 3 20 30
    mossa bench site 0 0 10 30 0.1

It starts a server on loopback. A person plays against the engine on each board, while another page measures round trips
that need no search. The arguments are the number of boards and of moves on each. Before that the first page is opened
on the new server, by a chromium with an empty cache; without chromium or playwright the files of the page are only
fetched.

Then some boards are played on beside hostile clients (the third argument; 0: none), which another process lets loose
(`site_attacks.py`), for the minutes of the fourth argument: is every move answered, do pages stay responsive, and
does the memory of the server and its workers stay flat? The fifth argument is the share of the time in which they
attack (1: always): on a machine that others use too, a long run takes a small one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

THINKS = 0.2
"""Seconds a move of the engine."""
LOOKS = 0.01
"""Seconds between two round trips of the measuring page."""
BESIDE = 5
"""Boards that are played beside hostile clients."""
MARKS = {
    "first page usable (s)": 1.0,
    "round trip without thinking, p99 (ms)": 100.0,
    "memory of the server (MiB)": 1024.0,
    "beside attacks: round trip without thinking, p99 (ms)": 250.0,
    "beside attacks: memory of the server and its workers (MiB)": 1536.0,
    "beside attacks: growth of the memory from the second third to the last (%)": 10.0,
}
"""The limits of the figures."""


def run(
    report: Callable[[str], None],
    boards: str = "50",
    moves: str = "4",
    attackers: str = "20",
    minutes: str = "1",
    share: str = "1",
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    count, length = int(attackers), float(minutes)
    figures: dict[str, Any] = {}
    with ExitStack() as stack:
        open_page = stack.enter_context(opened())
        began = time.perf_counter()
        with served() as (server, address):
            started = time.perf_counter() - began
            first_page = open_page(address)
            stack.close()  # close the browser
            if int(boards):
                report("playing")
                figures |= asyncio.run(play_all(address, int(boards), int(moves)))
            figures["start of the server (s)"] = started
            figures["first page usable (s)"] = first_page
            figures["memory of the server (MiB)"] = resident(server.pid, "VmHWM")
    if count:
        report(f"playing beside {count} hostile clients")
        figures |= beside_attacks(report, count, length, float(share))
    reached = {f"{name} below {most:g}": figures[name] < most for name, most in MARKS.items() if name in figures}
    for kind in ("", "beside attacks: "):
        if f"{kind}moves asked" in figures:
            reached[f"{kind}every move answered"] = figures[f"{kind}moves answered"] == figures[f"{kind}moves asked"]
    return {"name": "site", "figures": {**figures, "mark": reached}}


@contextmanager
def served() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server with a data folder of its own, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "mossa", "serve", "--no-warm", "--port", "0", "--json"],
            env={**os.environ, "MOSSA_DATA": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            yield server, json.loads(server.stdout.readline())["address"].rstrip("/")
        finally:
            server.terminate()
            server.wait()
            assert server.stdout is not None
            server.stdout.close()


def beside_attacks(report: Callable[[str], None], attackers: int, minutes: float, share: float = 1.0) -> dict[str, Any]:
    """Play some boards again and again while others attack, and measure round trips and memory meanwhile."""
    with served() as (server, address):
        asyncio.run(play(address, 1))  # compile first
        script = Path(__file__).with_name("site_attacks.py")
        hostile = subprocess.Popen(
            [sys.executable, str(script), address, str(attackers), str(share)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert hostile.stdout is not None
            hostile.stdout.readline()
            found = asyncio.run(play_beside(report, address, server.pid, 60 * minutes))
        finally:
            hostile.communicate("")
    memory = found.pop("memory")
    third = len(memory) // 3
    first, second, last = (
        statistics.median(part) for part in (memory[:third], memory[third : 2 * third], memory[2 * third :])
    )
    found["memory of the server and its workers (MiB)"] = max(memory)
    found["memory, median of the first third (MiB)"] = first
    found["memory, median of the last third (MiB)"] = last
    found["growth of the memory from the second third to the last (%)"] = 100 * (last / second - 1)
    found["hostile clients"], found["minutes"], found["share of the time"] = attackers, minutes, share
    return {f"beside attacks: {name}": figure for name, figure in found.items()}


async def play_beside(report: Callable[[str], None], address: str, server: int, seconds: float) -> dict[str, Any]:
    """Games, round trips and memory until the time is over."""
    until, memory = time.monotonic() + seconds, []
    asked, waits = 0, []

    async def play_on() -> None:
        nonlocal asked
        while time.monotonic() < until:
            answered = await play(address, 4)
            asked += 4
            waits.extend(answered)

    async def weigh() -> None:
        while time.monotonic() < until:
            memory.append(sum(map(own_share, family(server))))
            report(f"{until - time.monotonic():.0f} s left, {len(waits)} moves answered, {memory[-1]:.0f} MiB")
            await asyncio.sleep(1)

    playing = asyncio.gather(weigh(), *(play_on() for _ in range(BESIDE)))
    trips = sorted(await measure_round_trips(address, playing))
    await playing
    waits.sort()
    return {
        "boards": BESIDE,
        "moves answered": len(waits),
        "moves asked": asked,
        "round trip without thinking, median (ms)": 1000 * trips[len(trips) // 2],
        "round trip without thinking, p99 (ms)": 1000 * trips[int(len(trips) * 0.99)],
        "round trip without thinking, slowest (ms)": 1000 * trips[-1],
        "answer of an engine, median (s)": waits[len(waits) // 2],
        "answer of an engine, slowest (s)": waits[-1],
        "memory": memory,
    }


def family(process: int) -> list[int]:
    """A process and those that it has started."""
    children = Path(f"/proc/{process}/task/{process}/children")
    started = children.read_text().split() if children.exists() else ()
    return [process, *(one for child in started for one in family(int(child)))]


@contextmanager
def opened() -> Iterator[Callable[[str], float]]:
    """Yields a function that opens the first page of a site; it returns the seconds until the games can be picked."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or importlib.util.find_spec("playwright") is None:
        yield fetched
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        browser.new_page().goto("about:blank")  # the browser has started

        def visit(address: str) -> float:
            page, began = browser.new_page(), time.perf_counter()
            page.goto(address)
            page.wait_for_selector(".card")
            return time.perf_counter() - began

        yield visit
        browser.close()


def fetched(address: str) -> float:
    """Seconds to fetch the files of the first page."""
    began = time.perf_counter()
    get(f"{address}/")
    get(f"{address}/api/games")
    return time.perf_counter() - began


def get(address: str, body: dict[str, Any] | None = None) -> Any:
    """An answer of the server."""
    request = urllib.request.Request(
        address, None if body is None else json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
    return json.loads(text) if text[:1] == b"{" else text


async def play_all(address: str, boards: int, moves: int) -> dict[str, Any]:
    """Play on all boards at once, and measure round trips meanwhile."""
    await play(address, 1)  # compile first
    playing = asyncio.gather(*(play(address, moves) for _ in range(boards)))
    trips = await measure_round_trips(address, playing)
    answered = await playing
    ordered = sorted(trips)
    waits = sorted(wait for board in answered for wait in board)
    return {
        "boards": boards,
        "moves answered": sum(map(len, answered)),
        "moves asked": boards * moves,
        "round trip without thinking, median (ms)": 1000 * ordered[len(ordered) // 2],
        "round trip without thinking, p99 (ms)": 1000 * ordered[int(len(ordered) * 0.99)],
        "answer of an engine, median (s)": waits[len(waits) // 2],
        "answer of an engine, slowest (s)": waits[-1],
    }


async def play(address: str, moves: int) -> list[float]:
    """Seconds until each of an engine's answers."""
    from websockets.asyncio.client import connect

    body = {"game": "connect4", "seats": ["human", "alphabeta"], "seconds": THINKS}
    id = (await asyncio.to_thread(get, f"{address}/api/boards", body))["id"]
    waits = []
    async with connect(f"{address.replace('http', 'ws')}/ws/{id}") as socket:
        for number in range(moves + 1):
            began = time.perf_counter()
            while True:
                state = json.loads(await socket.recv())
                if state["type"] == "state" and (state["yours"] or state["ended"]):
                    break
            if number:
                waits.append(time.perf_counter() - began)
            if number < moves:
                move = state["moves"][number % len(state["moves"])]["text"]
                await socket.send(json.dumps({"do": "move", "move": move}))
    return waits


async def measure_round_trips(address: str, playing: asyncio.Future[Any]) -> list[float]:
    """Seconds of round trips that need no thinking, while others think."""
    from websockets.asyncio.client import connect

    id = (await asyncio.to_thread(get, f"{address}/api/boards", {"game": "tictactoe", "seats": ["human", "human"]}))[
        "id"
    ]
    trips = []
    async with connect(f"{address.replace('http', 'ws')}/ws/{id}") as socket:
        await socket.recv()
        while not playing.done():
            for words in ({"do": "move", "move": "b2"}, {"do": "undo"}):
                began = time.perf_counter()
                await socket.send(json.dumps(words))
                await socket.recv()
                trips.append(time.perf_counter() - began)
                await asyncio.sleep(LOOKS)
            await asyncio.sleep(4 * LOOKS)
    return trips


def own_share(process: int) -> float:
    """The memory of a process in MiB, what it shares with others divided among them: else a process that was just
    forked, and shares all with its parent for a moment, would count twice."""
    try:
        parts = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return resident(process, "VmRSS")
    found = re.search(r"\nPss:\s+(\d+) kB", parts)
    return int(found[1]) / 1024 if found else 0.0


def resident(process: int, what: str) -> float:
    """The memory of a process in MiB: VmRSS now, VmHWM at its peak."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return float("nan") if not Path("/proc").exists() else 0.0
    found = re.search(rf"{what}:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    print(json.dumps(run(lambda news: print(news, file=sys.stderr), *sys.argv[1:]), indent=1))
