"""All boards of the site, what they share, and the limits on their number."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from mossa.core.files import data_folder
from mossa.core.registry import names as game_names
from mossa.kernel.errors import MossaError
from mossa.play.player import THINKING_TIME
from mossa.play.record import GameRecord

from .board import Board
from .catalogue import MOST, Catalogue
from .clocks import TimeSettings, read_control
from .lab import RUN_TIME_LIMIT
from .messages import Message
from .played_game import PlayedGame
from .player_pool import PlayerPool
from .reading import FEW_MOVES, position_after, read_pasted, read_record
from .search_trees import SearchTrees
from .store import SavedGames
from .tournaments import Tournaments
from .turns import Client
from .warming import Warming
from .workers import Workers
from .workshop import Workshops

__all__ = ["Site"]

MOST_BOARDS = 200
"""Boards in memory. Those without pages are dropped first, and read again from the store."""
MOST_PAGES, MOST_EACH = 400, 100
"""Open connections of all boards together, and of one client; each runs at most one search of a kind at a time."""
READERS, READING_TIME = 2, 10.0
"""Worker processes for what is long to read, and the CPU seconds of one piece of work."""
LAB_RUNS, LAB_TIME = 2, RUN_TIME_LIMIT + 20.0
"""The same for the lab, whose runs end before that with a sentence of their own."""


class Site:
    """The server's memory."""

    def __init__(
        self,
        files: Sequence[str] = (),
        folder: Path | None = None,
        elsewhere: Mapping[str, dict[str, Any]] | None = None,
        apart: bool = False,
        warm: bool = False,
    ) -> None:
        self.catalogue = Catalogue(files, elsewhere)
        self.pool = PlayerPool(watched=apart)
        self.workers = Workers(READERS, READING_TIME, inside=apart)
        """For what is long to read."""
        self.lab_workers = Workers(LAB_RUNS, LAB_TIME, inside=apart)
        """For the runs of the lab."""
        self.warming = Warming(game_names() if warm else ())
        self.trees = SearchTrees()
        self.saved = SavedGames()
        self.tournaments = Tournaments(self.catalogue, lambda: self.home if self.saved.works else None)
        self.workshops = Workshops(self.catalogue, self.pool, self.workers)
        self.boards: dict[str, Board] = {}
        self._folder = folder
        self._pages: Counter[str] = Counter()

    def open(self) -> None:
        """Begin to serve, in the running event loop."""
        self.pool.open()
        self.warming.open()
        self.tournaments.open()
        self.saved.open(self.home / "site.sqlite3")

    async def close(self) -> None:
        """End all searches and close the store."""
        for board in self.boards.values():
            board.stop()
            board.stop_pondering()
        self.tournaments.close()
        self.pool.close()
        self.boards.clear()
        self.saved.close()
        await self.warming.close()
        await self.workers.close()
        await self.lab_workers.close()

    @property
    def home(self) -> Path:
        """Where games are stored."""
        return self._folder or data_folder()

    # Boards

    async def begin(self, request: dict[str, Any], client: Client = ("", "")) -> Board:
        """A new game with the fields of a request: `game`, `seats` (player specs), `seconds`, `clock`, `position` …"""
        spec, seats = request.get("game"), request.get("seats")
        if not isinstance(spec, str):
            raise MossaError("a new game has a field game, the name of one")
        game = await run_in_threadpool(self.catalogue.game, spec, client[0])  # loading may take a while
        count = game.facts.players
        if not (isinstance(seats, list) and len(seats) == count and all(isinstance(one, str) for one in seats)):
            raise MossaError(f"a new game of {game.title} has a field seats, a list of {count} players")
        specs = tuple(self.catalogue.check_player(one, game) for one in seats)
        seconds = request.get("seconds", THINKING_TIME)
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0.01 <= seconds <= MOST["time"]:
            raise MossaError(f"the seconds for a move are a number from 0.01 to {MOST['time']:g}")
        position, moves = request.get("position"), request.get("moves", "")
        if not (position is None or isinstance(position, str)) or not isinstance(moves, str):
            raise MossaError("position and moves are texts")
        at = game.start()
        if moves.strip() or position is not None:
            at = await self.workers.do(client, position_after, spec, position, moves)
        begun = None if at.state == game.rules.start() else at.text
        seed = request.get("seed")
        drawn = seed if isinstance(seed, int) and 0 <= seed < 2**63 else secrets.randbits(53)
        time_settings = TimeSettings(float(seconds), read_control(request.get("clock")))
        today = {"Date": time.strftime("%Y.%m.%d")}
        record = GameRecord(game.name, specs, (), begun, seed=drawn, tags=today)
        return self.add(PlayedGame(game, record), time_settings)

    async def import_game(self, request: dict[str, Any], client: Client = ("", "")) -> Board | Message:
        """A board for the game in a pasted `text` of a `game`; all games of the text, if it has several or a part of
        it was left out, and no `number` chooses one."""
        spec, text, number = request.get("game"), request.get("text"), request.get("number")
        if not isinstance(spec, str) or not isinstance(text, str):
            raise MossaError("a pasted game has the fields game and text")
        if not (number is None or type(number) is int):
            raise MossaError("the number of a game is a whole number")
        await run_in_threadpool(self.catalogue.game, spec, client[0])
        found = await self.workers.do(client, read_pasted, spec, text, number)
        return found if isinstance(found, dict) else self.add(found.played())

    def add(self, played: PlayedGame, time_settings: TimeSettings | None = None) -> Board:
        """A board for a game that begins here or was played elsewhere."""
        board = self._open_board(secrets.token_urlsafe(9), played, time_settings or TimeSettings())
        board.save()
        return board

    async def board(self, id: str, client: Client = ("", "")) -> Board:
        """The board of this id, from memory or from the store."""
        if id not in self.boards or self.boards[id].deleted:
            stored = self.saved.get(id) if len(id) <= 40 else None
            if stored is None:
                raise MossaError("there is no such game: begin a new one")
            game, record = await run_in_threadpool(self.catalogue.game, stored.record.game), stored.record
            if len(record.moves) <= FEW_MOVES:
                played = PlayedGame(game, record)
            else:
                played = (await self.workers.do(client, read_record, record)).played()
            if id not in self.boards or self.boards[id].deleted:  # else another page was faster
                return self._open_board(id, played, stored.time_settings, stored.version)
        return self.boards[id]

    def game_of(self, id: str) -> str:
        """The game of a stored board, or of a tournament one that another process plays; else an empty text."""
        try:
            stored = self.saved.get(id)
            games = self.tournaments.games(id) if stored is None else [stored.record.game]
        except MossaError:
            return ""
        return next((one for one in games if self.catalogue.is_elsewhere(one)), "")

    def _open_board(self, id: str, played: PlayedGame, time_settings: TimeSettings, version: int = 0) -> Board:
        self._drop_idle_boards()
        self.boards[id] = Board(id, played, time_settings, self.pool, self.trees, self.saved, version)
        return self.boards[id]

    def _drop_idle_boards(self) -> None:
        idle = sorted((board for board in self.boards.values() if not board.pages), key=lambda board: board.used)
        for board in idle[: max(0, len(self.boards) + 1 - MOST_BOARDS)]:
            board.stop()
            self.pool.dismiss(board.id)
            self.trees.close(board.id)
            del self.boards[board.id]
        if len(self.boards) >= MOST_BOARDS:
            raise MossaError(f"{MOST_BOARDS} boards are open: close some")

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """A context that counts one more open page of a client; a MossaError if there are too many."""
        if self._pages.total() >= MOST_PAGES:
            raise MossaError(f"{MOST_PAGES} pages are open: close some")
        if self._pages[client] >= MOST_EACH:
            raise MossaError(f"{MOST_EACH} pages are open from your machine: close some")
        self._pages[client] += 1
        try:
            yield
        finally:
            self._pages[client] -= 1
            self._pages += Counter()  # drops clients without pages

    def recent(self, count: int = 30) -> list[dict[str, Any]]:
        """The last games, for the first page."""
        found = []
        for stored in self.saved.recent(count):
            record = stored.record
            found.append(
                {
                    "id": stored.id,
                    "game": record.game,
                    "seats": list(record.players),
                    "moves": len(record.moves),
                    "ended": record.ended,
                    "changed": stored.changed,
                }
            )
        return found

    def delete(self, id: str) -> None:
        """Delete a game."""
        board = self.boards.pop(id, None)
        if board is not None:
            board.deleted = True
            board.stop()
            for page in board.pages:
                page.close()
            self.pool.dismiss(id)
            self.trees.close(id)
        self.saved.delete(id)
