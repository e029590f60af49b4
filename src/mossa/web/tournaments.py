"""Tournaments of the site: one is played at a time, watched by any number of pages, stored in the data folder."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from mossa.core.files import read_json, write_json
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.tournament import CrossTable, Tournament, run_tournament, tournament_of

from .catalogue import Catalogue
from .deadlines import limited, renew
from .messages import Message, Page, encoded, sentence
from .player_pool import RUN_TIME, lower_priority
from .scene_json import draw_scene

__all__ = ["TournamentRun", "Tournaments"]

MOST_PLAYERS, MOST_GAMES, MOST_ROUNDS, MOST_SECONDS = 8, 6, 200, 10.0
"""The largest tournament that a page may ask for."""
MOST_WAITING = 20
"""Tournaments that wait for their turn …"""
MOST_EACH = 2
"""… and those of one visitor."""
MOST_SHOWN = 30
FRAME_INTERVAL = 0.2
"""Seconds between two messages that show the current game."""
ID = re.compile(r"[\w-]{1,40}")


class TournamentRun:
    """One tournament, as it is played and watched."""

    def __init__(self, tournaments: Tournaments, id: str, settings: Message, visitor: str = "") -> None:
        self.tournaments, self.id, self.settings, self.visitor = tournaments, id, settings, visitor
        self.tournament: Tournament = tournament_of(settings)
        self.table: Message = CrossTable(self.tournament).as_dict()
        self.state = "waiting"
        """`waiting`, `playing`, `done` or `stopped`."""
        self.trouble = ""
        self.live: Message | None = None
        self.pages: set[Page] = set()
        self.stop = threading.Event()

    def message(self) -> Message:
        """All that a page shows."""
        return {
            "type": "contest",
            "id": self.id,
            "state": self.state,
            "trouble": self.trouble,
            "words": self.settings,
            **self.table,
        }

    # The interface that boards, analyses and tournaments share

    def join(self, page: Page) -> None:
        """A page comes."""
        self.pages.add(page)
        page.send(self.message())
        if self.live is not None:
            page.send(self.live)

    def leave(self, page: Page) -> None:
        """A page goes; the tournament goes on."""
        self.pages.discard(page)

    def handle(self, page: Page, message: Message) -> None:
        """Stop it, or go on with it."""
        what = message.get("do")
        if what == "stop":
            self.stop.set()
            if self.state == "waiting":
                self.change("stopped")
        elif what == "go":
            self.tournaments.queue(self)
        else:
            raise MossaError("a message has a field do, one of stop, go")

    def change(self, state: str, trouble: str = "") -> None:
        """Change the state, and send it to the pages."""
        self.state, self.trouble = state, trouble
        self.broadcast(self.message())

    def broadcast(self, message: Message) -> None:
        """Send a message to every page."""
        text = encoded(message)
        for page in self.pages:
            page.put(text)

    # In a thread

    def play(self, folder: Path | None, later: Callable[..., object]) -> None:
        """Play it to its end, or until it is stopped. `later` calls a function in the event loop."""
        shown = 0.0

        def progress(table: CrossTable) -> None:
            data = table.as_dict()
            if folder is not None:
                write_json(folder / "table.json", data)
            later(self._advance, data)

        def hear(seated: Sequence[str], at: Position) -> None:
            nonlocal shown
            renew(RUN_TIME)
            if at.is_over or time.monotonic() - shown >= FRAME_INTERVAL:
                shown = time.monotonic()
                live = {
                    "type": "live",
                    "game": at.game.name,
                    "sides": list(at.game.rules.player_names),
                    "players": list(seated),
                    "scene": draw_scene(at.scene()),
                    "ply": len(at.line) - 1,
                }
                later(self._frame, live)

        with limited(RUN_TIME):
            run_tournament(self.tournament, folder=folder, progress=progress, on_position=hear, stop=self.stop)

    def _advance(self, data: Message) -> None:
        self.table = data
        self.broadcast(self.message())

    def _frame(self, live: Message) -> None:
        self.live = live
        self.broadcast(live)


class Tournaments:
    """All tournaments of the site."""

    def __init__(self, catalogue: Catalogue, folder: Callable[[], Path | None]) -> None:
        self.catalogue, self._folder = catalogue, folder
        self.runs: dict[str, TournamentRun] = {}
        self._pool: ThreadPoolExecutor
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to serve."""
        self._pool = ThreadPoolExecutor(1, "mossa-tournament", lower_priority)

    def close(self) -> None:
        """Stop all; they can go on later."""
        for run in self.runs.values():
            run.stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def begin(self, settings: Message, visitor: str) -> TournamentRun:
        """A new tournament, as a page asks for it. Its games are loaded in a thread, since that may take long."""
        await run_in_threadpool(self._check, settings)
        run = await run_in_threadpool(TournamentRun, self, secrets.token_urlsafe(9), settings, visitor)
        waiting = [one.visitor for one in self.runs.values() if one.state in ("waiting", "playing")]
        if waiting.count(visitor) >= MOST_EACH:
            raise MossaError(f"{MOST_EACH} tournaments of yours have not ended: stop one, or let one end")
        if len(waiting) > MOST_WAITING:
            raise MossaError("too many tournaments wait for their turn: let one end")
        self.runs[run.id] = run
        folder = self._home(run.id)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "tournament.json", settings)
        self.queue(run)
        return run

    def _check(self, settings: Message) -> None:
        games, players, rounds = settings.get("games"), settings.get("players"), settings.get("rounds", 2)
        for name, texts, most in (("games", games, MOST_GAMES), ("players", players, MOST_PLAYERS)):
            if not (isinstance(texts, list) and 0 < len(texts) <= most and all(isinstance(one, str) for one in texts)):
                raise MossaError(f"a tournament has a field {name}, a list of 1 to {most}")
        if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= MOST_ROUNDS:
            raise MossaError(f"each pair plays from 1 to {MOST_ROUNDS} games")
        seconds = settings.get("time")
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0.01 <= seconds <= MOST_SECONDS:
            raise MossaError(f"a tournament has a field time, from 0.01 to {MOST_SECONDS:g} seconds a move")
        for name in games or ():
            game = self.catalogue.game(name)
            for spec in players or ():
                self.catalogue.check_player(spec, game)

    def queue(self, run: TournamentRun) -> None:
        """Play it when the tournaments before it have ended."""
        if run.state == "playing" or (run.state == "waiting" and run.id in self._waiting()):
            raise MossaError("this tournament is under way already")
        run.stop = threading.Event()
        run.change("waiting")
        task = asyncio.get_running_loop().create_task(self._play(run))
        self._tasks.add(task)
        task.set_name(run.id)
        task.add_done_callback(self._tasks.discard)

    def _waiting(self) -> set[str]:
        return {task.get_name() for task in self._tasks}

    async def _play(self, run: TournamentRun) -> None:
        loop = asyncio.get_running_loop()

        def work() -> None:
            if not run.stop.is_set():
                loop.call_soon_threadsafe(run.change, "playing")
                run.play(self._home(run.id), loop.call_soon_threadsafe)

        try:
            await loop.run_in_executor(self._pool, work)
            done = run.table["played"] >= run.table["total"]
            run.change("done" if done else "stopped")
        except Exception as error:  # the rules of a user-defined game may fail in any way
            run.change("stopped", sentence(error))

    def games(self, id: str) -> list[str]:
        """The games of a stored tournament."""
        folder = self._home(id)
        if folder is None or not (folder / "tournament.json").is_file():
            return []
        return list(tournament_of(read_json(folder / "tournament.json")).games)

    def run(self, id: str) -> TournamentRun:
        """The tournament of this id, from memory or from its folder."""
        if id not in self.runs:
            folder = self._home(id)
            if folder is None or not (folder / "tournament.json").is_file():
                raise MossaError("there is no such tournament: begin a new one")
            run = TournamentRun(self, id, read_json(folder / "tournament.json"))
            if (folder / "table.json").is_file():
                run.table = read_json(folder / "table.json")
            run.state = "done" if run.table["played"] >= run.table["total"] else "stopped"
            self.runs[id] = run
        return self.runs[id]

    def recent(self) -> list[Message]:
        """The last tournaments, the latest first."""
        ids = {run.id: time.time() for run in self.runs.values()}
        home = self._folder()
        if home is not None and (home / "tournaments").is_dir():
            for path in (home / "tournaments").iterdir():
                if (path / "tournament.json").is_file():
                    ids[path.name] = (path / "tournament.json").stat().st_mtime
        found = []
        for id in sorted(ids, key=lambda one: -ids[one])[:MOST_SHOWN]:
            try:
                run = self.run(id)
            except MossaError:
                continue
            if any(map(self.catalogue.is_elsewhere, run.tournament.games)):
                del self.runs[id]  # another process plays it: read it again next time
            found.append({key: run.message()[key] for key in ("id", "state", "games", "players", "played", "total")})
        return found

    def records(self, id: str) -> str:
        """All games of a tournament, a JSON object a line."""
        home = self._home(self.run(id).id)
        lines: list[str] = []
        for path in sorted(home.glob("match-*.jsonl")) if home is not None else ():
            for line in path.read_text("utf-8").splitlines():
                lines += [json.dumps(record, ensure_ascii=False) for record in json.loads(line).get("records", ())]
        return "\n".join(lines) + "\n"

    def _home(self, id: str) -> Path | None:
        home = self._folder()
        if not ID.fullmatch(id):
            raise MossaError("there is no such tournament: begin a new one")
        return None if home is None else home / "tournaments" / id
