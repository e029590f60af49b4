"""One game and the pages that watch it. Everything here runs in the event loop; only the thinking is in threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.players import default_player
from mossa.play.record import GameRecord, opening_of
from mossa.play.referee import final_utilities, may_claim_draw
from mossa.play.score_text import expected_utility
from mossa.play.seeded_random import draw_chance_move
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .clocks import Clocks, TimeSettings
from .messages import Message, Page, Tasks, action_of, sentence
from .scene_json import path_of
from .searches import Job, search
from .views import show_explanation, show_past, show_state

if TYPE_CHECKING:
    from .site import Site

__all__ = ["Board"]

QUEUE = 200
"""Messages that may wait for a page; one that reads more slowly is disconnected."""
PAUSE = 0.4
"""Seconds that a move takes at least where only machines play: people want to follow."""
LINES = 5
"""Moves that an analysis compares."""
DEEPEST = 400
"""Calls on the path to a node of a search."""
LONGEST_OPENING = 40
"""Positions after which the name of the opening stays."""
PONDERS = 60.0
"""Seconds that a player thinks on a person's time at most."""
BETTER = 0.1
"""A machine that is better by this share of the greatest utility declines a draw."""
CLOSED = ("resigned", "time", "agreed", "claim")
"""Endings that the rules do not make."""
HINT_SEAT = -2
"""The seat of whoever gives hints; he stays with the board, and his table with him."""


