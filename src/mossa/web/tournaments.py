"""Tournaments of the site: some are played at a time, watched by any number of pages, stored in the data folder.

There is one slot for each processor, a few at most. While others wait, a tournament that has had its time gives its
slot away at the end of a game and waits for its next turn, so that a short one does not wait for the end of a long one,
nor one visitor for all tournaments of another (`turns`).
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
from .turns import Turns

__all__ = ["TournamentRun", "Tournaments"]

MOST_PLAYERS, MOST_GAMES, MOST_ROUNDS, MOST_SECONDS = 8, 6, 200, 10.0
"""The largest tournament that a page may ask for."""
MOST_WAITING = 20
"""Tournaments that wait for their turn …"""
MOST_EACH = 6
"""… and those of one visitor that wait or are played."""
AT_ONCE = min(4, os.cpu_count() or 1)
"""Tournaments that are played at a time: each takes a processor and the memory of its players."""
TURN = 60.0
"""Seconds after which a tournament gives its slot to one that waits, at the end of a game."""
MOST_SHOWN = 30
MOST_IN_MEMORY = 100
"""Those that have ended and that nobody watches are dropped first, and read again from their folders."""
FRAME_INTERVAL = 0.2
"""Seconds between two messages that show the current game."""
LISTED = ("id", "state", "place", "waiting", "games", "players", "played", "total")
"""Of a tournament, in the list of the last ones."""
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
        self.place, self.waiting = 0, 0
        """Its place among those that wait, and their number; 0: it does not wait."""
        self.pages: set[Page] = set()
        self.wanted = False
        """It is to be played to its end: nobody has stopped it."""
        self.pause = threading.Event()
        """Ends what is played of it now."""

    @property
    def is_over(self) -> bool:
        """Have all games been played?"""
        return bool(self.table["played"] >= self.table["total"])

    def message(self) -> Message:
        """All that a page shows."""
        return {
            "type": "contest",
            "id": self.id,
            "state": self.state,
            "trouble": self.trouble,
            "place": self.place,
            "waiting": self.waiting,
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
            self.tournaments.stop(self)
        elif what == "go":
            self.tournaments.queue(self, page.client)
        else:
            raise MossaError("a message has a field do, one of stop, go")

    def change(self, state: str, trouble: str = "") -> None:
        """Change the state, and send it to the pages."""
        self.state, self.trouble, self.place = state, trouble, 0
        self.broadcast(self.message())

    def broadcast(self, message: Message) -> None:
        """Send a message to every page."""
        text = encoded(message)
        for page in self.pages:
            page.put(text)

    # In a thread

    def play(self, folder: Path | None, later: Callable[..., object]) -> None:
        """Play it to its end, or until it pauses. `later` calls a function in the event loop."""
        shown, began, known = 0.0, time.monotonic(), self.table["played"] if folder is not None else 0

        def progress(table: CrossTable) -> None:
            data = table.as_dict()
            if data["played"] <= known:
                return  # games of an earlier turn, read again
            if folder is not None:
                write_json(folder / "table.json", data)
            later(self._advance, data, folder is not None and time.monotonic() - began > TURN)

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
            run_tournament(self.tournament, folder=folder, progress=progress, on_position=hear, stop=self.pause)

    def _advance(self, data: Message, may_give_way: bool) -> None:
        self.table = data
        self.broadcast(self.message())
        if may_give_way and self.tournaments.turns.waiting:
            self.pause.set()

    def _frame(self, live: Message) -> None:
        self.live = live
        self.broadcast(live)


class Tournaments:
    """All tournaments of the site."""

    def __init__(self, catalogue: Catalogue, folder: Callable[[], Path | None]) -> None:
        self.catalogue, self._folder = catalogue, folder
        self.runs: dict[str, TournamentRun] = {}
        self.turns = Turns(AT_ONCE)
        self._pool: ThreadPoolExecutor
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """By the id of the tournament that waits or is played."""

    def open(self) -> None:
        """Begin to serve."""
        self._pool = ThreadPoolExecutor(AT_ONCE, "mossa-tournament", lower_priority)

    def close(self) -> None:
        """Stop all; they can go on later."""
        for id in list(self._tasks):
            self.stop(self.runs[id])
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def begin(self, settings: Message, visitor: str) -> TournamentRun:
        """A new tournament, as a page asks for it. Its games are loaded in a thread, since that may take long."""
        await run_in_threadpool(self._check, settings)
        run = await run_in_threadpool(TournamentRun, self, secrets.token_urlsafe(9), settings, visitor)
        self._require_room(visitor)
        self._forget_ended()
        self.runs[run.id] = run
        folder = self._home(run.id)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "tournament.json", settings)
        self.queue(run, visitor)
        return run

    def _require_room(self, visitor: str) -> None:
        """A MossaError if no more can wait, or no more of this visitor."""
        under_way = [self.runs[id] for id in self._tasks]
        if sum(run.visitor == visitor for run in under_way) >= MOST_EACH:
            raise MossaError(f"{MOST_EACH} tournaments of yours have not ended: stop one, or let one end")
        if sum(run.state == "waiting" for run in under_way) >= MOST_WAITING:
            raise MossaError("too many tournaments wait for their turn: let one end")

    def _forget_ended(self) -> None:
        """Drop tournaments from memory that have ended and that nobody watches."""
        idle = [run for run in self.runs.values() if run.id not in self._tasks and not run.pages]
        for run in idle[: max(0, len(self.runs) - MOST_IN_MEMORY)]:
            del self.runs[run.id]

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

    def queue(self, run: TournamentRun, visitor: str) -> None:
        """Play it for a visitor when it is its turn."""
        if run.id in self._tasks:
            raise MossaError("this tournament is under way already")
        self._require_room(visitor)
        run.visitor, run.wanted = visitor, True
        run.change("waiting")
        task = asyncio.get_running_loop().create_task(self._play(run))
        self._tasks[run.id] = task
        task.add_done_callback(partial(self._ended, run))

    def stop(self, run: TournamentRun) -> None:
        """End it for now: it can go on later. One that waits leaves the queue."""
        run.wanted = False
        run.pause.set()
        if run.state == "waiting" and run.id in self._tasks:
            self._tasks[run.id].cancel()

    async def _play(self, run: TournamentRun) -> None:
        """Turn by turn, to its end or until somebody stops it."""
        while run.wanted and not run.is_over:
            await self._play_a_turn(run)
            if not run.pause.is_set():
                break

    def _ended(self, run: TournamentRun, task: asyncio.Task[None]) -> None:
        """It is over, or was stopped, or failed: the rules of a user-defined game may do so in any way."""
        del self._tasks[run.id]
        error = None if task.cancelled() else task.exception()
        run.wanted = False
        run.change("done" if run.is_over else "stopped", "" if error is None else sentence(error))
        self._tell_places()

    async def _play_a_turn(self, run: TournamentRun) -> None:
        loop = asyncio.get_running_loop()
        if run.state != "waiting":
            run.change("waiting")
        loop.call_soon(self._tell_places)
        async with self.turns.turn((run.visitor, run.id)):
            run.pause = threading.Event()
            run.change("playing")
            self._tell_places()
            await loop.run_in_executor(self._pool, run.play, self._home(run.id), loop.call_soon_threadsafe)

    def _tell_places(self) -> None:
        """Tell the pages of those that wait how their places in the queue have changed."""
        count = self.turns.waiting
        for run in (self.runs[id] for id in self._tasks):
            place = self.turns.place((run.visitor, run.id))
            if run.state == "waiting" and (place, count) != (run.place, run.waiting):
                run.place, run.waiting = place, count
                run.broadcast(run.message())

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
            run.state = "done" if run.is_over else "stopped"
            self.runs[id] = run
        return self.runs[id]

    def recent(self) -> list[Message]:
        """The last tournaments, the latest first."""
        ids = {run.id: time.time() for run in list(self.runs.values())}
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
            found.append({key: run.message()[key] for key in LISTED})
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
