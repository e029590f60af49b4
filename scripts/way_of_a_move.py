"""Count what one click on a board enters: files and functions of mossa, from the WebSocket message to the answer.

    python scripts/way_of_a_move.py                   the table, for connect4
    python scripts/way_of_a_move.py --write           … and write it into docs/architecture.md
    python scripts/way_of_a_move.py othello alphabeta

A site runs in this process. A page plays against an engine; while it waits for the answers to its moves, every function
of mossa that starts is noted with the one that called it, in all threads (`sys.monitoring`, before Python 3.12
`threading.setprofile`). The first click is the cold one, with an empty kernel cache if `--empty-cache` is given.

A *step back* is a call from a lower folder into a higher one, in the order that the import contract of pyproject.toml
has. Calls into the game that is played are none: its rules are an argument of every layer.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import sys
import tempfile
import threading
import time
import tomllib
from asyncio.base_events import BaseEventLoop
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import mossa
from mossa.web.page_frames import write_page

ROOT = Path(__file__).resolve().parents[1]
SOURCES = str(Path(mossa.__file__).parent) + os.sep
PAGE = ROOT / "docs" / "architecture.md"
MARKERS = "<!-- way_of_a_move -->", "<!-- /way_of_a_move -->"
KERNEL = "kernel/specialise.py", "Kernel.__call__"
"""The function after which machine code runs."""
ADDRESS = "127.0.0.1:8642"
MOST_FILES = 30
"""Files that a warm click may enter."""


@dataclass
class Way:
    """What one click entered."""

    files: dict[str, set[str]] = field(default_factory=dict)
    """Functions by file."""
    edges: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Calls from file to file."""
    calls: int = 0
    before_kernel: int = 0
    """Calls one inside the other, threads included, when machine code first runs."""

    def enter(self, caller: str | None, file: str, function: str) -> None:
        """A function was called, by one of another file or of the same."""
        self.calls += 1
        self.files.setdefault(file, set()).add(function)
        if caller is not None:
            self.files.setdefault(caller, set())
            if caller != file:
                self.edges[caller, file] += 1

    def steps_back(self) -> list[tuple[str, str]]:
        """Calls from a lower folder into a higher one, the game's own functions left out."""
        order = folders()
        height = {name: len(order) - place for place, name in enumerate(order)}
        return [
            (caller, file)
            for caller, file in self.edges
            if folder(file) != "games" and height.get(folder(caller), 0) < height.get(folder(file), 0)
        ]


def folder(file: str) -> str:
    """The package that a file is in."""
    return file.partition("/")[0]


def folders() -> list[str]:
    """The packages, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return next(list(one["layers"]) for one in contracts if one["containers"] == ["mossa"])


class Recorder:
    """Notes the functions of mossa that start while a way is set."""

    def __init__(self) -> None:
        self.way: Way | None = None
        self._deepest = 0
        """The greatest depth of a thread of the site: a thread of the search begins there."""
        self._thread = threading.local()
        self._task = ContextVar("calls", default=0)
        """How many calls led to the present work of a thread, and to the start of a task."""

    def begin(self) -> Way:
        """A click begins."""
        self.way, self._deepest = Way(), 0
        return self.way

    def start(self, code: CodeType, frame: FrameType) -> None:
        """A function starts."""
        way = self.way
        if way is None or not code.co_filename.startswith(SOURCES):
            return
        above = own_frames(frame.f_back)
        file = code.co_filename[len(SOURCES) :]
        caller = above[0].co_filename[len(SOURCES) :] if above else None
        way.enter(caller, file, code.co_qualname)
        handed = getattr(self._thread, "calls", None)
        in_loop = threading.current_thread().name.startswith("asyncio-portal")
        depth = len(above) + 1 + (handed or (self._task.get() if in_loop else self._deepest))
        if handed is not None:
            self._deepest = max(self._deepest, depth)
        if (file, code.co_qualname) == KERNEL and not way.before_kernel:
            way.before_kernel = depth

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, functions are noted in all threads that begin now."""
        submit, create_task = ThreadPoolExecutor.submit, BaseEventLoop.create_task

        def submit_deeper(pool: Any, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
            calls = self._task.get() + len(own_frames(sys._getframe(1)))

            def run() -> Any:
                self._thread.calls = calls
                return work(*arguments, **named)

            return submit(pool, run)

        def create_deeper(loop: Any, *arguments: Any, **named: Any) -> Any:
            token = self._task.set(self._task.get() + len(own_frames(sys._getframe(1))))
            try:
                return create_task(loop, *arguments, **named)  # a task copies the context
            finally:
                self._task.reset(token)

        ThreadPoolExecutor.submit = submit_deeper  # type: ignore[method-assign]
        BaseEventLoop.create_task = create_deeper  # type: ignore[method-assign]
        stop = self._monitor() if sys.version_info >= (3, 12) else self._profile()
        try:
            yield
        finally:
            stop()
            ThreadPoolExecutor.submit = submit  # type: ignore[method-assign]
            BaseEventLoop.create_task = create_task  # type: ignore[method-assign]

    def _monitor(self) -> Callable[[], None]:
        watch: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        tool, event = watch.PROFILER_ID, watch.events.PY_START
        watch.use_tool_id(tool, "way_of_a_move")
        watch.register_callback(tool, event, lambda code, offset: self.start(code, sys._getframe(1)))
        watch.set_events(tool, event)
        return lambda: watch.free_tool_id(tool)

    def _profile(self) -> Callable[[], None]:
        def noted(frame: FrameType, event: str, argument: object) -> None:
            # a coroutine that goes on is a call to the profiler: its RESUME instruction has an argument
            if event == "call" and not (frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti + 1] != 0):
                self.start(frame.f_code, frame)

        threading.setprofile(noted)
        return lambda: threading.setprofile(None)


