"""The analysis of a game by one page: its positions, variations tried by hand, what the engine finds."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial

from mossa.core.game_file import GameFile
from mossa.core.parameters import plain_name
from mossa.core.position import Position
from mossa.core.variations import Variation
from mossa.kernel.errors import MossaError
from mossa.play.analysis import (
    MoveReview,
    analyse,
    is_good,
    loss_after,
    loss_among,
    refuses_analysis,
    review_result,
    summary,
)
from mossa.play.game_text import convert_variations, display_move, file_suffix, write_game
from mossa.play.players import default_player
from mossa.play.record import GameRecord, opening_of
from mossa.play.remarks import with_remarks
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .catalogue import MOST
from .followed_line import FollowedLine
from .messages import Message, Page, action_of
from .page_work import PageWork
from .played_game import PlayedGame, checked_ply
from .player_pool import Job, MoveTime, PlayerPool
from .reading import MOST_VARIATION_MOVES, limited_variations
from .scene_json import changed, draw_moves, draw_scene, marks, path_of
from .store import SavedGames
from .turns import Client
from .workers import Workers

__all__ = ["Study"]

ANALYST_SEAT = -3
"""The seat of the engine that analyses. It belongs to the game, so its transposition table is reused."""
LINES = 3
"""Lines that are shown for a position."""
DEFAULT_TIME = 0.3
"""Seconds for each position of an analysis, if the page names no other."""
LARGEST_ANALYSIS = 1 << 19
"""Letters of an analysis that is stored; a larger one lasts as long as the page."""
LONGEST_OPENING = 41
"""After so many positions the name of the opening does not change."""
LONGEST_MOVE = 200
"""Letters of a move."""
POSITION_TIME_LIMIT = 30.0
"""Seconds for the engine at one position."""


class Study(PageWork):
    """One page's analysis of a game. Everything here runs in the event loop; the searches run in threads, and what is
    long to read or to write goes to a worker."""

    def __init__(
        self, id: str, played: PlayedGame, pool: PlayerPool, workers: Workers, saved: SavedGames, client: str = ""
    ) -> None:
        self.id, self.game, self.record = id, played.game, played.record()
        if not played.perfect and not played.ended:
            raise MossaError("this game has hidden information: it can be analysed when it is over")
        self.line = list(played.line)
        self._line_message = [{"text": one["text"], "told": one["told"]} for one in played.history(None)]
        self._pool, self._workers, self._saved = pool, workers, saved
        self.client: Client = client, secrets.token_urlsafe(6)
        """For whom its work is done."""
        self._seconds = DEFAULT_TIME
        """For each position of the analysis."""
        self.reviews: dict[int, MoveReview] = {}
        self._restore()
        super().__init__()
        self._followed = FollowedLine(self.line, [one["text"] for one in self._line_message], workers, self.client)

    # The interface that boards, analyses and tournaments share

    async def join(self, page: Page) -> None:
        """The page comes."""
        variations: list[Message] = []
        if self.record.variations:
            variations = await self._workers.do(self.client, told_variations, self.line[-1], self.record.variations)
        page.send(
            {
                "type": "study",
                "id": self.id,
                "game": self.game.name,
                "title": self.game.title,
                "seats": list(self.game.rules.player_names),
                "players": list(self.record.names or self.record.players),
                "utility": list(self.game.facts.utility),
                "suffix": file_suffix(self.game),
                "refusal": refuses_analysis(self.game),
                "line": self._line_message,
                "variations": variations,
                "tags": dict(self.record.tags),
                "comments": dict(self.record.comments),
                "marks": dict(self.record.marks),
                "result": self.record.result,
                "own": self._own_seat,
                "reviews": [self.reviews[ply].as_dict() for ply in sorted(self.reviews)],
                "rows": self._rows(),
            }
        )

    def leave(self, page: Page) -> None:
        """The page goes, and its search ends."""
        self._stopped.set()

    async def handle(self, page: Page, message: Message) -> None:
        """Do what the page asks for, or raise a MossaError that says why not."""
        done = action_of(ACTIONS, message)(self, page, message)
        if done is not None:
            await done

    # Requests of the page

    async def _show(self, page: Page, message: Message) -> None:
        """The position after some moves from the beginning."""
        line = await self._followed.positions(message.get("moves"))
        at, before = line[-1], line[-2] if len(line) > 1 else None
        scene = at.scene()
        text = before.write_move(at.last) if before is not None and at.last is not None else ""
        touched = changed(before.scene(), scene) if before is not None else []
        page.send(
            {
                "type": "shown",
                "moves": message["moves"],
                "told": display_move(before, at.last) if before is not None and at.last is not None else "",
                "seat": None if before is None or before.is_chance else before.mover,
                "scene": draw_scene(scene),
                "legal": [] if at.is_over else draw_moves(at, scene),
                "marks": marks(scene, path_of(text, {cell.name for cell in scene.cells}), touched) if text else [],
                "result": None if at.result is None else list(at.result),
                "position": at.text,
                "opening": opening_of(at) if len(line) <= LONGEST_OPENING else None,
            }
        )

    async def _analyse(self, page: Page, message: Message) -> None:
        """Analyse one position until it is stopped."""
        line = await self._followed.positions(message.get("moves"))
        at, ply, moves = line[-1], len(line) - 1, message["moves"]
        if at.is_over or at.is_chance:
            raise MossaError("there is no move to search for here")
        seconds, multipv = MoveTime(POSITION_TIME_LIMIT), min(LINES, len(at.legal))
        job = Job(
            "judged",
            at,
            self.id,
            ANALYST_SEAT,
            default_player(self.game),
            seconds,
            patience=POSITION_TIME_LIMIT,
            show=partial(_review, at, ply, moves),
            compiling=lambda job, what: self._compiling(page, what),
            multipv=multipv,
            client=self.client,
            stop=self._restart(),
        )
        self._spawn(page, self._analysing(page, job), job.stop)

    async def _analysing(self, page: Page, job: Job) -> None:
        answer = await self._pool.search(job, page.send)
        if answer.found.depth or not job.stop.is_set():
            page.send({**answer.news, "done": True})

    def _review_all(self, page: Page, message: Message) -> None:
        """Analyse the whole game."""
        why_not, seconds = refuses_analysis(self.game), message.get("seconds", DEFAULT_TIME)
        if why_not:
            raise MossaError(why_not)
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0.01 <= seconds <= MOST["time"]:
            raise MossaError(f"the seconds for a position are a number from 0.01 to {MOST['time']:g}")
        stop, self._seconds = self._restart(), float(seconds)
        self._spawn(page, self._reviewing(page, self._seconds, stop), stop)

    async def _reviewing(self, page: Page, seconds: float, stop: threading.Event) -> None:
        loop = asyncio.get_running_loop()

        def graded(one: MoveReview) -> None:
            loop.call_soon_threadsafe(self._reviewed, page, one)

        limits = partial(Limits, seconds, stop=stop)
        work = partial(analyse, self.line, limits, lines=LINES, on_review=graded, stop=stop)
        await self._pool.think(self.client, work, partial(self._compiling, page))
        if not stop.is_set():
            page.send({"type": "summary", "rows": self._rows()})
            self._keep()

    def _reviewed(self, page: Page, one: MoveReview) -> None:
        self.reviews[one.ply] = one
        page.send({"type": "graded", "total": len(self.line), **one.as_dict()})

    def _rows(self) -> list[dict[str, object]] | None:
        """The table of mistakes; None unless the whole game was analysed."""
        if len(self.reviews) < len(self.line):
            return None
        return summary(self.game, [self.reviews[ply] for ply in range(len(self.line))])

    def _keep(self) -> None:
        """Store the analysis under the address of the game."""
        found = [self.reviews[ply].as_dict() for ply in sorted(self.reviews)]
        moves = [one["text"] for one in self._line_message]
        text = json.dumps({"moves": moves, "seconds": self._seconds, "positions": found}, ensure_ascii=False)
        if len(text) <= LARGEST_ANALYSIS:
            self._saved.put_analysis(self.id, text)

    def _restore(self) -> None:
        """Take up the stored analysis, if it is of this game as it stands."""
        with suppress(MossaError, ValueError, TypeError, KeyError, AttributeError):  # a row that somebody damaged
            kept = json.loads(self._saved.analysis(self.id) or "{}")
            if kept.get("moves") == [one["text"] for one in self._line_message]:
                found = [MoveReview.from_dict(one) for one in kept["positions"]]
                self._seconds, self.reviews = float(kept["seconds"]), {one.ply: one for one in found}

    @property
    def _own_seat(self) -> int | None:
        """The seat of the only person of the game, if there is one."""
        people = [seat for seat, spec in enumerate(self.record.players) if spec == "human"]
        return people[0] if len(people) == 1 else None

    def _try(self, page: Page, message: Message) -> None:
        """Judge a move instead of the one that was played after a ply."""
        ply, text = checked_ply(message.get("ply"), self.line), message.get("move")
        if not isinstance(text, str) or len(text) > LONGEST_MOVE:
            raise MossaError(f"a move is a text of at most {LONGEST_MOVE} characters")
        if ply not in self.reviews or self.reviews[ply].seat is None:
            raise MossaError("this position has not been analysed")
        stop = self._restart()
        self._spawn(page, self._trying(page, ply, self.line[ply].read_move(text), stop), stop)

    async def _trying(self, page: Page, ply: int, move: int, stop: threading.Event) -> None:
        at, best = self.line[ply], self.reviews[ply]
        after, text = at.play(move), at.write_move(move)
        if best.lines and best.lines[0].texts[:1] == (text,):
            loss = 0.0
        elif self.game.facts.chance:
            loss = loss_among(await self._find(page, at, len(at.legal), stop), move)
        else:
            loss = loss_after(best, after, None if after.is_over else await self._find(page, after, 1, stop))
        if not stop.is_set():
            good = is_good(self.game, loss)
            told = display_move(at, move)
            page.send({"type": "tried", "ply": ply, "move": text, "told": told, "loss": loss, "good": good})

    async def _find(self, page: Page, at: Position, multipv: int, stop: threading.Event) -> SearchResult:
        """What the engine finds at a position, in the time that the analysis had for each."""
        job = Job(
            "tried",
            at,
            self.id,
            ANALYST_SEAT,
            default_player(self.game),
            MoveTime(self._seconds),
            patience=POSITION_TIME_LIMIT,
            show=lambda found: {},
            compiling=lambda job, what: self._compiling(page, what),
            multipv=multipv,
            client=self.client,
            stop=stop,
        )
        return (await self._pool.search(job)).found

    def _stop(self, page: Page, message: Message) -> None:
        """End the search under way."""
        self._stopped.set()
        page.send({"type": "idle"})

    async def _export(self, page: Page, message: Message) -> None:
        """The game with its `variations` as a file, in the game's own format (with the analysis) or as JSON."""
        record = GameRecord.from_dict(
            {**self.record.as_dict(), "variations": message.get("variations")}, "what is to be saved"
        )
        if limited_variations(record.variations) != record.variations:
            raise MossaError(f"a game is saved with at most {MOST_VARIATION_MOVES} moves of variations")
        found = [self.reviews[ply] for ply in sorted(self.reviews)]
        as_json = message.get("form") == "json"
        text = await self._workers.do(self.client, exported, record, self.line[-1], found, as_json)
        plain = plain_name(self.game.name)
        name = "json" if as_json else file_suffix(self.game)
        page.send({"type": "exported", "name": f"{plain}-{self.id}.{name}", "text": text})

    # Help


