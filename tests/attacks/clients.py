"""Honest clients beside hostile ones. The hostile ones are those of `mossa bench site`."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import json
import re
import subprocess
import warnings
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Server", "attacks", "beside", "engine_moves", "memory", "round_trips", "run"]

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "site_attacks.py"
PATIENCE = 60.0
"""Seconds until an honest client gives up. It is far more than it should wait: the machine may be busy."""


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("site_attacks", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


attacks = _load()


@dataclass
class Server:
    """A server that runs."""

    address: str
    process: subprocess.Popen[str]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work of clients; a test does not hang.

    What hostile clients leave open is closed here without a word, not as a warning in a later test of this process.
    """

    async def limited() -> Any:
        async with asyncio.timeout(4 * PATIENCE):
            return await work

    try:
        return asyncio.run(limited())
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


async def hear(socket: Any, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next message that fits."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if fits(message):
                return message


async def round_trips(address: str, count: int) -> int:
    """Make moves that need no search; how many were answered."""
    id = await attacks.begin(address, "tictactoe", "human", "human")
    async with attacks.socket(address, f"/ws/{id}") as board:
        await board.recv()
        for number in range(count):
            await board.send(json.dumps({"do": "undo"} if number % 2 else {"do": "move", "move": "b2"}))
            await hear(board, lambda message: message["type"] == "state")
    return count


async def engine_moves(address: str, count: int) -> int:
    """Play against the engine; how many of its moves came."""
    id = await attacks.begin(address, "connect4", "human", "alphabeta", seconds=0.1)
    async with attacks.socket(address, f"/ws/{id}") as board:
        for number in range(count + 1):
            state = await hear(board, lambda message: message["type"] == "state" and bool(message["yours"]))
            assert len(state["history"]) == 2 * number
            move = state["moves"][number % len(state["moves"])]["text"]
            await board.send(json.dumps({"do": "move", "move": move}))
    return count


async def beside(attack: Callable[[str, asyncio.Event], Awaitable[None]], address: str, clients: int = 2) -> None:
    """Be served while others attack, and after that."""
    await engine_moves(address, 1)  # compiled before
    over = asyncio.Event()
    hostile = [asyncio.ensure_future(attack(address, over)) for _ in range(clients)]
    try:
        await asyncio.sleep(1)
        assert await round_trips(address, 20) == 20
        assert await engine_moves(address, 3) == 3
    finally:
        over.set()
        await asyncio.wait(hostile, timeout=PATIENCE)
    assert await round_trips(address, 4) == 4


def memory(process: int) -> float:
    """The memory of a process in MiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024
