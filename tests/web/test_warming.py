"""Engines are compiled in processes of their own, the chosen game first; what is left is told."""

import asyncio
import os
from pathlib import Path

import pytest

from mossa.web import warming
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
    assert first == warming.USUAL
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


def test_a_game_that_takes_longer_than_expected_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    ones = Warming(["nim"])
    ones._waiting.clear()
    ones._began["nim"] = -1000.0
    assert ones.left("nim") is None
