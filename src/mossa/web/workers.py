"""Worker processes for what takes long: reading pasted games, following long lines of moves, the lab.

A visitor decides how much work that is, so it must not happen where pages are answered. A worker does one piece at a
time, with a limit of CPU seconds and memory; one that passes a limit, or does not end, is ended, and the visitor is
told. Which piece is next is a matter of `turns`.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import struct
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, TypeVar

from mossa.kernel.errors import MossaError

from .deadlines import limited
from .messages import sentence
from .process_memory import limit_growth, resident, return_large_blocks
from .turns import Client, Turns

__all__ = ["Workers", "serve"]

T = TypeVar("T")

MEMORY = 768 << 20
"""Bytes that a worker may take beside those with which it begins."""
MOST_BYTES = 32 << 20
"""Of an answer."""
NICENESS = 10
"""Answers to pages come first."""
WALL_FACTOR, WALL_LEAST = 8.0, 60.0
"""A piece of work is ended after this multiple of its CPU seconds on the clock of the wall, and not before so many
seconds: the machine may be busy."""
TIRED_BYTES, TIRED_PIECES = 512 << 20, 300
"""A worker that has grown to this size, or has done so many pieces of work, is replaced: what was loaded for one
visitor (games with settings of their own) is not kept for ever."""
LENGTH = struct.Struct("<Q")
COMMAND = "from mossa.web.workers import serve; serve()"


class Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tired = False

    @classmethod
    async def start(cls) -> Worker:
        """A new one."""
        path = os.pathsep.join(filter(None, sys.path))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", COMMAND, stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": path}
        )
        return cls(process)

    async def do(self, cpu: float, function: Callable[..., Any], *args: Any) -> Any:
        """Its answer; a MossaError if the work failed, or took more than the CPU seconds."""
        requests, answers = self.process.stdin, self.process.stdout
        assert requests is not None
        assert answers is not None
        request = pickle.dumps((cpu, function, args))
        try:
            async with asyncio.timeout(max(WALL_LEAST, WALL_FACTOR * cpu)):
                requests.write(LENGTH.pack(len(request)) + request)
                await requests.drain()
                (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
                answer = await answers.readexactly(length)
        except BaseException as error:  # also where nobody waits for the answer any more
            await self.end()
            if isinstance(error, TimeoutError | asyncio.IncompleteReadError | OSError):
                raise MossaError(f"this takes more than {cpu:g} seconds of computing: ask for less") from None
            raise
        good, value, self.tired = pickle.loads(answer)
        if not good:
            raise MossaError(value)
        return value

    async def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await asyncio.shield(self.process.wait())
        self.process._transport.close()  # type: ignore[attr-defined]


class Workers:
    """Some processes of one kind, started when they are needed; `inside`: threads of this process in their place."""

    def __init__(self, count: int, cpu: float, inside: bool = False) -> None:
        self.turns = Turns(count)
        self.cpu, self.inside = cpu, inside
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    async def do(self, client: Client, function: Callable[..., T], *args: Any) -> T:
        """What a function of a module answers; arguments and answer are pickled."""
        async with self.turns.turn(client):
            if self.inside:
                return await asyncio.get_running_loop().run_in_executor(None, self._inside, function, *args)
            worker = self._idle.pop() if self._idle else await Worker.start()
            self._all.add(worker)
            try:
                found: T = await worker.do(self.cpu, function, *args)
            finally:
                if worker.process.returncode is None and not worker.tired:
                    self._idle.append(worker)
                else:
                    self._all.discard(worker)
                    await worker.end()
            return found

    def _inside(self, function: Callable[..., T], *args: Any) -> T:
        with limited(2 * self.cpu):
            return function(*args)

    async def close(self) -> None:
        """End all processes."""
        for worker in list(self._all):
            await worker.end()
        self._all.clear()
        self._idle.clear()


def serve() -> None:
    """The main loop of a worker: requests on standard input, answers on standard output, until the input ends."""
    replies: BinaryIO = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints goes to the terminal
    return_large_blocks()
    limit_growth(MEMORY)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    requests, pieces = sys.stdin.buffer, 0
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        cpu, function, args = pickle.loads(requests.read(LENGTH.unpack(head)[0]))
        _limit_cpu(cpu)
        good, value = _done(function, args)
        pieces += 1
        answer = pickle.dumps((good, value, resident() > TIRED_BYTES or pieces >= TIRED_PIECES))
        if len(answer) > MOST_BYTES:
            answer = pickle.dumps((False, "the answer is too long for a page: ask for less", True))
        replies.write(LENGTH.pack(len(answer)) + answer)
        replies.flush()


def _done(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*args)
    except MemoryError:
        return False, "this takes too much memory: ask for less"
    except Exception as error:
        return False, sentence(error)


def _limit_cpu(seconds: float) -> None:
    """From now on this many seconds; the operating system ends the process after them."""
    try:
        import resource
    except ImportError:  # not on Unix: the clock of the wall is limited all the same
        return
    used = time.process_time()
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, hard))
