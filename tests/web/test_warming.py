"""Engines are compiled in processes of their own, the chosen game first; what is left is told."""

import asyncio
import os
from pathlib import Path

import pytest

from mossa.web import compile_times, warming
from mossa.web.compile_times import CompileTimes
from mossa.web.warming import Warming


def compiled(folder: Path) -> int:
    """How many files there are in the cache of kernels."""
    return sum(len(files) for _, _, files in os.walk(folder))


def test_a_chosen_game_is_compiled_and_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))

    async def watch() -> list[float | None]:
        ones = Warming(["nim"])
        told = [ones.left("nim"), ones.left("hearts")]
        ones.choose("nim")
        ones.choose("nim")
        while ones.left("nim") != 0:
            await asyncio.sleep(0.1)
        await ones.close()
        return told

    first, unknown = asyncio.run(watch())
    assert first == compile_times.USUAL
    assert unknown is None
    assert compiled(tmp_path) > 0


def test_what_people_play_most_comes_first_and_closing_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "COMMAND", "import time; time.sleep(600)")

    async def watch() -> tuple[list[str], list[str], bool]:
        ones = Warming(["gomoku", "nim", "chess", "trio"])
        ones.open()
        while not ones._processes:
            await asyncio.sleep(0.05)
        first = list(ones._began)
        ones.choose("trio")
        ones.choose("nim")  # two are under way: it comes next
        while len(ones._processes) < 2:
            await asyncio.sleep(0.05)
        both, waiting = list(ones._began), list(ones._waiting)
        processes = list(ones._processes.values())
        await ones.close()
        return [*first, *both], waiting, all(process.returncode is not None for process in processes)

    began, waiting, ended = asyncio.run(watch())
    assert began == ["chess", "chess", "trio"]
    assert waiting == ["nim", "gomoku"]
    assert ended


class Clock:
    """Time passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Process:
    """A process that compiles until the test ends it."""

    def __init__(self) -> None:
        self.returncode: int | None = None
        self.kernels, self._over = 0, asyncio.Event()

    async def communicate(self) -> tuple[bytes, bytes]:
        await self._over.wait()
        return f"{self.kernels}\n".encode(), b""

    async def wait(self) -> None:
        await self._over.wait()

    def end(self, kernels: int) -> None:
        self.returncode, self.kernels = 0, kernels
        self._over.set()

    def kill(self) -> None:
        self.returncode = -9
        self._over.set()


def test_the_seconds_left_are_counted_down_and_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, processes = Clock(), list[Process]()

    async def start(*command: str, **how: object) -> Process:
        processes.append(Process())
        return processes[-1]

    async def until(count: int) -> None:
        while len(processes) < count:
            await asyncio.sleep(0)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)

    async def watch() -> None:
        ones = Warming(["chess", "nim", "trio", "hex"], CompileTimes(tmp_path / "times.json"), clock)
        ones.open()
        await until(1)
        assert ones.left("chess") == 4.0
        clock.now += 1.5
        assert ones.left("chess") == 2.5
        assert ones.left("nim") == 2.0  # who chooses it now need not wait for chess
        ones.choose("nim")
        await until(2)
        ones.choose("trio")  # two are under way: it follows chess
        assert ones.left("trio") == 2.5 + 2.0
        assert ones.left("hex") == 2.5 + 2.0 + 2.0
        clock.now += 6.5
        assert ones.left("chess") is None  # it should be ready: any moment
        processes[0].end(kernels=4)
        await until(3)
        assert ones.left("chess") == 0.0
        assert ones.left("trio") == 4.0  # chess took twice its time
        clock.now += 1.0
        assert ones.left("trio") == 3.0
        processes[1].end(kernels=0)  # it was in the cache: nothing is learnt
        while ones.left("nim") != 0.0:
            await asyncio.sleep(0)
        assert ones.left("trio") == 3.0
        await ones.close()

    asyncio.run(watch())
    again = CompileTimes(tmp_path / "times.json")
    assert (again.expected("chess"), again.expected("hex")) == (8.0, 4.0)  # on this machine, from now on