class Board:
    """A game between people at these pages (seats that are `human`) and other players."""

    def __init__(self, site: Site, id: str, record: GameRecord, pace: TimeSettings) -> None:
        self.site, self.id, self.pace, self.seed = site, id, pace, record.seed
        self.game = site.catalogue.game(record.game)
        self.specs, self.names, self.variations = list(record.players), record.names, record.variations
        self.clocks = Clocks(pace.control, len(self.specs), pace.left) if pace.control is not None else None
        self.closed = (record.ended, record.by) if record.ended in CLOSED else None
        """How the game ended though the rules let it go on, and who lost by it."""
        line = record.line(self.game)
        self.start, self.at = line[0], line[-1]
        self.pages: set[Page] = set()
        self.job: Job | None = None
        """The search for the move to be made, if one is under way."""
        self.advice: Job | None = None
        """The search for a hint or an analysis."""
        self.look: Job | None = None
        """The replay of a search that a page looks into."""
        self._ponders: asyncio.TimerHandle | None = None
        """While machines think on a person's time: what ends it when it has lasted long enough."""
        self._flag: asyncio.TimerHandle | None = None
        """Falls when the time of the mover is over."""
        self.trouble = ""
        """Why the game cannot go on, if so."""
        self._called = ""
        self.used = time.monotonic()
        self._tasks = Tasks()

    # What is so

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, spec in enumerate(self.specs) if spec == "human"]

    @property
    def ended(self) -> bool:
        """By the rules, by resignation, by the clock or by agreement."""
        return self.closed is not None or self.at.is_over

    @property
    def line(self) -> list[Position]:
        """All positions of the game."""
        return list(self.at.since(self.start))

    @property
    def viewer(self) -> int | None:
        """Through whose eyes the pages see: the one person's, or the one's of several who is to move."""
        if self.game.facts.perfect or self.ended or not self.humans:
            return None
        if len(self.humans) == 1 or self.at.mover not in self.humans:
            return self.humans[0]
        return self.at.mover

    @property
    def eyes(self) -> int | None:
        """From whose side the board is drawn: the viewer's; where nothing is hidden, the one person's."""
        if self.game.facts.perfect and len(self.humans) == 1:
            return self.humans[0]
        return self.viewer

    @property
    def drawable(self) -> bool:
        """May the game be agreed drawn?"""
        facts = self.game.facts
        fits = facts.zero_sum and facts.perfect and not facts.chance and len(self.specs) == 2
        return fits and facts.utility[0] < 0 < facts.utility[1] and bool(self.humans)

    def record(self) -> GameRecord:
        """The game as it stands."""
        moves = tuple(a.write_move(b.last) for a, b in pairwise(self.line) if b.last is not None)
        begun = None if self.start.state == self.game.rules.start() else self.start.text
        result, ended, by = None, "", None
        if self.closed is not None:
            ended, by = self.closed
            low, high = self.game.facts.utility
            result = tuple(0.0 if by is None else low if seat == by else high for seat in range(len(self.specs)))
        elif self.at.is_over:
            result, ended = final_utilities(self.at), "over"
        seats, named = tuple(self.specs), self.names
        return GameRecord(self.game.name, seats, moves, begun, result, ended, by, self.seed, named, self.variations)

    def kept_pace(self) -> TimeSettings:
        """The pace with the clocks as they stand."""
        left = [self.clocks.left(seat) for seat in range(len(self.specs))] if self.clocks is not None else None
        return replace(self.pace, left=left)

    def opening(self, line: list[Position]) -> str:
        """What the moves so far are called, where the game has such names."""
        if self.start.state == self.game.rules.start() and len(line) <= LONGEST_OPENING:
            self._called = opening_of(line[-1])
        return self._called

    # What pages say

    def obey(self, page: Page, words: Message) -> None:
        """Do what a page asks; a MossaError says why not."""
        self.used = time.monotonic()
        action_of(ACTIONS, words)(self, page, words)

    def _move(self, page: Page, words: Message) -> None:
        text, ply = words.get("move"), words.get("ply")
        if not isinstance(text, str) or len(text) > 200:
            raise MossaError("a move is a text of at most 200 letters")
        if ply is not None and ply != len(self.line) - 1:
            raise MossaError("the board has changed since: look at it again")
        if self.ended:
            raise MossaError("the game is over: there are no moves")
        if self.at.is_chance or self.at.mover not in self.humans:
            raise MossaError("it is not your turn")
        self._play(self.at.read_move(text))

    def _undo(self, page: Page, words: Message) -> None:
        people = [at for at in self.line if not at.is_chance and not at.is_over and at.mover in self.humans]
        earlier = people if self.closed is not None else [at for at in people if at is not self.at]
        if not earlier:
            raise MossaError("there is no move of yours to take back")
        if self.closed is not None and self.closed[0] == "time":
            raise MossaError("time ran out: that cannot be taken back")
        self.stop()
        self.rest()
        self.closed, self.at, self.trouble = None, earlier[-1], ""
        self._changed()

    def _resign(self, page: Page, words: Message) -> None:
        if self.ended:
            raise MossaError("the game is over already")
        if not self.humans:
            raise MossaError("nobody of yours plays here")
        self._close("resigned", self.at.mover if self.at.mover in self.humans else self.humans[0])

    def _draw(self, page: Page, words: Message) -> None:
        """Offer a draw: people agree at once, a machine if it is not better."""
        if self.ended:
            raise MossaError("the game is over already")
        if not self.drawable:
            raise MossaError("this game cannot be agreed drawn")
        if len(self.humans) == len(self.specs):
            self._close("agreed", None)
        elif self.at.is_chance or self.at.mover not in self.humans:
            raise MossaError("offer a draw when it is your move")
        else:
            self._advise("draw", self.at)

    def _answer(self, at: Position, found: SearchResult) -> Message | None:
        """What a machine says to the offer of a draw, from what a search found for the person who offers it."""
        value = found.value
        if found.score is not None and not refuses_alphabeta(self.game):
            value = expected_utility(self.game, found.score, found.exact)
        if value < -BETTER * max(map(abs, self.game.facts.utility)):
            return {"type": "declined", "seat": 1 - at.mover}
        self._close("agreed", None)
        return None

    def _close(self, how: str, loser: int | None) -> None:
        """End the game though the rules let it go on."""
        self.stop()
        self.closed = (how, loser)
        self._changed()

    def _look(self, page: Page, words: Message) -> None:
        """Show an earlier position, to one page."""
        self._send(page, show_past(self, _ply(words.get("ply"), self.line)))

    def _hint(self, page: Page, words: Message) -> None:
        if self.ended or self.at.mover not in self.humans:
            raise MossaError("a hint is for your own move")
        self._advise("hint", self.at)

    def _analyse(self, page: Page, words: Message) -> None:
        if self.viewer is not None:
            raise MossaError("the analysis would show what is hidden: it comes when the game is over")
        line = self.line
        self._advise("analysis", line[_ply(words.get("ply", len(line) - 1), line)])

    def _tree(self, page: Page, words: Message) -> None:
        """Open a node of the tree of the search for the move after a ply, for one page."""
        if self.viewer is not None:
            raise MossaError("the search would show what is hidden: it can be seen when the game is over")
        line, path = self.line, words.get("path", [])
        ply = _ply(words.get("ply"), line)
        if not (isinstance(path, list) and len(path) <= DEEPEST and all(type(step) is int for step in path)):
            raise MossaError(f"a path is a list of at most {DEEPEST} whole numbers")
        if self.look is not None:
            self.look.stop.set()
        self.look = Job("tree", line[ply], ply)
        self._tasks.start(self._looking(self.look, page, tuple(path)))

    async def _looking(self, job: Job, page: Page, path: tuple[int, ...]) -> None:
        """In the background: replay the search as far as the node."""

        def compiling(what: str) -> None:
            self.site.loop.call_soon_threadsafe(self._send, page, {"type": "compiling", "text": what})

        def work() -> Message:
            if job.stop.is_set():
                raise MossaError("stopped")
            with self.site.announcing(compiling):
                limits = Limits(self.pace.seconds, stop=job.stop)
                return self.site.trees.look(self.id, job.ply, job.at, path, limits)

        try:
            news = {"type": "tree", "path": list(path), **await self.site.think(work)}
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if job is self.look and page in self.pages:
            self.look = None
            self._send(page, news)

    def _explain(self, page: Page, words: Message) -> None:
        """Take the evaluation of a position apart, for one page."""
        explain = self.game.offer("explain", "explain")
        if explain is None or self.viewer is not None:
            raise MossaError("the evaluation of this game is not made of features that can be shown")
        line = self.line
        ply = _ply(words.get("ply"), line)
        self._tasks.start(self._explaining(page, ply, line[ply], explain))

    async def _explaining(self, page: Page, ply: int, at: Position, explain: Callable[[Any], Any]) -> None:
        try:  # in a thread: something may have to be compiled
            news = {
                "type": "explained",
                "ply": ply,
                **show_explanation(self.game, await self.site.think(lambda: explain(at.state))),
            }
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if page in self.pages:
            self._send(page, news)

    def _now(self, page: Page, words: Message) -> None:
        """Move now: with what has been found so far."""
        if self.job is None:
            raise MossaError("nobody is thinking")
        self.job.stop.set()

    def _advise(self, kind: str, at: Position) -> None:
        if at.is_over or at.is_chance:
            raise MossaError("there is no move to look for here")
        if self.advice is not None:
            self.advice.stop.set()
        self.advice = Job(kind, at)
        self._tasks.start(self._advising(self.advice))

    # What happens

    def join(self, page: Page) -> None:
        """A page comes to watch."""
        self.used = time.monotonic()
        self.pages.add(page)
        self.turn()
        self._send(page, show_state(self))

    def leave(self, page: Page) -> None:
        """A page goes; nobody thinks for an empty room."""
        self.used = time.monotonic()
        self.pages.discard(page)
        if not self.pages:
            self.stop()
            self.rest()
            self.site.trees.close(self.id)
            if self.site.boards.get(self.id) is self:  # else it was deleted meanwhile
                self.site.keep(self)  # the clocks as they stand

    def stop(self) -> None:
        """End the searches; what they find will not be used. Who thinks on a person's time is left to `rest`."""
        for job in (self.job, self.advice, self.look):
            if job is not None:
                job.stop.set()
        self.job = self.advice = self.look = None
        self._stop_clock()

    def turn(self) -> None:
        """Let chance and machines move until a person is to."""
        if self.ended:
            self.rest()
        if self.ended or not self.pages or self.job is not None or self.trouble:
            return
        while not self.at.is_over and self.at.is_chance:
            self.at = self.at.play(draw_chance_move(self.at, self.seed, len(self.line) - 1))
        if self.at.is_over:
            return
        self._start_clock(self.at.mover)
        if self.at.mover not in self.humans:
            if self._ponders is not None:  # the answer comes from that search, or ends it
                self._ponders.cancel()
                self._ponders = None
            self.job = Job("move", self.at, len(self.line) - 1)
            self._tasks.start(self._thinking(self.job))
        elif self._ponders is None:
            self.site.aside(partial(self.site.pool.ponder, self.id, self.at))
            self._ponders = self.site.loop.call_later(PONDERS, self.rest)

    def _start_clock(self, seat: int) -> None:
        """Let the clock of a seat run, and see to it that its flag falls."""
        if self.clocks is None or self._flag is not None:
            return
        self.clocks.start(seat)
        self._flag = self.site.loop.call_later(max(0.0, self.clocks.left(seat)), self._close, "time", seat)

    def _stop_clock(self) -> None:
        if self.clocks is not None:
            self.clocks.pause()
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _play(self, move: int) -> None:
        in_time, seat = self.clocks is None or self.clocks.press(), self.at.mover
        self.stop()
        if not in_time:
            self._close("time", seat)
            return
        self.at = self.at.play(move)
        if not self.at.is_over and not self.at.is_chance and may_claim_draw(self.at):
            self.closed = ("claim", None)
        self._changed()

    def rest(self) -> None:
        """End the thinking on a person's time."""
        if self._ponders is not None:
            self._ponders.cancel()
            self._ponders = None
            self.site.aside(partial(self.site.pool.rest, self.id))

    def _changed(self) -> None:
        self.used = time.monotonic()
        self.turn()
        self.site.keep(self)
        self.tell(show_state(self))

    async def _thinking(self, job: Job) -> None:
        """A machine's move."""
        seat, began = job.at.mover, time.monotonic()
        try:
            found, news = await self.site.think(lambda: search(self, job, seat, self.specs[seat]))
            if not self.humans:
                await asyncio.sleep(PAUSE - (time.monotonic() - began))
        except Exception as error:  # rules may fail in any way; the others' games go on
            if job is self.job:
                self._stuck(error)
            return
        if job is not self.job:
            return  # taken back, or nobody looks any more
        self.job = None
        try:
            if self.game.facts.perfect:
                self.tell(news)
            self._play(found.move)
        except Exception as error:
            self._stuck(error)

    def _stuck(self, error: Exception) -> None:
        """The game cannot go on; a move taken back may help."""
        self.job, self.trouble = None, sentence(error)
        self.tell(show_state(self))

    async def _advising(self, job: Job) -> None:
        """A hint or an analysis."""
        spec = default_player(self.game)
        try:
            found, news = await self.site.think(lambda: search(self, job, HINT_SEAT, spec, multipv=LINES))
            if job.kind == "draw" and job is self.advice:
                self.advice = None
                answer = self._answer(job.at, found)
                if answer is not None:
                    self.tell(answer)
                return
            news["path"] = path_of(str(news["move"]), {cell.name for cell in job.at.scene(self.eyes).cells})
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if job is self.advice:
            self.advice = None
            self.tell(news)

    def compiling(self, job: Job, what: str) -> None:
        """An engine is compiled, once on this machine: that costs nobody's time."""
        if job is self.job:
            self._stop_clock()
        self.tell({"type": "compiling", "text": what})

    def report(self, job: Job, news: Message) -> None:
        """What a search has found so far, if it is still wanted."""
        if job in (self.job, self.advice) and job.kind != "draw":
            self.tell(news)

    # Telling

    def tell(self, message: Message) -> None:
        """Send a message to every page."""
        for page in list(self.pages):
            self._send(page, message)

    def _send(self, page: Page, message: Message) -> None:
        if page.qsize() >= QUEUE:
            self.pages.discard(page)
            page.put_nowait(None)
        else:
            page.put_nowait(message)


def _ply(ply: Any, line: list[Position]) -> int:
    """A place in the line that a page named."""
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < len(line):
        raise MossaError(f"the game has positions 0 to {len(line) - 1}")
    return ply


ACTIONS: dict[str, Callable[[Board, Page, Message], None]] = {
    "move": Board._move,
    "undo": Board._undo,
    "resign": Board._resign,
    "draw": Board._draw,
    "hint": Board._hint,
    "analyse": Board._analyse,
    "look": Board._look,
    "now": Board._now,
    "tree": Board._tree,
    "explain": Board._explain,
}
"""By the word of a message."""