def own_frames(frame: FrameType | None) -> list[CodeType]:
    """The functions of mossa on the stack, the innermost first."""
    found = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(SOURCES):
            found.append(frame.f_code)
        frame = frame.f_back
    return found


def count(game: str = "connect4", player: str = "alphabeta:nodes=20000", clicks: int = 2) -> list[Way]:
    """The ways of the first clicks of a game against a player."""
    from starlette.testclient import TestClient

    from mossa.web.app import make_app

    ways, recorder = [], Recorder()
    with (
        tempfile.TemporaryDirectory() as data,
        recorder.watching(),
        TestClient(make_app(folder=Path(data)), base_url=f"http://{ADDRESS}") as client,
    ):
        seats = {"game": game, "seats": ["human", player], "seconds": 1}
        id = client.post("/api/boards", json=seats).json()["id"]
        with client.websocket_connect(f"ws://{ADDRESS}/ws/{id}") as socket:
            state = next_turn(socket)
            for _ in range(clicks):
                ways.append(recorder.begin())
                socket.send_json({"do": "move", "move": state["moves"][0]["text"]})
                state = next_turn(socket)
                time.sleep(0.1)  # what is done after the answer is part of the way
                recorder.way = None
    return ways


def next_turn(socket: Any) -> dict[str, Any]:
    """The state in which the page is to move again."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == "state" and (message["yours"] or message["ended"]):
            return message
        if message["type"] in ("error", "gone"):
            raise RuntimeError(message["text"])


def browser_files(page: str = "play") -> list[str]:
    """The files of the site that the browser loads for a page: what it names, and what its modules import."""
    static = Path(SOURCES) / "web" / "static"
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', write_page(page).text)
    found, waiting = [f"{page}.html"], [name for name in named if name.endswith((".js", ".css"))]
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found.append(name)
        if name.endswith(".js"):
            imports = re.findall(r'from "\./([^"]+)"', (static / name).read_text("utf-8"))
            waiting += [str(Path(name).parent / one) for one in imports]
    return found


def table(ways: list[Way], game: str, player: str) -> str:
    """The counts in Markdown."""
    cold, warm = ways[0], ways[-1]
    lines = [
        f"Counted by `python scripts/way_of_a_move.py --empty-cache` for a move of `{game}` against `{player}`, from",
        "the message that the page sends to the answer of the engine that it gets. The first move compiles the engine.",
        "A step back is a call from a lower folder into a higher one. Calls into the game that is played are none: its",
        "rules are an argument of every layer.",
        "",
        "| | first move | a later move |",
        "|---|---|---|",
        f"| Python files of mossa entered | {len(cold.files)} | {len(warm.files)} |",
        f"| functions | {functions(cold)} | {functions(warm)} |",
        f"| calls, one inside the other, before machine code runs | {cold.before_kernel} | {warm.before_kernel} |",
        f"| steps back (from a lower folder into a higher one) | {len(cold.steps_back())} | {len(warm.steps_back())} |",
        "",
        "| folder | files that a later move enters |",
        "|---|---|",
    ]
    for name in folders():
        files = sorted(file.partition("/")[2] for file in warm.files if folder(file) == name)
        if files:
            lines.append(f"| `{name}` | {', '.join(f'`{file}`' for file in files)} |")
    lines.append(f"| browser | {', '.join(f'`{name}`' for name in browser_files())} |")
    return "\n".join(lines)


def functions(way: Way) -> int:
    """How many functions a way enters."""
    return sum(map(len, way.files.values()))


def write(text: str, page: Path = PAGE) -> None:
    """Put the table between the markers of the page; without markers, at its end."""
    first, last = MARKERS
    old = page.read_text("utf-8") if page.exists() else "# Architecture\n"
    if first not in old:
        old = f"{old.rstrip()}\n\n## The way of a move\n\n{first}\n{last}\n"
    before, _, rest = old.partition(first)
    page.write_text(f"{before}{first}\n\n{text}\n\n{last}{rest.partition(last)[2]}", "utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=inspect.getdoc(sys.modules[__name__]))
    parser.add_argument("game", nargs="?", default="connect4")
    parser.add_argument("player", nargs="?", default="alphabeta:nodes=20000")
    parser.add_argument("--write", action="store_true", help="write the table into docs/architecture.md")
    parser.add_argument("--json", action="store_true", help="print the counts of the later move as JSON")
    parser.add_argument("--empty-cache", action="store_true", help="compile the kernels anew")
    parser.add_argument("--edges", action="store_true", help="list the steps back of the first move")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        if options.empty_cache:
            os.environ["MOSSA_CACHE"] = cache
        ways = count(options.game, options.player)
    if options.json:
        warm = ways[-1]
        plain = {"files": sorted(warm.files), "steps_back": warm.steps_back(), "before_kernel": warm.before_kernel}
        print(json.dumps(plain))
        return
    text = table(ways, options.game, options.player)
    print(text)
    if options.edges:
        print("\n".join(f"{caller} -> {file}" for caller, file in ways[0].steps_back()))
    if options.write:
        write(text)


if __name__ == "__main__":
    main()
