"""A board: one game and the pages that watch it.

Everything here runs in the event loop. What takes long runs in threads, as a `Job` or a function that does not
use the board.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from mossa.core.explanation import explainer
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.players import default_player
from mossa.play.seeded_random import derive_seed, draw_chance_move
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .clocks import Clocks, TimeSettings
from .draw_offers import accepts_draw, is_early
from .messages import STALE, Message, Page, Tasks, action_of, encoded, sentence
from .played_game import PlayedGame, checked_ply, show_explanation, show_found
from .player_pool import Job, MoveTime, PlayerPool, instead_of, unless
from .scene_json import path_of
from .search_trees import SearchTrees
from .store import SavedGames, StaleGame
from .turns import Client

__all__ = ["Board"]

LEAST_MOVE_TIME = 0.4
"""The least seconds for a move where only machines play, so that people can follow."""
LINES = 5
"""Moves that a hint or an analysis compares."""
LONGEST_PATH = 400
"""The longest path to a node of a search tree."""
LONGEST_REPLAY = 30.0
"""Seconds to open a node of a search tree."""
LONGEST_PONDERING = 60.0
"""The greatest time to ponder, in seconds."""
HINT_SEAT, DRAW_SEAT = -2, -4
"""The seats of the players that give hints and judge draw offers. They belong to the board: a table is reused."""
PREPARATION = 60
"""The time for preparation (solving a game, say) before a player's first move, as a multiple of the time of a move."""


