"""The games of files of a user's own: each is played in a process of its own, to which this one forwards.

Rules may hang, crash or take all memory; then that process ends, its boards are told which function it was, and the
rest of the site goes on. The process is started anew when the next page comes.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from mossa.core.files import data_folder
from mossa.kernel.errors import MossaError

from .connections import Connections
from .guard import COOKIE, LARGEST_BODY, LARGEST_MESSAGE, read_body
from .messages import Page, parse_object, send_all

__all__ = ["Forward", "OwnGames", "describe_file"]

STARTING_TIME = 40.0
"""Seconds in which a process says its port; it ends itself before, if loading does not end."""
ANSWER_TIME = 120.0
"""Seconds for the answer to a request."""
CLOSING_TIME = 5.0
"""Seconds in which a process that was told to end does."""
MOST_REMEMBERED = 2000
"""Boards, tournaments and traces of which it is remembered where they are."""
COMMAND = (sys.executable, "-m", "mossa.web.own_game_process")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def describe_file(file: str) -> tuple[str, dict[str, Any]]:
    """The name of the game in a file, and what the first page shows of it; a MossaError if there is none."""
    try:
        done = subprocess.run(
            [*COMMAND, "describe", file], env=_environment(), stdout=subprocess.PIPE, timeout=STARTING_TIME, check=False
        )
        told = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        raise MossaError(f"{Path(file).name}: its rules end the process that loads them, or do not end") from None
    if "name" not in told:
        raise MossaError(told.get("error") or told.get("stuck"))
    return told["name"], told["about"]


class OwnGame:
    """One file, and the process that plays it while somebody does."""

    def __init__(self, file: str, folder: Path | None) -> None:
        self.file, self.folder = file, folder
        self.name, self.about = describe_file(file)
        self.token = secrets.token_urlsafe(16)
        self.trouble = ""
        """Why the process ended last."""
        self._process: Process | None = None
        self._port = 0
        self._starting = asyncio.Lock()

    async def port(self) -> int:
        """The port of the process, which is started if it does not run."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                await self._start()
            return self._port

    async def _start(self) -> None:
        where = str(self.folder or data_folder())
        process = await asyncio.create_subprocess_exec(
            *COMMAND, "serve", self.file, where, self.token, env=_environment(), stdin=PIPE, stdout=PIPE
        )
        assert process.stdout is not None
        self._process, self.trouble = process, ""
        told: dict[str, Any] = {}
        with suppress(TimeoutError, ValueError):
            async with asyncio.timeout(STARTING_TIME):
                told = json.loads(await process.stdout.readline() or b"{}")
        if "port" not in told:
            await self.close()
            raise MossaError(told.get("stuck") or f"{Path(self.file).name}: the process of its rules did not start")
        self._port = told["port"]
        self._listening = asyncio.create_task(self._listen(process))

    async def _listen(self, process: Process) -> None:
        """What the process says before it ends: which function does not end."""
        assert process.stdout is not None
        trouble = f"{Path(self.file).name}: the process of its rules ended; open the game again to go on"
        async for line in process.stdout:
            with suppress(ValueError):
                trouble = str(json.loads(line).get("stuck") or trouble)
        self.trouble = trouble
        await process.wait()

    async def why(self) -> str:
        """Why the process has ended, when it has."""
        if self._process is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._listening), CLOSING_TIME)
        return self.trouble

    async def close(self) -> None:
        """End the process."""
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), CLOSING_TIME)
        if process.returncode is None:
            process.kill()
            await process.wait()
        if hasattr(self, "_listening"):
            await self._listening
        process._transport.close()  # type: ignore[attr-defined]

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to a request."""
        port = await self.port()
        head = (
            f"{method} {path} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\ncookie: {COOKIE}={self.token}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        try:
            async with asyncio.timeout(ANSWER_TIME):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(head.encode() + body)
                    await writer.drain()
                    answer = await reader.read()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            answer = b""
        top, _, rest = answer.partition(b"\r\n\r\n")
        first, *lines = top.decode("latin-1").split("\r\n")
        if not first.startswith("HTTP/"):
            raise MossaError(await self.why() or f"{Path(self.file).name}: its rules did not answer")
        pairs = (line.partition(": ") for line in lines)
        return int(first.split(" ")[1]), {name.lower(): value for name, _, value in pairs}, rest


class OwnGames:
    """All files of a user's own."""

    def __init__(self, files: Sequence[str], folder: Path | None, game_of: Callable[[str], str]) -> None:
        self._game_of = game_of
        """The game of a stored board, by its id; an empty text if there is none."""
        games = [OwnGame(file, folder) for file in files]
        self.games = {one.name: one for one in games}
        self._known: OrderedDict[str, OwnGame] = OrderedDict()

    def about(self) -> dict[str, dict[str, Any]]:
        """What the first page shows of them."""
        return {name: one.about for name, one in self.games.items()}

    def of_game(self, spec: Any) -> OwnGame | None:
        """The game that a spec names."""
        if not isinstance(spec, str):
            return None
        path, py, _ = spec.partition(".py")
        return self.games.get(spec) or self.games.get(path + py)

    def of_request(self, body: Mapping[str, Any]) -> OwnGame | None:
        """The game that a request is about."""
        games = body.get("games")
        named = [self.of_game(one) for one in games] if isinstance(games, list) else [self.of_game(body.get("game"))]
        own = [one for one in named if one is not None]
        if len(set(own)) > 1:
            raise MossaError("a tournament has games of one rules file at most: each file is played in its own process")
        return own[0] if own else None

    def of_id(self, id: str) -> OwnGame | None:
        """The game of a board, a tournament or a trace."""
        return self._known.get(id) or self.of_game(self._game_of(id) if len(id) <= 40 else "")

    def remember(self, id: Any, own: OwnGame) -> None:
        """Where a board, a tournament or a trace is."""
        self._known[str(id)] = own
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    async def close(self) -> None:
        """End all processes."""
        for one in self.games.values():
            await one.close()


