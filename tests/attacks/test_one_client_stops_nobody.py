"""One client asks for as much as it can: the others are served while it does, and after."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import sys
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from tests.attacks.clients import Server, attacks, beside, engine_moves, hear, memory, round_trips, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process are those of Linux")


@pytest.mark.slow
@pytest.mark.parametrize("attack", attacks.ATTACKS, ids=lambda attack: attack.__name__)
def test_others_are_served_beside_an_attack(server: Server, attack: attacks.Attack) -> None:
    run(beside(attack, server.address))
    assert server.process.poll() is None


def test_forty_imports_of_sixty_kilobytes(server: Server) -> None:
    text = attacks.long_text()
    assert len(text) >= 60_000

    async def play() -> None:
        await round_trips(server.address, 2)
        pasting = [
            asyncio.create_task(
                attacks.post(server.address, "/api/boards/import", {"game": "chess", "text": text}, timeout=200)
            )
            for _ in range(40)
        ]
        assert await round_trips(server.address, 20) == 20
        assert await engine_moves(server.address, 2) == 2
        assert not all(one.done() for one in pasting)  # the honest page did not wait for them
        status, answer = await next(asyncio.as_completed(pasting))
        assert (status, len(answer["games"])) == (200, 10) or "computing" in answer["error"]
        for one in pasting:
            one.cancel()
        await asyncio.gather(*pasting, return_exceptions=True)
        assert await round_trips(server.address, 4) == 4

    run(play())


def test_ten_messages_with_lines_of_1200_moves(server: Server) -> None:
    line, end = attacks.long_line(1), 0

    async def play() -> None:
        nonlocal end
        _, pasted = await attacks.post(server.address, "/api/boards/import", {"game": "chess", "text": "e4 e5"})
        async with attacks.socket(server.address, f"/ws/study/{pasted['id']}") as study:
            for number in range(10):
                moves = line[: len(line) - number] if number % 2 else ("a2a3", "a7a6")
                await study.send(json.dumps({"do": "show", "moves": moves}))
            assert await round_trips(server.address, 20) == 20
            for _ in range(10):
                shown = await hear(study, lambda message: message["type"] == "shown")
                end = max(end, len(shown["moves"]))

    run(play())
    assert end == 1199


def test_engines_with_a_depth_of_200_keep_to_their_time(server: Server) -> None:
    async def watch() -> None:
        id = await attacks.begin(server.address, "connect4", *["alphabeta:depth=200"] * 2, seconds=0.1)
        async with attacks.socket(server.address, f"/ws/{id}") as board:
            await hear(board, lambda message: message["type"] == "state" and len(message["history"]) >= 4)

    async def play() -> None:
        watching = [asyncio.create_task(watch()) for _ in range(2)]
        assert await engine_moves(server.address, 3) == 3
        await asyncio.gather(*watching)

    run(play())


@pytest.mark.slow
def test_two_thousand_half_open_connections(server: Server) -> None:
    where = urlsplit(server.address)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2500:
        pytest.skip("this process may not open 2,000 connections itself")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2500, hard))
    try:
        with ExitStack() as held:
            for _ in range(2000):
                one = held.enter_context(socket.create_connection((where.hostname, where.port or 80), timeout=20))
                one.sendall(b"GET / HTTP/1.1\r\nhost: 127")
            assert run(round_trips(server.address, 4)) == 4
            assert run(engine_moves(server.address, 1)) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
def test_a_reader_that_does_not_read_is_disconnected(server: Server) -> None:
    async def play() -> None:
        text = " ".join(attacks.long_line(3, 200))
        _, pasted = await attacks.post(server.address, "/api/boards/import", {"game": "chess", "text": text})
        before = memory(server.process.pid)
        where = urlsplit(server.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 12)
        writer.write(
            f"GET /ws/{pasted['id']} HTTP/1.1\r\nhost: {where.netloc}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        ask = b'{"do": "look", "ply": 60}'
        frame = bytes([0x81, 0x80 | len(ask), 0, 0, 0, 0]) + ask

        async def ask_on() -> None:
            while True:
                writer.write(20 * frame)
                await writer.drain()
                await asyncio.sleep(0.05)

        with pytest.raises(ConnectionError):  # the server has had enough
            await ask_on()
        assert memory(server.process.pid) - before < 200
        assert await round_trips(server.address, 4) == 4

    run(play())
