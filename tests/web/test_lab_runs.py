"""Runs of the lab: made in one process, looked into by another."""

import asyncio
from typing import Any

import pytest

from mossa import MossaError
from mossa.web.lab_runs import LabRuns
from mossa.web.workers import Workers

CLIENT = ("127.0.0.1", "1")
RUN = {"algorithm": "alphabeta", "tree": "((3 12 8) (2 4 6) (14 5 2))"}


def test_a_trace_is_looked_into_where_it_was_not_made() -> None:
    async def ask() -> tuple[dict[str, Any], dict[str, Any]]:
        runners, readers = Workers(1, 20.0), Workers(1, 20.0)
        runs = LabRuns((), runners, readers)
        try:
            answer = await runs.run(CLIENT, "run", RUN)
            return answer, await runs.look(CLIENT, "step", answer["key"], answer["steps"], "en")
        finally:
            await runners.close()
            await readers.close()

    answer, step = asyncio.run(ask())
    assert answer["value"] == "3"
    assert step["step"] == answer["steps"]
    assert "svg" in step


def test_of_too_many_traces_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.lab_runs.MOST_BYTES", 10_000)

    async def ask() -> None:
        inside = Workers(1, 20.0, inside=True)
        runs = LabRuns((), inside, inside)
        keys = [
            (await runs.run(CLIENT, "run", {**RUN, "tree": f"((3 12 {leaf}) (2 4 6))"}))["key"] for leaf in range(6)
        ]
        await runs.look(CLIENT, "step", keys[-1], 0, "en")
        with pytest.raises(MossaError, match="run it again"):
            await runs.look(CLIENT, "step", keys[0], 0, "en")

    asyncio.run(ask())