ABOUT_A_GAME = (
    "/api/boards",
    "/api/boards/import",
    "/api/lab/run",
    "/api/lab/compare",
    "/api/tournaments",
    "/api/workshop",
)
"""Addresses of requests that name a game."""
ABOUT_AN_ID = ("/api/boards/", "/api/lab/trace/", "/api/lab/exercise/", "/api/tournaments/")
"""Addresses that go on with an id."""
KEPT_HEADERS = ("content-type", "content-disposition")
SOCKETS = ("/ws/study/", "/ws/tournament/", "/ws/workshop/", "/ws/")


class Forward:
    """Middleware: forwards what concerns a game of a user's own to its process."""

    def __init__(
        self,
        app: ASGIApp,
        own: OwnGames,
        admitted: Callable[[str], AbstractContextManager[None]],
        connections: Connections,
    ) -> None:
        self.app, self.own, self._admitted, self._connections = app, own, admitted, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            own = self._own_of_path(scope["path"], SOCKETS)
            if own is None:
                await self.app(scope, receive, send)
            else:
                await self._forward_socket(own, WebSocket(scope, receive, send))
        else:
            await self._request(scope, receive, send)

    def _own_of_path(self, path: str, beginnings: Sequence[str]) -> OwnGame | None:
        begins = next((one for one in beginnings if path.startswith(one)), None)
        return None if begins is None else self.own.of_id(path[len(begins) :].partition("/")[0])

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, body = scope["path"], b""
        try:
            own = self._own_of_path(path, ABOUT_AN_ID)
            if scope["method"] == "POST" and (own is not None or path in ABOUT_A_GAME):
                if Headers(scope=scope).get("content-type", "").partition(";")[0].strip() == "application/json":
                    body = await read_body(receive)
                    own = own or self._named(body)
                    receive = _again(body)
            if own is None:
                await self.app(scope, receive, send)
                return
            query = scope.get("query_string", b"").decode("latin-1")
            status, headers, answer = await own.ask(scope["method"], path + (f"?{query}" if query else ""), body)
            self._note(own, answer)
            kept: dict[str, str] = {
                name: headers[name] for name in ("content-type", "content-disposition") if name in headers
            }
            await Response(answer, status, kept)(scope, receive, send)
        except MossaError as error:
            await JSONResponse({"error": str(error)}, 400)(scope, receive, send)
        except HTTPException as error:
            await JSONResponse({"error": error.detail}, error.status_code)(scope, receive, send)
        except ClientDisconnect:
            return

    def _named(self, body: bytes) -> OwnGame | None:
        try:
            named = parse_object(body.decode("utf-8", "replace"))
        except MossaError:  # whoever answers the request says so
            return None
        return self.own.of_request(named)

    def _note(self, own: OwnGame, answer: bytes) -> None:
        """Remember the board, the tournament or the trace that was made."""
        if answer[:1] == b"{" and len(answer) < LARGEST_BODY * 64:
            with suppress(ValueError):
                told = json.loads(answer)
                for key in ("id", "key"):
                    if isinstance(told.get(key), str):
                        self.own.remember(told[key], own)

    async def _forward_socket(self, own: OwnGame, socket: WebSocket) -> None:
        await socket.accept()
        page = Page(socket.client.host if socket.client is not None else "")
        page.on_close = lambda: self._connections.abort_soon(socket.scope)
        with ExitStack() as stay:
            sender = asyncio.create_task(send_all(socket, page))
            stay.callback(page.close)
            try:
                stay.enter_context(self._admitted(page.client))
                await self._pass_on(own, socket, page)
            except MossaError as error:
                page.end("gone", str(error))
            except (WebSocketDisconnect, RuntimeError):
                page.close()
            await sender

    async def _pass_on(self, own: OwnGame, socket: WebSocket, page: Page) -> None:
        """Pass messages on both ways, until one side ends."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, WebSocketException

        address = f"ws://127.0.0.1:{await own.port()}{socket.url.path}"
        try:
            async with connect(
                address, additional_headers={"cookie": f"{COOKIE}={own.token}"}, max_size=None, compression=None,
                ping_interval=None, proxy=None,
            ) as inner:  # fmt: skip

                async def up() -> None:
                    while True:
                        received = await socket.receive()
                        if received["type"] == "websocket.disconnect":
                            await inner.close()
                            return
                        text = received.get("text")
                        await inner.send((text or "")[: LARGEST_MESSAGE + 1])

                passing = asyncio.create_task(up())
                try:
                    async for text in inner:
                        page.put(text if isinstance(text, str) else text.decode())
                        if page.closed is not None:
                            break
                finally:
                    passing.cancel()
                    with suppress(asyncio.CancelledError, ConnectionClosed):
                        await passing
        except ConnectionClosed as end:
            closed = end.rcvd
            if closed is not None and closed.code not in (1001, 1012):  # else its process has ended
                page.close(closed.code, closed.reason)
                return
        except (OSError, WebSocketException):
            pass
        else:
            page.close()
            return
        page.end("gone", await own.why() or "the process of this game has ended: open it again")


def _again(body: bytes) -> Receive:
    """A body that was read, to be read again."""
    parts = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Message:
        return next(parts, {"type": "http.disconnect"})

    return receive
