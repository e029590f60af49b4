"""Headers, addresses and rows that lie."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.attacks.clients import Server, attacks, round_trips, run
from tests.processes import environment

from mossa.web.site import MOST_EACH

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the whole of 127.0.0.0/8 is this machine on Linux")


@pytest.mark.parametrize("host", ["127.0.0.2", "::1"])
def test_the_address_that_is_printed_answers(start: Callable[..., Server], host: str) -> None:
    address = start("--host", host).address
    with urllib.request.urlopen(f"{address}/api/boards", timeout=30) as answer:
        assert answer.status == 200


def test_a_header_does_not_evade_the_limit_of_a_client(server: Server) -> None:
    async def ask() -> list[str]:
        id = await attacks.begin(server.address, "tictactoe", "human", "human")
        heard = []
        async with AsyncExitStack() as stay:
            for number in range(MOST_EACH + 3):
                names = {"x-forwarded-for": f"10.0.0.{number}", "forwarded": f"for=10.0.0.{number}"}
                page = await stay.enter_async_context(attacks.socket(server.address, f"/ws/{id}", names))
                heard.append(json.loads(await page.recv())["type"])
        return heard

    assert run(ask()) == ["state"] * MOST_EACH + ["gone"] * 3


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "/%2fevil.example/", "/%5cevil.example/"])
def test_a_token_in_the_address_does_not_lead_elsewhere(start: Callable[..., Server], path: str) -> None:
    address = start("--host", "0.0.0.0").address
    port, token = address.rpartition(":")[2].split("/?token=")

    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(f"GET {path}?token={token} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer

    head = run(ask()).decode().lower()
    assert head.startswith("http/1.1 303")
    assert "location: /evil.example/\r\n" in head


def test_numbers_and_letters_that_are_none_are_refused_with_a_sentence(server: Server) -> None:
    bodies = [
        ("/api/lab/decide", {"table": ",a\nx,1e308\ny,-1e308"}),
        ("/api/lab/decide", {"table": "\ud800"}),
        ("/api/boards", {"game": "\ud800", "seats": []}),
        ("/api/boards/import", {"game": "chess", "text": "\udfff"}),
        ("/api/boards/import", {"game": "tictactoe", "text": '{"game": "tictactoe", "moves": [], "ended": []}'}),
        ("/api/tournaments", {"games": ["\ud83d"], "players": ["random"], "time": 1e308}),
    ]

    async def ask() -> list[int]:
        return [(await attacks.post(server.address, path, body))[0] for path, body in bodies]

    assert run(ask()) == [400] * len(bodies)


def test_damaged_rows_hide_no_game(start: Callable[..., Server], folder: Path) -> None:
    first = start()

    async def begin() -> list[str]:
        return [await attacks.begin(first.address, "tictactoe", "human", "human") for _ in range(5)]

    ids = run(begin())
    first.process.terminate()
    first.process.wait()
    damage = ["'no JSON'", "'[]'", "json_set(record, '$.ended', json('[]'))", "x'ff00'"]
    with sqlite3.connect(folder / "site.sqlite3") as base:
        for id, value in zip(ids, damage, strict=False):
            base.execute(f"UPDATE games SET record = {value} WHERE id = ?", (id,))
    base.close()
    second = start()
    with urllib.request.urlopen(f"{second.address}/api/boards", timeout=30) as answer:
        assert [one["id"] for one in json.load(answer)["boards"]] == [ids[4]]
    assert run(round_trips(second.address, 2)) == 2


def test_a_second_server_on_the_same_folder_says_where_the_first_is(server: Server, folder: Path) -> None:
    command = [sys.executable, "-m", "mossa", "serve", "--no-warm", "--json"]
    done = subprocess.run(
        command, env=environment(MOSSA_DATA=folder), capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == {"address": f"{server.address}/", "running": True}