class Board:
    """A game between people at these pages (seats that are `human`) and other players."""

    def __init__(
        self,
        id: str,
        played: PlayedGame,
        time_settings: TimeSettings,
        pool: PlayerPool,
        trees: SearchTrees,
        saved: SavedGames,
        version: int = 0,
    ) -> None:
        self.id, self.played, self.time_settings = id, played, time_settings
        control, left = time_settings.control, time_settings.left
        self.clocks = None if control is None else Clocks(control, len(played.specs), left)
        self.version = version
        """The version of the game in the store; 0 if it was never stored."""
        self.deleted = False
        """Was the game deleted, or changed by another? Then it is not stored again."""
        self._pool, self._trees, self._saved = pool, trees, saved
        self._saved_plies: int | None = None
        """How many moves of the game are stored; None: it must be stored whole."""
        self.pages: set[Page] = set()
        self.job: Job | None = None
        """The search for the move to be made, if one is under way."""
        self.advice: Job | None = None
        """The search for a hint, an analysis or the answer to a draw offer."""
        self._replay_stop: threading.Event | None = None
        """Ends the replay of a search that a page looks into."""
        self._pondering: asyncio.TimerHandle | None = None
        """While a machine ponders: the timer that ends it."""
        self._flag: asyncio.TimerHandle | None = None
        """The timer that ends the game when the clock of the mover runs out."""
        self.trouble = ""
        """Why the game cannot go on, if so."""
        self.used = time.monotonic()
        self._tasks = Tasks()

    @cached_property
    def _adviser(self) -> str:
        """The player that gives hints."""
        return default_player(self.played.game)

    @property
    def client(self) -> Client:
        """For whom its work is done."""
        return next((page.client for page in self.pages), ""), self.id

    def state(self) -> Message:
        """All that a page shows."""
        return {
            "type": "state",
            "id": self.id,
            **self.played.show_state(),
            "seconds": self.time_settings.seconds,
            "clocks": None if self.clocks is None else self.clocks.message(),
            "thinking": self.job is not None,
            "trouble": self.trouble,
            "kept": self._saved.works,
        }

    def save(self) -> None:
        """Store the game: the moves that are new, or all of it."""
        if self.deleted:
            return
        game, clocks = self.played, self.clocks
        left = [clocks.left(seat) for seat in range(len(game.specs))] if clocks is not None else None
        if self._saved_plies is None or game.ended:
            version = self._saved.put(self.id, game.record(), replace(self.time_settings, left=left), self.version)
        else:
            version = self._saved.append(
                self.id, self._saved_plies, game.texts[self._saved_plies :], left, self.version
            )
        self._saved_plies = len(game.texts) if version is not None else None
        self.version = self.version if version is None else version

    # Requests of pages

    def handle(self, page: Page, message: Message) -> None:
        """Do what a page asks for, or raise a MossaError that says why not."""
        self.used = time.monotonic()
        action_of(ACTIONS, message)(self, page, message)

    def _move(self, page: Page, message: Message) -> None:
        text, ply = message.get("move"), message.get("ply")
        if not isinstance(text, str) or len(text) > 200:
            raise MossaError("a move is a text of at most 200 characters")
        self.played.check_turn(ply)
        self._play(self.played.at.read_move(text))

    def _undo(self, page: Page, message: Message) -> None:
        turns, closed = self.played.turns_of_people(), self.played.closed
        if not turns:
            raise MossaError("there is no move of yours to take back")
        if closed is not None and closed[0] == "time":
            raise MossaError("time ran out: that cannot be taken back")
        self.stop()
        self.stop_pondering()
        self.played.take_back(turns[-1])
        self.trouble, self._saved_plies = "", None
        self._changed()

    def _resign(self, page: Page, message: Message) -> None:
        if self.played.ended:
            raise MossaError("the game is over already")
        if not self.played.humans:
            raise MossaError("you have no side in this game")
        mover, humans = self.played.at.mover, self.played.humans
        self._close("resigned", mover if mover in humans else humans[0])

    def _draw(self, page: Page, message: Message) -> None:
        """Offer a draw: a person accepts at once, an engine when the game is far enough, unless it is ahead."""
        if self.played.ended:
            raise MossaError("the game is over already")
        if not self.played.drawable:
            raise MossaError("this game cannot be agreed drawn")
        if len(self.played.humans) == len(self.played.specs):
            self._close("agreed", None)
        elif not self.played.human_to_move:
            raise MossaError("offer a draw when it is your move")
        elif is_early(self.played.at):
            self.broadcast({"type": "declined", "seat": 1 - self.played.at.mover, "why": "early"})
        else:
            other = self.played.specs[1 - self.played.at.mover].replace("ponder=true", "ponder=false")
            self._advise("draw", self.played.at, DRAW_SEAT, other)

    def _answer_to_draw(self, at: Position, found: SearchResult) -> Message | None:
        """The answer of an engine to a draw offer, by the result of a search from the side of the person who offers."""
        if not accepts_draw(at, found):
            return {"type": "declined", "seat": 1 - at.mover, "why": "ahead"}
        self._close("agreed", None)
        return None

    def _close(self, how: str, loser: int | None) -> None:
        """End the game for a reason outside the rules: resignation, time, agreement, a claimed draw."""
        self.stop()
        self.played.closed = (how, loser)
        self._changed()

    def _look(self, page: Page, message: Message) -> None:
        """Show an earlier position, to one page."""
        page.send(self.played.show_past(checked_ply(message.get("ply"), self.played.line)))

    def _hint(self, page: Page, message: Message) -> None:
        if self.played.ended or self.played.at.mover not in self.played.humans:
            raise MossaError("a hint is for your own move")
        self._advise("hint", self.played.at)

    def _analyse(self, page: Page, message: Message) -> None:
        if self.played.viewer is not None:
            raise MossaError("the analysis would show what is hidden: it comes when the game is over")
        line = self.played.line
        self._advise("analysis", line[checked_ply(message.get("ply", len(line) - 1), line)])

    def _tree(self, page: Page, message: Message) -> None:
        """Open a node of the tree of the search for the move after a ply, for one page."""
        if self.played.viewer is not None:
            raise MossaError("the search would show what is hidden: it can be seen when the game is over")
        line, path = self.played.line, message.get("path", [])
        ply = checked_ply(message.get("ply"), line)
        if not (isinstance(path, list) and len(path) <= LONGEST_PATH and all(type(step) is int for step in path)):
            raise MossaError(f"a path is a list of at most {LONGEST_PATH} whole numbers")
        if self._replay_stop is not None:
            self._replay_stop.set()
        self._replay_stop, recording = threading.Event(), self._pool.recording(self.id, ply)
        limits = Limits(self.time_settings.seconds, stop=self._replay_stop)
        work = partial(self._trees.look, self.id, ply, line[ply], recording, tuple(path), limits)
        self._tasks.start(self._open_node(page, tuple(path), work, self._replay_stop))

    async def _open_node(
        self, page: Page, path: tuple[int, ...], work: Callable[[], Message], stop: threading.Event
    ) -> None:
        """In the background: replay the search as far as the node."""
        try:
            async with self._trees.turns.turn(self.client):  # they are opened one at a time
                timer = asyncio.get_running_loop().call_later(LONGEST_REPLAY, stop.set)
                try:
                    run, compiling = partial(unless, stop, work), partial(_compiling, page)
                    found = await self._pool.think(self.client, run, compiling)
                finally:
                    timer.cancel()
            news = {"type": "tree", "path": list(path), **found}
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if stop is self._replay_stop and page in self.pages:
            self._replay_stop = None
            page.send(news)

    def _explain(self, page: Page, message: Message) -> None:
        """The features of the evaluation of a position, for one page."""
        explain = explainer(self.played.game)
        if explain is None or self.played.viewer is not None:
            raise MossaError("the evaluation of this game is not made of features that can be shown")
        ply = checked_ply(message.get("ply"), self.played.line)
        self._tasks.start(self._explaining(page, ply, partial(explain, self.played.line[ply].state)))

    async def _explaining(self, page: Page, ply: int, explain: Callable[[], Any]) -> None:
        try:  # in a thread: something may have to be compiled
            explanation = await self._pool.think(self.client, explain)
            news = {"type": "explained", "ply": ply, **show_explanation(self.played.game, explanation)}
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if page in self.pages:
            page.send(news)

    def _now(self, page: Page, message: Message) -> None:
        """Let the machine play the best move found so far."""
        if self.job is None:
            raise MossaError("no player is thinking")
        self.job.stop.set()

    def _meanwhile(self, page: Page, message: Message) -> None:
        """Let a simpler player move while the machine's own is compiled."""
        self.job = instead_of(self.job)
        self._tasks.start(self._thinking(self.job))

    def _advise(self, kind: str, at: Position, seat: int = HINT_SEAT, spec: str | None = None) -> None:
        if at.is_over or at.is_chance:
            raise MossaError("there is no move to search for here")
        if self.advice is not None:
            self.advice.stop.set()
        time, lines = MoveTime(self.time_settings.seconds), LINES if spec is None else 1
        self.advice = self._job(kind, at, seat, spec or self._adviser, time, multipv=lines)
        self._tasks.start(self._advising(self.advice))

    # The course of the game

    def join(self, page: Page) -> None:
        """A page comes to watch."""
        self.used = time.monotonic()
        self.pages.add(page)
        self.advance()
        page.send(self.state())

    def leave(self, page: Page) -> None:
        """A page leaves. When the last one has left, all searches end."""
        self.used = time.monotonic()
        self.pages.discard(page)
        if not self.pages:
            self.stop()
            self.stop_pondering()
            self._trees.close(self.id)
            with suppress(StaleGame):
                self.save()  # the clocks as they stand

    def stop(self) -> None:
        """End the searches without using their results. Pondering ends with `stop_pondering`."""
        for job in filter(None, (self.job, self.advice)):
            job.stop.set()
        if self._replay_stop is not None:
            self._replay_stop.set()
        self.job = self.advice = self._replay_stop = None
        self._stop_clock()

    def advance(self) -> None:
        """Let chance and machines move until a person is to."""
        game = self.played
        if game.ended:
            self.stop_pondering()
        if game.ended or not self.pages or self.job is not None or self.trouble:
            return
        while not game.at.is_over and game.at.is_chance:
            game.play(draw_chance_move(game.at, game.seed, len(game.texts)))
        if game.at.is_over:
            return
        seat = game.at.mover
        self._start_clock(seat)
        if seat not in game.humans:
            if self._pondering is not None:  # the timer: `choose` uses that search, or ends it
                self._pondering.cancel()
                self._pondering = None
            time = MoveTime(self.time_settings.seconds) if self.clocks is None else self.clocks.move_time(seat)
            self.job = self._job("move", game.at, seat, game.specs[seat], time, ply=len(game.texts))
            self._tasks.start(self._thinking(self.job))
        elif self._pondering is None:
            self._pool.start_pondering(self.id, game.at)
            self._pondering = asyncio.get_running_loop().call_later(LONGEST_PONDERING, self.stop_pondering)

    def _job(
        self, kind: str, at: Position, seat: int, spec: str, time: MoveTime, multipv: int = 1, ply: int = -1
    ) -> Job:
        """A search of a position, with all that its thread needs."""
        return Job(
            kind,
            at,
            self.id,
            seat,
            spec,
            time,
            patience=self.time_settings.seconds * PREPARATION,
            show=partial(show_found, "thought" if kind == "move" else kind, at),
            compiling=self._compiling_for,
            ply=ply,
            seed=partial(derive_seed, self.played.seed, len(self.played.line), 1),
            multipv=multipv,
            client=self.client,
        )

    def _start_clock(self, seat: int) -> None:
        """Start the clock of a seat, and the timer for its end."""
        if self.clocks is None or self._flag is not None:
            return
        self.clocks.start(seat)
        self._flag = asyncio.get_running_loop().call_later(max(0.0, self.clocks.left(seat)), self._close, "time", seat)

    def _stop_clock(self) -> None:
        if self.clocks is not None:
            self.clocks.pause()
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _play(self, move: int) -> None:
        in_time, seat = self.clocks is None or self.clocks.press(), self.played.at.mover
        self.stop()
        if not in_time:
            self._close("time", seat)
            return
        self.played.play(move)
        self.played.claim_draw()
        self._changed()

    def stop_pondering(self) -> None:
        """End the pondering of this board's players."""
        if self._pondering is not None:
            self._pondering.cancel()
            self._pondering = None
            self._pool.stop_pondering(self.id)

    def _changed(self) -> None:
        self.used = time.monotonic()
        try:
            self.advance()
            self.save()
        except StaleGame:
            self._give_up()
            return
        except Exception as error:  # the rules of a user-defined game may fail in any way
            self.trouble = sentence(error)
        self._show()

    def _give_up(self) -> None:
        """Another has changed the stored game: this copy ends, and the pages come back to the game as it stands."""
        self.deleted = True
        self.stop()
        self.stop_pondering()
        for page in self.pages:
            page.send({"type": "stale"})
            page.close(STALE, "the game was changed elsewhere")

    def _show(self) -> None:
        """Show the game as it stands to all pages; where its rules cannot, the pages are closed and told why."""
        try:
            self.broadcast(self.state())
        except Exception as error:
            for page in self.pages:
                page.end("closed", sentence(error))

    async def _thinking(self, job: Job) -> None:
        """A machine's move."""
        began, report = time.monotonic(), partial(self._report, job) if self.played.perfect else None
        try:
            answer = await self._pool.search(job, report)
            if not self.played.humans:
                await asyncio.sleep(LEAST_MOVE_TIME - (time.monotonic() - began))
        except Exception as error:  # rules may fail in any way; the others' games go on
            if job is self.job:
                self._stuck(error)
            return
        if job is not self.job:
            return  # the move was taken back, or the last page has gone
        self.job = None
        try:
            if self.played.perfect:
                self.broadcast(answer.news)
            self._play(answer.found.move)
        except Exception as error:
            self._stuck(error)

    def _stuck(self, error: Exception) -> None:
        """The game cannot go on; taking back a move may help."""
        self.job, self.trouble = None, sentence(error)
        self._show()

    async def _advising(self, job: Job) -> None:
        """A hint, an analysis, or the answer to the offer of a draw."""
        try:
            report = partial(self._report, job) if self.played.perfect and job.kind != "draw" else None
            answer = await self._pool.search(job, report)
            if job.kind == "draw" and job is self.advice:
                self.advice = None
                declined = self._answer_to_draw(job.at, answer.found)
                if declined is not None:
                    self.broadcast(declined)
                return
            news = answer.news
            cells = job.at.scene(self.played.perspective).cells
            news["path"] = path_of(str(news["move"]), {cell.name for cell in cells})
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if job is self.advice:
            self.advice = None
            self.broadcast(news)

    def _compiling_for(self, job: Job, what: str) -> None:
        """A player is being compiled, once on this machine: the clock stands still meanwhile."""
        if job is self.job:
            self._stop_clock()
        if job in (self.job, self.advice):  # else another plays in its place
            self.broadcast({"type": "compiling", "text": what, "move": job is self.job})

    def _report(self, job: Job, news: Message) -> None:
        """Send what a search has found so far, unless it is obsolete."""
        if job in (self.job, self.advice):
            self.broadcast({**news, "type": "thinking"} if job is self.job else news)

    # Sending

    def broadcast(self, message: Message) -> None:
        """Send a message to every page."""
        text = encoded(message)
        for page in self.pages:
            page.put(text)


def _compiling(page: Page, what: str) -> None:
    """Something is compiled for one page."""
    page.send({"type": "compiling", "text": what})


ACTIONS: dict[str, Callable[[Board, Page, Message], None]] = {
    "move": Board._move,
    "part": lambda board, page, message: page.send(board.played.show_part(message)),
    "undo": Board._undo,
    "resign": Board._resign,
    "draw": Board._draw,
    "hint": Board._hint,
    "analyse": Board._analyse,
    "look": Board._look,
    "now": Board._now,
    "meanwhile": Board._meanwhile,
    "tree": Board._tree,
    "explain": Board._explain,
}
"""By the field `do` of a message."""
