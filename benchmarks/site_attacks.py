"""Hostile clients of the site: each asks for as much as it can, or holds as much as it can, until it is told to stop.

`ATTACKS` are coroutine functions of the address of a site and an event that ends them. What the server answers does
not matter to them, and a connection that the server closes is opened again. They are used by `mossa bench site` and by
the tests in `tests/attacks`; `python benchmarks/site_attacks.py ADDRESS 20` lets twenty loose on a site.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

__all__ = ["ATTACKS", "Attack", "attack", "begin", "long_line", "long_text", "post", "request"]

Attack = Callable[[str, asyncio.Event], Awaitable[None]]

PAUSE = 0.2
"""Seconds before a connection that was refused is tried again."""
PERIOD = 20.0
"""Seconds after which clients that attack for a share of the time begin again."""
FAULTS = (OSError, WebSocketException, InvalidHandshake, InvalidMessage, asyncio.IncompleteReadError, TimeoutError)
LONGEST = 1200


async def request(
    address: str, method: str, path: str, body: bytes = b"", headers: str = "", timeout: float = 120.0
) -> tuple[int, bytes]:
    """Status and body of the answer to one request, on a connection of its own."""
    where = urlsplit(address)
    async with asyncio.timeout(timeout):
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        try:
            writer.write(
                f"{method} {path} HTTP/1.1\r\nhost: {where.netloc}\r\nconnection: close\r\n{headers}"
                f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()
                + body
            )
            await writer.drain()
            answer = await reader.read()
        finally:
            writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    return (int(words[1]) if len(words) > 1 else 0), rest


async def post(address: str, path: str, body: Any, headers: str = "", timeout: float = 120.0) -> tuple[int, Any]:
    """Status and object of the answer to a request with JSON."""
    status, answer = await request(address, "POST", path, json.dumps(body).encode(), headers, timeout)
    return status, json.loads(answer) if answer[:1] == b"{" else {}


async def begin(address: str, game: str, *seats: str, **more: Any) -> str:
    """The id of a new game; an OSError if there is none."""
    status, answer = await post(address, "/api/boards", {"game": game, "seats": list(seats), **more})
    if status != 201:
        raise OSError(f"{status} {answer}")
    return str(answer["id"])


def socket(address: str, path: str, headers: dict[str, str] | None = None) -> connect:
    """A WebSocket of the site."""
    where = address.replace("http", "ws", 1).rstrip("/") + path
    return connect(where, additional_headers=headers, max_size=1 << 26, open_timeout=60, proxy=None)


@cache
def long_line(seed: int = 0, plies: int = LONGEST) -> tuple[str, ...]:
    """A long game of chess: pieces wander, and now and then a pawn moves before a rule ends the game."""
    import mossa

    drawn, at, moves = random.Random(seed), mossa.game("chess").start(), []
    while len(moves) < plies:
        quiet, best = int(at.text.split()[4]), (9, "", at)
        for move in drawn.sample(at.moves, len(at.moves)):
            after = at.play(move)
            resets = after.text.split()[4] == "0"
            fits = 4 * after.is_over + (move[1] + move[3] in ("78", "21") and resets) + (resets != (quiet >= 90))
            best = min(best, (fits, move, after), key=lambda one: one[0])
            if fits == 0:
                break
        moves.append(best[1])
        at = best[2]
    return tuple(moves)


def long_text(letters: int = 60_000) -> str:
    """A text with this many long games of chess."""
    game = f'[White "A"]\n[Black "B"]\n\n{" ".join(long_line())} *\n\n'
    return game * (letters // len(game) + 1)


async def again(work: Callable[[], Awaitable[None]], over: asyncio.Event) -> None:
    """Do something again and again; what goes wrong is tried anew."""
    while not over.is_set():
        try:
            await work()
        except FAULTS:
            await asyncio.sleep(PAUSE)


async def discard(board: Any) -> None:
    """Read what a board sends, and forget it."""
    async for _ in board:
        pass


async def several(count: int, work: Callable[[], Awaitable[None]], over: asyncio.Event) -> None:
    """Do the same several times at once."""
    tasks = [asyncio.create_task(again(work, over)) for _ in range(count)]
    await over.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def imports(address: str, over: asyncio.Event) -> None:
    """Pastes lists of moves of 60 KB, ten at a time."""

    async def paste() -> None:
        await post(address, "/api/boards/import", {"game": "chess", "text": long_text()})

    await several(10, paste, over)


async def long_shows(address: str, over: asyncio.Event) -> None:
    """Asks for the ends of two lines of 1,200 moves in turn, in ten studies."""
    one, other = long_line(1), long_line(2)

    async def show() -> None:
        _, answer = await post(address, "/api/boards/import", {"game": "chess", "text": " ".join(one[:40])})
        async with socket(address, f"/ws/study/{answer.get('id', '')}") as study:
            while True:
                for line in (one, other):
                    await study.send(json.dumps({"do": "show", "moves": line}))
                while json.loads(await study.recv())["type"] not in ("shown", "error", "gone"):
                    pass

    await several(10, show, over)


async def deep_engines(address: str, over: asyncio.Event) -> None:
    """Lets engines with a great depth, and with the longest time, play each other."""

    async def watch() -> None:
        for spec, seconds in (("alphabeta:depth=200", 0.1), ("alphabeta", 60), ("minimax:depth=30", 60)):
            id = await begin(address, "connect4", spec, spec, seconds=seconds)
            async with socket(address, f"/ws/{id}") as board:
                with suppress(TimeoutError):
                    async with asyncio.timeout(20):
                        async for _ in board:
                            pass

    await several(3, watch, over)


async def half_open(address: str, over: asyncio.Event) -> None:
    """Opens connections, and sends half of the head of a request."""
    where, held = urlsplit(address), []

    async def hold() -> None:
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        held.append(writer)
        writer.write(b"GET / HTTP/1.1\r\nhost: 127")
        try:
            await reader.read()
        finally:
            held.remove(writer)
            writer.close()

    await several(150, hold, over)


async def deaf(address: str, over: asyncio.Event) -> None:
    """Asks for what a long game was like, and reads nothing."""
    where = urlsplit(address)

    async def ask() -> None:
        _, answer = await post(address, "/api/boards/import", {"game": "chess", "text": " ".join(long_line(3, 200))})
        _, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 12)
        writer.write(
            f"GET /ws/{answer.get('id', '')} HTTP/1.1\r\nhost: {where.netloc}\r\nupgrade: websocket\r\n"
            "connection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        transport = writer.transport
        transport.pause_reading()  # type: ignore[attr-defined]
        text = b'{"do": "look", "ply": 60}'
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        try:
            for _ in range(20_000):
                writer.write(frame)
                await writer.drain()
                await asyncio.sleep(0.001)
        finally:
            transport.abort()

    await several(5, ask, over)


async def busy_lab(address: str, over: asyncio.Event) -> None:
    """Runs algorithms on trees that are too big, and compares them."""

    async def work() -> None:
        await post(address, "/api/lab/run", {"algorithm": "minimax", "game": "chess", "depth": 9})
        await post(address, "/api/lab/compare", {"game": "connect4", "depth": 9})
        await post(address, "/api/lab/ordering", {"branching": 8, "trees": 20})

    await several(5, work, over)


async def nonsense(address: str, over: asyncio.Event) -> None:
    """Sends what no page sends, as fast as it can."""
    texts = [
        "{",
        '"\\ud800"',
        '{"do": "\\ud800"}',
        '{"do": "move", "move": 1e999}',
        '{"do": "look", "ply": 1e308}',
        '{"do": "tree", "ply": 0, "path": [' + "9," * 300 + "9]}",
        '{"do": ' + "[" * 7000,
        '{"do": "' + "x" * 15_000 + '"}',
        json.dumps({"do": "move", "move": "é" * 200}),
    ]

    async def shout() -> None:
        async with socket(address, f"/ws/{await begin(address, 'tictactoe', 'human', 'human')}") as board:
            reading = asyncio.create_task(discard(board))
            try:
                while not reading.done():
                    for text in texts:
                        await board.send(text)
            finally:
                reading.cancel()

    await several(5, shout, over)


async def advice(address: str, over: asyncio.Event) -> None:
    """Asks for hints, analyses and trees of searches as fast as it can, with the longest time."""

    async def ask() -> None:
        id = await begin(address, "othello", "human", "alphabeta", seconds=60)
        async with socket(address, f"/ws/{id}") as board:
            reading = asyncio.create_task(discard(board))
            try:
                while not reading.done():
                    for do in ("hint", "analyse", "tree"):
                        await board.send(json.dumps({"do": do, "ply": 0}))
                        await asyncio.sleep(0.02)
            finally:
                reading.cancel()

    await several(5, ask, over)


async def new_games(address: str, over: asyncio.Event) -> None:
    """Begins games, of other sizes each time, and leaves them."""
    drawn = random.Random(5)

    async def start() -> None:
        await begin(address, f"nim:heaps={drawn.randrange(1, 9)}", "human", "random")
        await begin(address, "connect4", "human", "alphabeta")

    await several(4, start, over)


async def fetches(address: str, over: asyncio.Event) -> None:
    """Fetches pages and lists as fast as it can."""

    async def fetch() -> None:
        for path in ("/api/games", "/api/boards", "/api/lab", "/", "/static/js/board.js", "/api/tournaments"):
            await request(address, "GET", path)

    await several(10, fetch, over)


async def workshops(address: str, over: asyncio.Event) -> None:
    """Learns, plays matches and looks at long lines in workshops of big games, each job before the last one is done."""
    line = list(long_line(2, 300))

    async def work() -> None:
        status, opened = await post(address, "/api/workshop", {"game": "chess"})
        if status != 201:
            raise OSError(f"{status} {opened}")
        async with socket(address, f"/ws/workshop/{opened['id']}") as workshop:
            reading = asyncio.create_task(discard(workshop))
            try:
                while not reading.done():
                    for said in (
                        {"do": "learn", "method": "annealing", "weights": {"pawns": 1}},
                        {"do": "match", "weights": {"pawns": 1}, "against": {"knights": 1}},
                        {"do": "look", "moves": line, "weights": {"pawns": 1}},
                    ):
                        await workshop.send(json.dumps(said))
                        await asyncio.sleep(0.1)
            finally:
                reading.cancel()

    await several(4, work, over)


async def tournaments(address: str, over: asyncio.Event) -> None:
    """Begins tournaments that take for ever, and asks for classes of exercises and guesses meanwhile."""

    async def start() -> None:
        players = ["alphabeta:depth=200", "alphabeta:depth=100"]
        await post(address, "/api/tournaments", {"games": ["chess", "othello"], "players": players, "time": 10})
        await post(address, "/api/lab/class", {"exercise": "alphabeta", "seed": 7})
        await post(address, "/api/lab/guess", {"seed": 7})

    await several(4, start, over)


ATTACKS: tuple[Attack, ...] = (
    imports,
    long_shows,
    deep_engines,
    half_open,
    deaf,
    busy_lab,
    nonsense,
    advice,
    new_games,
    fetches,
    workshops,
    tournaments,
)


async def attack(address: str, clients: int, over: asyncio.Event, share: float = 1.0) -> None:
    """This many hostile clients at once, of each kind about as many, for this share of each period."""

    async def wait(seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await over.wait()

    while not over.is_set():
        enough = over if share >= 1 else asyncio.Event()
        attacking = asyncio.gather(*(ATTACKS[number % len(ATTACKS)](address, enough) for number in range(clients)))
        if share < 1:
            await wait(share * PERIOD)
            enough.set()
            await attacking
            await wait((1 - share) * PERIOD)
        else:
            await attacking


async def main(address: str, clients: int, share: float = 1.0) -> None:
    """Attack until standard input ends."""
    for seed, plies in ((0, LONGEST), (1, LONGEST), (2, LONGEST), (3, 200)):
        long_line(seed, plies)  # before the attack, since it takes long
    print("ready", flush=True)
    over = asyncio.Event()
    attacking = asyncio.create_task(attack(address, clients, over, share))
    await asyncio.to_thread(sys.stdin.read)
    over.set()
    await asyncio.wait({attacking}, timeout=10)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:])))