ACTIONS: dict[str, Callable[[Study, Page, Message], Awaitable[None] | None]] = {
    "show": Study._show,
    "judge": Study._analyse,
    "all": Study._review_all,
    "try": Study._try,
    "stop": Study._stop,
    "export": Study._export,
}
"""By the field `do` of a message."""


def _review(at: Position, ply: int, moves: list[str], found: SearchResult) -> Message:
    """What a search found at a position of a line, as a message."""
    return {"type": "judged", "moves": moves, "done": False, **review_result(at, ply, found, LINES).as_dict()}


def _describe_move(at: Position, move: int | str) -> Message:
    """A move as the rules write it, and in display notation."""
    number = at.read_move(move) if isinstance(move, str) else move
    return {"text": at.write_move(number), "told": display_move(at, number)}


def told_variations(last: Position, variations: Sequence[Variation[str]]) -> list[Message]:
    """The variations of a line as a page shows them; long, for a worker."""
    return [asdict(one) for one in convert_variations(last.line, tuple(variations), _describe_move)]


def exported(record: GameRecord, last: Position, reviews: Sequence[MoveReview], as_json: bool) -> str:
    """The text of a file with a game, its variations and its analysis; long, for a worker."""
    tried = convert_variations(last.line, record.variations, Position.read_move)
    if as_json:
        data = {**record.as_dict(), "positions": [one.as_dict() for one in reviews]}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return write_game(last.game, _written(record, last.line, reviews, tried))


def _written(
    record: GameRecord, line: Sequence[Position], reviews: Sequence[MoveReview], tried: tuple[Variation[int], ...]
) -> GameFile:
    """The game with its variations, and with the reviews if the whole game was reviewed."""
    comments, signs = dict(record.comments), dict(record.marks)
    if len(reviews) == len(line):  # what people wrote stands before what the engine found
        comments, signs = with_remarks(comments, signs, reviews)
    written = GameFile.of(
        line,
        players=record.names or record.players,
        result=record.result if record.result is not None else line[-1].result,
        ended=record.ended,
        tags={"Date": time.strftime("%Y.%m.%d"), **record.tags},
        comments=comments,
        marks=signs,
        variations=tried,
    )
    if written.moves or not tried:
        return written
    first, *others = tried  # without a game, the first variation is the game
    return replace(written, moves=first.moves, variations=(*first.variations, *others))
