"""The engines of the games are compiled from the start of the site, the chosen game first: nobody waits for one.

Each is compiled in a process of its own at the lowest priority, one after another; what somebody chooses is compiled
at once, beside what is under way. How many seconds are left is told from what other machines needed and how much
slower this one was so far.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

__all__ = ["Warming"]

EXPECTED = {
    "chess": 4.0,
    "backgammon": 2.5,
    "checkers": 2.5,
    "othello": 2.0,
    "connect4": 2.0,
}
"""Seconds that compiling a game took on a machine without other work; of others USUAL."""
USUAL = 2.0
FIRST = ("chess", "connect4", "othello", "checkers", "backgammon", "tictactoe")
"""The games that most people play are compiled first."""
NICENESS = 19
MOST_AT_ONCE = 2
LONGEST = 600.0
"""Seconds after which a process is ended."""
COMMAND = """
import os, sys
from mossa.core.registry import game
from mossa.kernel.specialise import compilation_listeners
from mossa.search.warm import warm
getattr(os, "nice", int)({niceness})
said = []
compilation_listeners.append(said.append)
warm(game(sys.argv[1]))
print(len(said))
"""


class Warming:
    """Compiles the engines of these games."""

    def __init__(self, names: Sequence[str]) -> None:
        first = [name for name in FIRST if name in names]
        self._waiting = [*first, *(name for name in names if name not in first)]
        self._began: dict[str, float] = {}
        self._processes: dict[str, Process] = {}
        self._ready: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slower = 1.0
        """How much more time this machine needs than was expected, as far as that is known."""

    def open(self) -> None:
        """Begin, in the running event loop."""
        self._start(self._all())

    async def close(self) -> None:
        """End the processes."""
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        for process in list(self._processes.values()):
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def choose(self, name: str) -> None:
        """A visitor has chosen this game: it is compiled now, unless it has been."""
        if name in self._waiting:
            self._waiting.remove(name)
            if len(self._began) < MOST_AT_ONCE:
                self._began[name] = time.monotonic()
                self._start(self._one(name))
            else:
                self._waiting.insert(0, name)

    def left(self, name: str) -> float | None:
        """About how many seconds it takes until the game's engine is ready: 0 if it is; None if that is not known."""
        if name in self._ready:
            return 0.0
        expected = EXPECTED.get(name, USUAL) * self._slower
        if name in self._began:
            left = expected - (time.monotonic() - self._began[name])
            return left if left > 0 else None
        return expected if name in self._waiting else None

    def _start(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _all(self) -> None:
        while self._waiting:
            await self._one(self._waiting.pop(0))

    async def _one(self, name: str) -> None:
        began = self._began.setdefault(name, time.monotonic())
        path = os.pathsep.join(filter(None, sys.path))
        command = COMMAND.format(niceness=NICENESS)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", command, name),
                stdout=PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
            self._processes[name] = process
            try:
                async with asyncio.timeout(LONGEST):
                    told, _ = await process.communicate()
            except TimeoutError:
                process.kill()
                await process.wait()
                return
            if process.returncode == 0:
                self._ready.add(name)
                if told.strip() not in (b"", b"0"):  # else it was in the cache
                    self._slower = (time.monotonic() - began) / EXPECTED.get(name, USUAL)
        finally:
            self._began.pop(name, None)
            self._processes.pop(name, None)
