"""One game and the pages that watch it. Everything here runs in the event loop; only the thinking is in threads."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.advise import Advice
from mossa.play.blame import blame
from mossa.play.clock import Control
from mossa.play.dice import derive, roll
from mossa.play.engine import refuses_scores
from mossa.play.gametext import tell_move, told_line
from mossa.play.judgement import expected_utility, show_score
from mossa.play.player import THINKING_TIME, sees
from mossa.play.players import default_player
from mossa.play.record import Record
from mossa.play.referee import claimed, outcome
from mossa.search.engines.scores import POINT
from mossa.search.found import Found, Limits

from .clocks import Clocks
from .pictures import changed, draw_moves, draw_scene, marks, path_of
from .trees import recorded

if TYPE_CHECKING:
    from .hall import Hall

__all__ = ["REPORTS", "Board", "Message", "Pace", "sentence"]

Message = dict[str, Any]

QUEUE = 200
"""Messages that may wait for a page; one that reads more slowly is disconnected."""
REPORTS = 0.2
"""Seconds between two reports of a search."""
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
ADVISER = -2
"""The seat of whoever gives hints; he stays with the board, and his table with him."""

log = logging.getLogger("mossa.serve")


def sentence(error: BaseException) -> str:
    """An error in words for a person. What is no fault of theirs is logged and named as ours."""
    if isinstance(error, MossaError):
        return str(error)
    blamed = blame(error)
    if blamed is not None:
        return str(blamed)
    log.error("unexpected", exc_info=error)
    return f"something went wrong inside mossa ({type(error).__name__}); the terminal shows more"


@dataclass(frozen=True)
class Pace:
    """How fast a game is played."""

    seconds: float = THINKING_TIME
    """For a move of a machine, where there is no clock."""
    control: Control | None = None
    """The clocks, if there are any."""
    left: list[float] | None = None
    """What they showed last."""


class Job:
    """A search under way for a board."""

    def __init__(self, kind: str, at: Position, ply: int = -1) -> None:
        self.kind, self.at, self.ply = kind, at, ply
        self.stop = threading.Event()


class Board:
    """A game between people at these pages (seats that are `human`) and other players."""

    def __init__(self, hall: Hall, id: str, record: Record, pace: Pace) -> None:
        self.hall, self.id, self.pace, self.seed = hall, id, pace, record.seed
        self.game = hall.catalogue.game(record.game)
        self.specs, self.names, self.variations = list(record.players), record.names, record.variations
        self.clocks = Clocks(pace.control, len(self.specs), pace.left) if pace.control is not None else None
        self.closed = (record.ended, record.by) if record.ended in CLOSED else None
        """How the game ended though the rules let it go on, and who lost by it."""
        line = record.line(self.game)
        self.start, self.at = line[0], line[-1]
        self.pages: set[asyncio.Queue[Message | None]] = set()
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
        self._tasks: set[asyncio.Task[None]] = set()

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

    def record(self) -> Record:
        """The game as it stands."""
        moves = tuple(a.write_move(b.last) for a, b in pairwise(self.line) if b.last is not None)
        begun = None if self.start.state == self.game.rules.start() else self.start.text
        result, ended, by = None, "", None
        if self.closed is not None:
            ended, by = self.closed
            low, high = self.game.facts.utility
            result = tuple(0.0 if by is None else low if seat == by else high for seat in range(len(self.specs)))
        elif self.at.is_over:
            result, ended = outcome(self.at), "over"
        seats, named = tuple(self.specs), self.names
        return Record(self.game.name, seats, moves, begun, result, ended, by, self.seed, named, self.variations)

    def kept_pace(self) -> Pace:
        """The pace with the clocks as they stand."""
        left = [self.clocks.left(seat) for seat in range(len(self.specs))] if self.clocks is not None else None
        return replace(self.pace, left=left)

    def message(self) -> Message:
        """All that a page shows."""
        at, viewer = self.at, self.viewer
        scene = at.scene(self.eyes)
        line = self.line
        mine = not self.ended and not at.is_chance and at.mover in self.humans
        record = self.record()
        return {
            "type": "state",
            "id": self.id,
            "game": self.game.name,
            "title": self.game.title,
            "seats": [
                {"name": name, "spec": spec}
                for name, spec in zip(self.game.rules.player_names, self.specs, strict=True)
            ],
            "seconds": self.pace.seconds,
            "clocks": None if self.clocks is None else self.clocks.message(),
            "drawable": self.drawable,
            "perfect": self.game.facts.perfect,
            "curtain": len(self.humans) > 1 and not self.game.facts.perfect,
            "viewer": viewer,
            "mover": None if self.ended or at.is_chance else at.mover,
            "yours": mine,
            "scene": draw_scene(scene),
            "moves": draw_moves(at, scene, self.eyes) if mine else [],
            "marks": self._marks(line, len(line) - 1),
            "history": [self._told(a, b, viewer) for a, b in pairwise(line)],
            "position": at.text if viewer is None else None,
            "opening": self._opening(line),
            "ended": record.ended,
            "by": record.by,
            "result": list(record.result) if record.result is not None else None,
            "thinking": self.job is not None,
            "searchable": not refuses_scores(self.game),
            "explains": self.game.offer("explain", "explain") is not None,
            "trouble": self.trouble,
            "kept": self.hall.keeps,
        }

    def _opening(self, line: list[Position]) -> str:
        """What the moves so far are called, where the game has such names."""
        name = self.game.offer("opening_name", "openings")
        if name is None or self.start.state != self.game.rules.start() or len(line) > LONGEST_OPENING:
            return self._called
        told = name([tell_move(a, b.last) for a, b in pairwise(line) if b.last is not None])
        self._called = str(told or "")
        return self._called

    def _marks(self, line: list[Position], ply: int) -> list[int]:
        """The cells that show the last move before a ply."""
        if ply == 0:
            return []
        before, after = line[ply - 1], line[ply]
        viewer = self.viewer
        was, scene = before.scene(self.eyes), after.scene(self.eyes)
        told = self._told(before, after, viewer)["text"]
        path = path_of(told, {cell.name for cell in scene.cells}) if told else []
        return marks(scene, path, changed(was, scene))

    def _told(self, before: Position, after: Position, viewer: int | None) -> dict[str, Any]:
        """A move as the viewer knows of it."""
        assert after.last is not None
        known = viewer is None or before.mover == viewer or sees(before, after.last, viewer)
        seat = None if before.is_chance else before.mover
        told = tell_move(before, after.last) if known else None
        return {"seat": seat, "text": before.write_move(after.last) if known else None, "told": told}

    # What pages say

    def obey(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        """Do what a page asks; a MossaError says why not."""
        self.used = time.monotonic()
        what = words.get("do")
        action = ACTIONS.get(what) if isinstance(what, str) else None
        if action is None:
            raise MossaError(f"a message has a field do, one of {', '.join(ACTIONS)}")
        action(self, page, words)

    def _move(self, page: asyncio.Queue[Message | None], words: Message) -> None:
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

    def _undo(self, page: asyncio.Queue[Message | None], words: Message) -> None:
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

    def _resign(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        if self.ended:
            raise MossaError("the game is over already")
        if not self.humans:
            raise MossaError("nobody of yours plays here")
        self._close("resigned", self.at.mover if self.at.mover in self.humans else self.humans[0])

    def _draw(self, page: asyncio.Queue[Message | None], words: Message) -> None:
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

    def _answer(self, at: Position, found: Found) -> Message | None:
        """What a machine says to the offer of a draw, from what a search found for the person who offers it."""
        value = found.value
        if found.score is not None and not refuses_scores(self.game):
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

    def _look(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        """Show an earlier position, to one page."""
        line = self.line
        ply = _ply(words.get("ply"), line)
        scene = draw_scene(line[ply].scene(self.eyes))
        self._send(page, {"type": "past", "ply": ply, "scene": scene, "marks": self._marks(line, ply)})

    def _hint(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        if self.ended or self.at.mover not in self.humans:
            raise MossaError("a hint is for your own move")
        self._advise("hint", self.at)

    def _analyse(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        if self.viewer is not None:
            raise MossaError("the analysis would show what is hidden: it comes when the game is over")
        line = self.line
        self._advise("analysis", line[_ply(words.get("ply", len(line) - 1), line)])

    def _tree(self, page: asyncio.Queue[Message | None], words: Message) -> None:
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
        self._spawn(self._looking(self.look, page, tuple(path)))

    async def _looking(self, job: Job, page: asyncio.Queue[Message | None], path: tuple[int, ...]) -> None:
        """In the background: replay the search as far as the node."""

        def compiling(what: str) -> None:
            self.hall.loop.call_soon_threadsafe(self._send, page, {"type": "compiling", "text": what})

        def work() -> Message:
            if job.stop.is_set():
                raise MossaError("stopped")
            with self.hall.announcing(compiling):
                limits = Limits(self.pace.seconds, stop=job.stop)
                return self.hall.trees.look(self.id, job.ply, job.at, path, limits)

        try:
            news = {"type": "tree", "path": list(path), **await self.hall.think(work)}
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if job is self.look and page in self.pages:
            self.look = None
            self._send(page, news)

    def _explain(self, page: asyncio.Queue[Message | None], words: Message) -> None:
        """Take the evaluation of a position apart, for one page."""
        explain = self.game.offer("explain", "explain")
        if explain is None or self.viewer is not None:
            raise MossaError("the evaluation of this game is not made of features that can be shown")
        line = self.line
        ply = _ply(words.get("ply"), line)
        self._spawn(self._explaining(page, ply, line[ply], explain))

    async def _explaining(
        self, page: asyncio.Queue[Message | None], ply: int, at: Position, explain: Callable[[Any], Any]
    ) -> None:
        try:  # in a thread: something may have to be compiled
            news = {
                "type": "explained",
                "ply": ply,
                **drawn(self.game, await self.hall.think(lambda: explain(at.state))),
            }
        except Exception as error:
            news = {"type": "error", "text": sentence(error)}
        if page in self.pages:
            self._send(page, news)

    def _now(self, page: asyncio.Queue[Message | None], words: Message) -> None:
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
        self._spawn(self._advising(self.advice))

    # What happens

    def join(self, page: asyncio.Queue[Message | None]) -> None:
        """A page comes to watch."""
        self.used = time.monotonic()
        self.pages.add(page)
        self.turn()
        self._send(page, self.message())

    def leave(self, page: asyncio.Queue[Message | None]) -> None:
        """A page goes; nobody thinks for an empty room."""
        self.used = time.monotonic()
        self.pages.discard(page)
        if not self.pages:
            self.stop()
            self.rest()
            self.hall.trees.close(self.id)
            if self.hall.boards.get(self.id) is self:  # else it was deleted meanwhile
                self.hall.keep(self)  # the clocks as they stand

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
            self.at = self.at.play(roll(self.at, self.seed, len(self.line) - 1))
        if self.at.is_over:
            return
        self._start_clock(self.at.mover)
        if self.at.mover not in self.humans:
            if self._ponders is not None:  # the answer comes from that search, or ends it
                self._ponders.cancel()
                self._ponders = None
            self.job = Job("move", self.at, len(self.line) - 1)
            self._spawn(self._thinking(self.job))
        elif self._ponders is None:
            self.hall.aside(partial(self.hall.bench.ponder, self.id, self.at))
            self._ponders = self.hall.loop.call_later(PONDERS, self.rest)

    def _start_clock(self, seat: int) -> None:
        """Let the clock of a seat run, and see to it that its flag falls."""
        if self.clocks is None or self._flag is not None:
            return
        self.clocks.start(seat)
        self._flag = self.hall.loop.call_later(max(0.0, self.clocks.left(seat)), self._close, "time", seat)

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
        if not self.at.is_over and not self.at.is_chance and claimed(self.at):
            self.closed = ("claim", None)
        self._changed()

    def rest(self) -> None:
        """End the thinking on a person's time."""
        if self._ponders is not None:
            self._ponders.cancel()
            self._ponders = None
            self.hall.aside(partial(self.hall.bench.rest, self.id))

    def _changed(self) -> None:
        self.used = time.monotonic()
        self.turn()
        self.hall.keep(self)
        self.tell(self.message())

    async def _thinking(self, job: Job) -> None:
        """A machine's move."""
        seat, began = job.at.mover, time.monotonic()
        try:
            found, news = await self.hall.think(lambda: self._search(job, seat, self.specs[seat]))
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
        self.tell(self.message())

    async def _advising(self, job: Job) -> None:
        """A hint or an analysis."""
        spec = default_player(self.game)
        try:
            found, news = await self.hall.think(lambda: self._search(job, ADVISER, spec, multipv=LINES))
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

    def _search(self, job: Job, seat: int, spec: str, multipv: int = 1) -> tuple[Found, Message]:
        """In a thread: ask a player; what it found, and as a message (to write lines of moves takes long in Python)."""
        if job.stop.is_set():
            raise MossaError("stopped")
        at, loop = job.at, self.hall.loop
        last = 0.0

        def report(found: Found) -> None:
            nonlocal last
            if time.monotonic() - last >= REPORTS:
                last = time.monotonic()
                kind = "thinking" if job.kind == "move" else job.kind
                loop.call_soon_threadsafe(self._report, job, self._found(kind, at, found))

        def compiling(what: str) -> None:
            loop.call_soon_threadsafe(self._compiling, job, what)

        seed = derive(self.seed, len(self.line), 1)
        with self.hall.announcing(compiling):
            prepared = Limits(self.pace.seconds * 60, stop=job.stop)
            with self.hall.bench.seated(self.id, seat, spec, self.game, seed, prepared) as player:
                if self.game.facts.perfect:  # else it would tell what the player knows
                    player.on_depth = report
                seconds = self.clocks.budget(seat) if self.clocks is not None and seat >= 0 else self.pace.seconds
                limits = Limits(None if player.is_limited and self.clocks is None else seconds, stop=job.stop)
                keep = partial(self.hall.trees.keep, self.id, job.ply) if seat >= 0 else lambda recording: None
                found = recorded(player, at, limits, seed, keep, multipv=multipv)
        return found, self._found("thought" if job.kind == "move" else job.kind, at, found)

    def _compiling(self, job: Job, what: str) -> None:
        """An engine is compiled, once on this machine: that costs nobody's time."""
        if job is self.job:
            self._stop_clock()
        self.tell({"type": "compiling", "text": what})

    def _report(self, job: Job, news: Message) -> None:
        if job in (self.job, self.advice) and job.kind != "draw":
            self.tell(news)

    def _found(self, kind: str, at: Position, found: Found) -> Message:
        """What a search found, as a message. `value` and `candidates` are for the mover, `shown` for the first seat."""
        plain = Advice(at, replace(found, pv=(found.move,)), "").as_dict()  # the line is told below
        fields = ("move", "moves", "value", "depth", "nodes", "seconds", "exact", "candidates", "probabilities")
        message = {
            "type": kind,
            "mover": at.mover,
            "range": list(self.game.facts.utility),
            **{key: plain[key] for key in fields if key in plain},
            "pv": list(told_line(at, found.pv or (found.move,))),
        }
        if found.score is not None and not refuses_scores(self.game):
            first = found.score if at.mover == 0 else -found.score
            message["shown"] = show_score(self.game, first)
            message["expected"] = expected_utility(self.game, first, found.exact)
            for one, (score, line) in zip(message.get("candidates", ()), found.lines, strict=False):
                one["shown"] = show_score(self.game, score)
                one["line"] = list(told_line(at, line))
        return message

    # Telling

    def tell(self, message: Message) -> None:
        """Send a message to every page."""
        for page in list(self.pages):
            self._send(page, message)

    def _send(self, page: asyncio.Queue[Message | None], message: Message) -> None:
        if page.qsize() >= QUEUE:
            self.pages.discard(page)
            page.put_nowait(None)
        else:
            page.put_nowait(message)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # or it might be forgotten in the middle
        task.add_done_callback(self._tasks.discard)


def drawn(game: Game, told: Any) -> Message:
    """An explanation as a game gives it: features that add up for the first seat, else the outcomes to expect."""
    if hasattr(told, "features"):
        features = [
            {"name": one.name, "about": one.about, "balance": one.balance / POINT}
            | ({"sides": [side / POINT for side in one.sides]} if one.sides is not None else {})
            for one in told.features
            if one.balance
        ]
        return {"shown": show_score(game, told.score), "features": features}
    return {"player": told.player, "outcomes": told.outcomes, "lines": told.lines()}


def _ply(ply: Any, line: list[Position]) -> int:
    """A place in the line that a page named."""
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < len(line):
        raise MossaError(f"the game has positions 0 to {len(line) - 1}")
    return ply


ACTIONS: dict[str, Callable[[Board, asyncio.Queue[Message | None], Message], None]] = {
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
