"""The engines of the games are compiled from the start of the site, the chosen game first: nobody waits for one.

Each is compiled in a process of its own at the lowest priority, one after another; what somebody chooses is compiled
at once, beside what is under way. How many seconds are left is told from what compiling took before, see
`compile_times`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

from .compile_times import CompileTimes

__all__ = ["Warming"]

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
print(sum(sentence.startswith("compiling") for sentence in said))
"""


class Warming:
    """Compiles the engines of these games."""

    def __init__(
        self,
        names: Sequence[str],
        times: CompileTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        first = [name for name in FIRST if name in names]
        self._waiting = [*first, *(name for name in names if name not in first)]
        self._began: dict[str, float] = {}
        self._processes: dict[str, Process] = {}
        self._ready: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._next = ""
        """The game under way after which the next of those that wait is begun."""
        self._times, self._clock = times or CompileTimes(), clock

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
                self._began[name] = self._clock()
                self._start(self._one(name))
            else:
                self._waiting.insert(0, name)

    def left(self, name: str) -> float | None:
        """About how many seconds it takes until the game's engine is ready: 0 if it is; None if that is not known."""
        if name in self._ready:
            return 0.0
        expected = self._times.expected(name)
        if name in self._began:
            left = expected - (self._clock() - self._began[name])
            return left if left > 0 else None
        if name not in self._waiting:
            return None
        if len(self._began) < MOST_AT_ONCE:  # it is begun when it is chosen
            return expected
        ahead = map(self._times.expected, self._waiting[: self._waiting.index(name)])
        return (self.left(self._next) or 0.0) + sum(ahead) + expected

    def _start(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _all(self) -> None:
        while self._waiting:
            self._next = self._waiting.pop(0)
            await self._one(self._next)

    async def _one(self, name: str) -> None:
        began = self._began.setdefault(name, self._clock())
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
                with suppress(ValueError):
                    self._times.learn(name, self._clock() - began, int(told))
        finally:
            self._began.pop(name, None)
            self._processes.pop(name, None)
