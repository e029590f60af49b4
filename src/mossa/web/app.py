"""The addresses of the site."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, MutableMapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from mossa.kernel.errors import MossaError

from .board import Board
from .connections import Busy, Connections
from .guard import LARGEST_MESSAGE, Guard, read_body
from .lab import Lab
from .lab_runs import LabRuns
from .messages import Page, parse_object, send_all, sentence
from .own_games import Forward, OwnGames
from .page_frames import RevalidatedFiles, serve_page
from .puzzle_answers import answer_puzzle, list_puzzles
from .scene_json import drawings
from .site import Site
from .study import Study
from .tournaments import TournamentRun
from .turns import Client, LoopTime, Metered, Overload, TooFast
from .workshop import Workshop

__all__ = ["make_app"]

T = TypeVar("T")

DRAWING_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "gif": "image/gif"}
"""The media types of drawings of the lab; TikZ is text."""

Watched = Board | Study | TournamentRun | Workshop
"""What a page watches."""
MESSAGES_A_SECOND = 50
"""Of one page; a faster one is slowed down."""
REQUESTS_SHARE = 0.15
"""Of the event loop's time, for the requests of one address that sends very many."""
LOOK_AROUND = 0.5
"""Seconds after which a long run looks whether its page is still there."""
LEAST_COST = 0.0005
"""Seconds of work of a request: known before it is done."""


def make_app(
    files: Sequence[str] = (),
    folder: Path | None = None,
    token: str | None = None,
    apart: bool = False,
    warm: bool = False,
) -> Starlette:
    """The site as an ASGI application; `files` are user-defined rules, `folder` is where games are stored.

    With a `token` it may be reached from other machines, by browsers that know it. Each file is played in a process of
    its own, unless this process is it (`apart`). With `warm` the engines of the games are compiled in the background.
    """
    own = OwnGames(() if apart else files, folder, lambda id: site.game_of(id))
    site = Site(files if apart else (), folder, own.about(), apart=apart, warm=warm)
    connections = Connections()
    forward = Middleware(Forward, own=own, admitted=site.admitted, connections=connections)
    handlers = Handlers(site, connections)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site.open()
        try:
            yield
        finally:
            await own.close()
            await site.close()

    app = Starlette(
        routes=[
            Route("/", serve_page("index")),
            Route("/play/{id}", serve_page("play")),
            Route("/analyse", serve_page("analyse")),
            Route("/analyse/{id}", serve_page("analyse")),
            Route("/tournaments", serve_page("tournaments")),
            Route("/tournaments/{id}", serve_page("tournaments")),
            Route("/lab", serve_page("lab")),
            Route("/learn", serve_page("learn")),
            Route("/puzzles", serve_page("puzzles")),
            Route("/workshop", serve_page("workshop")),
            Route("/api/games", handlers.games),
            Route("/api/ready", handlers.ready, methods=["POST"]),
            Route("/api/drawings", handlers.drawings),
            Route("/api/boards", handlers.boards),
            Route("/api/boards", handlers.new_board, methods=["POST"]),
            Route("/api/boards/import", handlers.import_game, methods=["POST"]),
            Route("/api/boards/{id}", handlers.delete_board, methods=["DELETE"]),
            Route("/api/tournaments", handlers.tournaments),
            Route("/api/tournaments", handlers.new_tournament, methods=["POST"]),
            Route("/api/tournaments/{id}/games", handlers.tournament_games),
            Route("/api/puzzles", handlers.puzzles),
            Route("/api/puzzles", handlers.puzzle, methods=["POST"]),
            Route("/api/workshop", handlers.new_workshop, methods=["POST"]),
            Route("/api/lab", handlers.lab_listing),
            Route("/api/lab/run", handlers.lab_run, methods=["POST"]),
            Route("/api/lab/compare", handlers.lab_compare, methods=["POST"]),
            Route("/api/lab/decide", handlers.lab_decide, methods=["POST"]),
            Route("/api/lab/queens", handlers.lab_queens, methods=["POST"]),
            Route("/api/lab/class", handlers.lab_class, methods=["POST"]),
            Route("/api/lab/guess", handlers.lab_guess, methods=["POST"]),
            Route("/api/lab/ordering", handlers.lab_ordering, methods=["POST"]),
            Route("/api/lab/open", handlers.lab_open, methods=["POST"]),
            Route("/api/lab/boards", handlers.lab_boards, methods=["POST"]),
            Route("/api/lab/trace/{key}", handlers.lab_nodes),
            Route("/api/lab/trace/{key}/{step:int}", handlers.lab_step),
            Route("/api/lab/exercise/{key}", handlers.lab_exercise),
            Route("/api/lab/exercise/{key}", handlers.lab_check, methods=["POST"]),
            WebSocketRoute("/ws/{id}", handlers.board),
            WebSocketRoute("/ws/study/{id}", handlers.study),
            WebSocketRoute("/ws/tournament/{id}", handlers.tournament),
            WebSocketRoute("/ws/workshop/{id}", handlers.workshop),
            Mount("/static", RevalidatedFiles()),
        ],
        middleware=[
            Middleware(Busy, connections=connections),
            Middleware(Guard, token=token),
            Middleware(Paced),
            *([forward] if own.games else []),
        ],
        exception_handlers={HTTPException: http_error, MossaError: bad_request, Exception: server_error},
        lifespan=lifespan,
    )
    app.state.site, app.state.handlers, app.state.connections = site, handlers, connections
    return app


