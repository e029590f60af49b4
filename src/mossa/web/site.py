"""All boards of the site, the threads that think for them, and the limits on both."""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from mossa.core.files import data_folder
from mossa.kernel.errors import MossaError
from mossa.kernel.specialise import announce
from mossa.play.player import THINKING_TIME
from mossa.play.record import GameRecord

from .board import Board
from .catalogue import MOST, Catalogue
from .clocks import TimeSettings, read_control
from .player_pool import PlayerPool
from .search_trees import SearchTrees
from .store import Store
from .tournaments import Tournaments

__all__ = ["Site"]

MOST_BOARDS = 200
"""Boards in memory; those that nobody watches make room for others, and are kept in the store."""
MOST_PAGES, MOST_EACH = 400, 100
"""Open connections of all boards together, and of one client; each has one search of a kind at a time."""
THREADS = max(2, os.cpu_count() or 1)
"""Searches at a time, one for each core; others wait their turn, in the order in which they were asked for."""
MODESTY = 10
"""By so much the threads that think are nicer than the one that answers pages, and than whatever else runs here."""

T = TypeVar("T")


def _be_modest() -> None:
    """Let the thread that answers pages come first. Linux has this for each thread, others may not."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), MODESTY)


class Site:
    """The server's memory."""

    def __init__(self, files: Sequence[str] = (), folder: Path | None = None) -> None:
        self.catalogue = Catalogue(files)
        self.pool = PlayerPool()
        self.trees = SearchTrees()
        self.tournaments = Tournaments(self, lambda: self.home if self.keeps else None)
        self.be_modest = _be_modest
        self.boards: dict[str, Board] = {}
        self.why_not = ""
        """Why games are not kept, if they are not."""
        self._store: Store | None = None
        self._folder = folder
        self._pages: Counter[str] = Counter()
        self._speaking = threading.local()
        self.loop: asyncio.AbstractEventLoop
        self._pool: ThreadPoolExecutor
        self._spare: ThreadPoolExecutor

    def open(self) -> None:
        """Begin to serve, in the running event loop."""
        self.loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(THREADS, "mossa-think", _be_modest)
        self._spare = ThreadPoolExecutor(1, "mossa-aside", _be_modest)
        self.tournaments.open()
        announce.append(self._announced)
        try:
            self._store = Store(self.home / "site.sqlite3")
        except MossaError as error:  # the games go on all the same
            self.why_not = str(error)

    def close(self) -> None:
        """End all searches and close the store."""
        for board in self.boards.values():
            board.stop()
            board.rest()
        self.tournaments.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._spare.shutdown(wait=True, cancel_futures=True)
        self.pool.close()
        announce.remove(self._announced)
        self.boards.clear()
        if self._store is not None:
            self._store.close()

    @property
    def home(self) -> Path:
        """Where games are kept."""
        return self._folder or data_folder()

    @property
    def keeps(self) -> bool:
        """Are games kept?"""
        return self._store is not None and not self.why_not

    # Thinking

    async def think(self, work: Callable[[], T]) -> T:
        """Do something that takes long in a thread."""
        return await self.loop.run_in_executor(self._pool, work)

    def aside(self, work: Callable[[], object]) -> None:
        """Do something short that nobody waits for, one such thing after another.

        What goes wrong there is of no consequence. Threads begun there are as modest as those that think.
        """
        self._spare.submit(work)

    @contextmanager
    def announcing(self, hear: Callable[[str], None]) -> Iterator[None]:
        """Inside, in this thread, `hear` is told what is being compiled."""
        self._speaking.hear = hear
        try:
            yield
        finally:
            self._speaking.hear = None

    def _announced(self, what: str) -> None:
        hear = getattr(self._speaking, "hear", None)
        if hear is not None:
            hear(what)

    # Boards

    def begin(self, words: dict[str, Any]) -> Board:
        """A new game as a page asks for it: `game`, `seats` (a player spec each), `seconds`, `clock`, `position` …"""
        spec, seats = words.get("game"), words.get("seats")
        if not isinstance(spec, str):
            raise MossaError("a new game has a field game, the name of one")
        game = self.catalogue.game(spec)
        count = game.facts.players
        if not (isinstance(seats, list) and len(seats) == count and all(isinstance(one, str) for one in seats)):
            raise MossaError(f"a new game of {game.title} has a field seats, a list of {count} players")
        specs = tuple(self.catalogue.check_player(one, game) for one in seats)
        seconds = words.get("seconds", THINKING_TIME)
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0.01 <= seconds <= MOST["time"]:
            raise MossaError(f"the seconds for a move are a number from 0.01 to {MOST['time']:g}")
        position, moves = words.get("position"), words.get("moves", "")
        if not (position is None or isinstance(position, str)) or not isinstance(moves, str):
            raise MossaError("position and moves are texts")
        at = game.after(moves, position)
        begun = None if at.state == game.rules.start() else at.text
        seed = words.get("seed")
        drawn = seed if isinstance(seed, int) and 0 <= seed < 2**63 else secrets.randbits(53)
        pace = TimeSettings(float(seconds), read_control(words.get("clock")))
        return self._seat(secrets.token_urlsafe(9), GameRecord(game.name, specs, (), begun, seed=drawn), pace)

    def _seat(self, id: str, record: GameRecord, pace: TimeSettings) -> Board:
        self._make_room()
        board = Board(self, id, record, pace)
        self.boards[id] = board
        self.keep(board)
        return board

    def board(self, id: str) -> Board:
        """The board of this id, from memory or from the store."""
        if id not in self.boards:
            kept = self._store.get(id) if self._store is not None and len(id) <= 40 else None
            if kept is None:
                raise MossaError("there is no such game: begin a new one")
            self._make_room()
            self.boards[id] = Board(self, id, kept.record, kept.pace)
        return self.boards[id]

    def keep_record(self, record: GameRecord) -> str:
        """Keep a game that was not played here; its id."""
        return self._seat(secrets.token_urlsafe(9), record, TimeSettings()).id

    def _make_room(self) -> None:
        idle = sorted((board for board in self.boards.values() if not board.pages), key=lambda board: board.used)
        for board in idle[: max(0, len(self.boards) + 1 - MOST_BOARDS)]:
            board.stop()
            self.pool.dismiss(board.id)
            self.trees.forget(board.id)
            del self.boards[board.id]
        if len(self.boards) >= MOST_BOARDS:
            raise MossaError(f"{MOST_BOARDS} boards are open: close some")

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """Inside, one more page of a client is open; a MossaError if there are too many."""
        if self._pages.total() >= MOST_PAGES:
            raise MossaError(f"{MOST_PAGES} pages are open: close some")
        if self._pages[client] >= MOST_EACH:
            raise MossaError(f"{MOST_EACH} pages are open from your machine: close some")
        self._pages[client] += 1
        try:
            yield
        finally:
            self._pages[client] -= 1
            self._pages += Counter()  # forgets clients without pages

    def keep(self, board: Board) -> None:
        """Write a game down. Where that is impossible the game goes on all the same, and the page says so."""
        if self._store is None:
            return
        try:
            self._store.put(board.id, board.record(), board.kept_pace())
            self.why_not = ""
        except MossaError as error:
            self.why_not = str(error)

    def recent(self, count: int = 30) -> list[dict[str, Any]]:
        """The last games, for the first page."""
        found = []
        for kept in self._store.recent(count) if self._store is not None else []:
            record = kept.record
            found.append(
                {
                    "id": kept.id,
                    "game": record.game,
                    "seats": list(record.players),
                    "moves": len(record.moves),
                    "ended": record.ended,
                    "changed": kept.changed,
                }
            )
        return found

    def forget(self, id: str) -> None:
        """Delete a game."""
        board = self.boards.pop(id, None)
        if board is not None:
            board.stop()
            for page in board.pages:
                page.put_nowait(None)
            self.pool.dismiss(id)
            self.trees.forget(id)
        if self._store is not None:
            self._store.delete(id)