async def http_error(request: Request, error: Exception) -> Response:
    """An address that does not exist, or a method it does not have."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
        return await serve_page("nope", 404)(request)
    return JSONResponse({"error": error.detail}, error.status_code)


class Paced:
    """Middleware: the requests of one address take no more than its share of the event loop's time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.loop_time = app, LoopTime(REQUESTS_SHARE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        try:
            await self.loop_time.wait(address)
        except TooFast as error:
            await JSONResponse({"error": str(error)}, 503)(scope, receive, send)
            return
        self.loop_time.charge(address, LEAST_COST)
        work = Metered(self.app(scope, receive, send))
        try:
            await work
        finally:
            self.loop_time.charge(address, max(0.0, work.seconds - LEAST_COST))


async def bad_request(request: Request, error: Exception) -> Response:
    """A request that cannot be fulfilled."""
    return JSONResponse({"error": str(error)}, 503 if isinstance(error, Overload) else 400)


async def server_error(request: Request, error: Exception) -> Response:
    """An error of mossa, or of user-defined rules."""
    return JSONResponse({"error": sentence(error)}, 500)


async def read_json(request: Request) -> dict[str, Any]:
    """The JSON object that a page sent."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "send JSON, with the content type application/json")
    body = await read_body(request.receive)
    return parse_object(body.decode("utf-8", "replace"))


class Handlers:
    """The handlers of the addresses."""

    def __init__(self, site: Site, connections: Connections) -> None:
        self.site = site
        self.connections = connections
        self.lab = Lab(site.catalogue)
        self.lab_runs = LabRuns(tuple(site.catalogue.files.values()), site.lab_workers, site.workers)
        self.loop_time = LoopTime()
        self._games: list[dict[str, Any]] = []
        self._describing = threading.Lock()

    async def games(self, request: Request) -> Response:
        """The games of the site."""
        return JSONResponse({"games": self._games or await run_in_threadpool(self.describe)})

    async def ready(self, request: Request) -> Response:
        """A game is chosen: its engine is compiled now, and this is about how long that takes yet."""
        name = (await read_json(request)).get("game")
        if not isinstance(name, str):
            raise MossaError("a field game is the name of one")
        self.site.warming.choose(name)
        return JSONResponse({"left": self.site.warming.left(name)})

    async def drawings(self, request: Request) -> Response:
        """How drawn pieces are drawn."""
        return JSONResponse(drawings(), headers={"cache-control": "max-age=3600"})

    def describe(self) -> list[dict[str, Any]]:
        """The games as the first page shows them; computed once, in a thread."""
        with self._describing:
            if not self._games:
                self._games = self.site.catalogue.describe_all()
            return self._games

    async def boards(self, request: Request) -> Response:
        """The last games that were played here."""
        full = self.site.saved.fullness()
        return JSONResponse(
            {
                "boards": await run_in_threadpool(self.site.recent),
                "why_not": self.site.saved.why_not,
                "full": None if full is None else {"games": full[0], "most": full[1]},
            }
        )

    async def new_board(self, request: Request) -> Response:
        """A new game."""
        return JSONResponse({"id": (await self.site.begin(await read_json(request), client_of(request))).id}, 201)

    async def import_game(self, request: Request) -> Response:
        """Import a pasted game; of several games, list them."""
        found = await self.site.import_game(await read_json(request), client_of(request))
        return JSONResponse({"id": found.id}, 201) if isinstance(found, Board) else JSONResponse(found)

    async def delete_board(self, request: Request) -> Response:
        """Delete a game."""
        self.site.delete(request.path_params["id"])
        return JSONResponse({})

    async def board(self, socket: WebSocket) -> None:
        """The WebSocket of a board."""
        await self._serve_socket(socket, self.site.board)

    async def study(self, socket: WebSocket) -> None:
        """The WebSocket of the analysis of a game."""

        async def find(id: str, client: Client) -> Study:
            board = await self.site.board(id, client)
            return Study(id, board.played, self.site.pool, self.site.workers, self.site.saved, client[0])

        await self._serve_socket(socket, find)

    async def tournament(self, socket: WebSocket) -> None:
        """The WebSocket of a tournament."""

        async def find(id: str, client: Client) -> TournamentRun:
            return self.site.tournaments.run(id)

        await self._serve_socket(socket, find)

    async def tournaments(self, request: Request) -> Response:
        """The last tournaments."""
        return JSONResponse({"tournaments": await run_in_threadpool(self.site.tournaments.recent)})

    async def new_tournament(self, request: Request) -> Response:
        """A new tournament."""
        run = await self.site.tournaments.begin(await read_json(request), client_of(request)[0])
        return JSONResponse({"id": run.id}, 201)

    async def tournament_games(self, request: Request) -> Response:
        """The games of a tournament, as a file."""
        text = await run_in_threadpool(self.site.tournaments.records, request.path_params["id"])
        headers = {"content-disposition": 'attachment; filename="mossa-tournament.jsonl"'}
        return Response(text, media_type="application/jsonl", headers=headers)

    async def puzzles(self, request: Request) -> Response:
        """The games with puzzles."""
        return JSONResponse({"games": await run_in_threadpool(list_puzzles)})

    async def puzzle(self, request: Request) -> Response:
        """A puzzle, after the moves that a person tried."""
        return JSONResponse(await run_in_threadpool(answer_puzzle, await read_json(request)))

    async def new_workshop(self, request: Request) -> Response:
        """A page of the evaluation workshop."""
        return JSONResponse(await self.site.workshops.begin(await read_json(request)), 201)

    async def workshop(self, socket: WebSocket) -> None:
        """The WebSocket of a page of the workshop."""

        async def find(id: str, client: Client) -> Workshop:
            return self.site.workshops.find(id, client[0])

        await self._serve_socket(socket, find)

    async def _serve_socket(self, socket: WebSocket, find: Callable[[str, Client], Awaitable[Watched]]) -> None:
        await socket.accept()
        page = Page(socket.client.host if socket.client is not None else "")
        page.on_close = lambda: self.connections.abort_soon(socket.scope)
        with ExitStack() as stay:
            sender = asyncio.create_task(send_all(socket, page))
            stay.callback(page.close)
            try:
                stay.enter_context(self.site.admitted(page.client))
                board = await find(socket.path_params["id"], client_of(socket))
            except Exception as error:  # the rules of a user-defined game may fail in any way
                page.end("gone", sentence(error))
                await sender
                return
            try:
                await done(board.join(page))
            except Exception as error:
                page.end("closed", sentence(error))
            try:
                await self._listen(socket, board, page)
            except WebSocketDisconnect:
                pass
            finally:
                board.leave(page)
                page.close()
                await sender

    async def _listen(self, socket: WebSocket, board: Watched, page: Page) -> None:
        began, count = time.monotonic(), 0
        try:
            while True:
                received = await socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                count += 1
                spare = count / MESSAGES_A_SECOND - (time.monotonic() - began) - 1
                if spare > 0:
                    await asyncio.sleep(spare)
                elif spare < -10:
                    began, count = time.monotonic(), 0
                if page.closed is not None:
                    continue
                with suppress(TooFast):  # a page has nothing else to do than to wait
                    await self.loop_time.wait(page)
                work = Metered(answer(board, page, received))
                await work
                self.loop_time.charge(page, work.seconds)
        finally:
            self.loop_time.forget(page)

    # The lab

    async def lab_listing(self, request: Request) -> Response:
        """Algorithms and examples."""
        return JSONResponse(await run_in_threadpool(self.lab.listing))

    async def lab_run(self, request: Request) -> Response:
        """Run an algorithm."""
        return await self._lab_run("run", request)

    async def _lab_run(self, what: str, request: Request) -> Response:
        asked = await read_json(request)
        return JSONResponse(await while_awaited(request, self.lab_runs.run(client_of(request), what, asked)))

    async def lab_compare(self, request: Request) -> Response:
        """All algorithms on the same tree."""
        return await self._lab_run("compare", request)

    async def lab_decide(self, request: Request) -> Response:
        """The rules of decision on a payoff table."""
        return await self._lab_run("decide", request)

    async def lab_queens(self, request: Request) -> Response:
        """Backtracking, step by step."""
        return await self._lab_run("queens", request)

    async def lab_class(self, request: Request) -> Response:
        """The questions of a class exercise."""
        return await self._lab_run("class_exercise", request)

    async def lab_guess(self, request: Request) -> Response:
        """The exercise in guessing a card."""
        return await self._lab_run("guess", request)

    async def lab_ordering(self, request: Request) -> Response:
        """What move ordering is worth."""
        return await self._lab_run("ordering", request)

    async def lab_nodes(self, request: Request) -> Response:
        """The nodes of a trace."""
        return JSONResponse(await self.lab_runs.look(client_of(request), "nodes", request.path_params["key"]))

    async def lab_open(self, request: Request) -> Response:
        """The nodes below one of a game's tree."""
        return await self._lab_look("open", request)

    async def lab_boards(self, request: Request) -> Response:
        """The boards of nodes."""
        return await self._lab_look("boards", request)

    async def _lab_look(self, what: str, request: Request) -> Response:
        return JSONResponse(await self.lab_runs.follow(client_of(request), what, await read_json(request)))

    async def lab_step(self, request: Request) -> Response:
        """A trace at a step."""
        key, step = request.path_params["key"], request.path_params["step"]
        language, since = request.query_params.get("lang", "en"), request.query_params.get("since", "")
        if re.fullmatch(r"-1|[0-9]{1,9}", since):
            found = await self.lab_runs.look(client_of(request), "changes", key, int(since), step, language)
            return JSONResponse(found)
        kind = "svg" if "svg" in request.query_params else request.query_params.get("as")
        if kind is not None:
            drawing = await self.lab_runs.look(client_of(request), "drawing", key, step, language, kind)
            headers = {"content-disposition": f'attachment; filename="mossa-lab-{step}.{kind}"'}
            return Response(drawing, media_type=DRAWING_TYPES.get(kind, "text/plain"), headers=headers)
        return JSONResponse(await self.lab_runs.look(client_of(request), "step", key, step, language))

    async def lab_exercise(self, request: Request) -> Response:
        """A run as an exercise."""
        key = request.path_params["key"]
        return JSONResponse(await self.lab_runs.look(client_of(request), "exercise", key))

    async def lab_check(self, request: Request) -> Response:
        """An answer to an exercise."""
        body = await read_json(request)
        return JSONResponse(await self.lab_runs.look(client_of(request), "check", request.path_params["key"], body))


async def answer(board: Watched, page: Page, received: MutableMapping[str, Any]) -> None:
    """Do what a page asks for, and tell it if that cannot be."""
    try:
        text = received.get("text")
        if text is None:
            raise MossaError("messages are text")
        if len(text) > LARGEST_MESSAGE:
            raise MossaError(f"a message has {LARGEST_MESSAGE} letters at most")
        await done(board.handle(page, parse_object(text)))
    except Exception as error:  # the rules of a user-defined game may fail in any way
        page.send({"type": "error", "text": sentence(error)})


async def while_awaited(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do something long for a request, unless the page goes away or cancels it."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait({task}, timeout=LOOK_AROUND))[0]:
            if await request.is_disconnected():
                raise MossaError("nobody waits for this any more")
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def done(work: Awaitable[None] | None) -> None:
    """Wait for what a board does, if that takes a while."""
    if work is not None:
        await work


def client_of(connection: HTTPConnection) -> Client:
    """For whom work is done: the address and the port of a connection."""
    client = connection.client
    return ("", "") if client is None else (client.host, str(client.port))
