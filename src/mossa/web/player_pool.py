"""Players between two moves, the threads in which they think, and the searches that boards ask them for.

The event loop makes a `Job` with all that a search needs and awaits `PlayerPool.search`. The thread sees the job and
the player, and nothing of the board.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.kernel.specialise import compilation_listeners
from mossa.play.player import Player, ask
from mossa.play.players import player as make_player
from mossa.play.players import suitable_players
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .deadlines import limited
from .messages import REPORTS, Message
from .preparation import Preparation
from .turns import Client, Turns

if TYPE_CHECKING:
    from mossa.search.alphabeta.recording import Recording

__all__ = ["RUN_TIME", "Answer", "Job", "MoveTime", "PlayerPool", "instead_of", "lower_priority", "unless"]

IDLE_MEMORY = 256
"""MiB of tables that idle players may hold."""
RECORDING_MEMORY = 128
"""MiB of recorded searches: the oldest are dropped first."""
THREADS = max(2, os.cpu_count() or 1)
"""Searches at a time, one for each core; others wait for their turn."""
GRACE, RUN_TIME = 10.0, 240.0
"""Seconds after which a search that should have ended does not end, and those for other work (see `deadlines`)."""
PREPARATIONS = 2
"""Players that are prepared at a time: their engines are compiled, their games solved."""
TURN, LEAST_TURN = 20.0, 1.0
"""While others wait, a search ends after TURN seconds divided by their number, and has LEAST_TURN in any case: what it
has found so far is its answer."""
LONGEST_PREPARATION = 60.0
"""Seconds."""
SILENT = 1.0
"""Seconds of an interpreted search after which a person is told that an engine is compiled."""
PONDERERS = max(1, (os.cpu_count() or 1) // 2)
"""The most players that ponder at a time."""
NICENESS = 2
"""The niceness that is added to the threads that search, so that answers to pages come first. More would harm: on a
busy machine a thread that waits for a core keeps the interpreter's lock from the event loop."""

INTERPRETED = ("alphabeta-textbook", "expectiminimax-textbook", "expectiminimax", "maxn-textbook", "maxn")
"""Players that play at once, without an engine that must be compiled: the first that suits the game."""

T = TypeVar("T")


def lower_priority() -> None:
    """Give this thread a lower priority than the one that answers pages (possible on Linux)."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


@dataclass(frozen=True)
class MoveTime:
    """The time for one move of a machine, as it was when the move was asked for. It can be handed to a thread."""

    planned: float
    """Seconds."""
    left: float = math.inf
    """Seconds on the clock; infinite without a clock."""
    since: float = field(default_factory=time.monotonic)
    """When `left` was read."""

    @property
    def is_clocked(self) -> bool:
        """Does a clock run?"""
        return self.left < math.inf

    def seconds(self, now: float) -> float:
        """The time to plan for the move if the search begins now: it may have waited for a thread."""
        return min(self.planned, max(0.01, (self.left - (now - self.since)) * 0.9))


@dataclass(eq=False)
class Job:
    """One search, with all that its thread needs."""

    kind: str
    """What the answer is for: `move`, or another kind of request."""
    at: Position
    board: str
    seat: int
    """Each board and seat has its own player."""
    spec: str
    time: MoveTime
    patience: float
    """Seconds for what must be done once before the first search: compiling, solving."""
    show: Callable[[SearchResult], Message]
    """Writes a result as a message; called in a thread, since writing lines of moves takes long."""
    compiling: Callable[[Job, str], None]
    """Called in the event loop: what is compiled for this search."""
    ply: int = -1
    """For a `move`: its place in the game, under which the search is recorded."""
    seed: Callable[[], int] = lambda: 0
    """The seed of a new player and of the deals it samples in games with hidden information."""
    multipv: int = 1
    client: Client = ("", "")
    """For whom it is."""
    began: float | None = None
    """When the player began to search: written by the thread."""
    stop: threading.Event = field(default_factory=threading.Event)
    progress: Sequence[SearchResult] = ()
    """The result of the last completed depth: written by the thread, read by the event loop."""
    compiled: float | None = None
    """When compiling began, if it was necessary: the clocks have stood still since then."""


class EitherStop(threading.Event):
    """Is set when it is, or the other one."""

    def __init__(self, other: threading.Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        """Has one of them been set?"""
        return super().is_set() or self._other.is_set()


@dataclass(frozen=True)
class Answer:
    """What a search found, and the message about it."""

    found: SearchResult
    news: Message


class PlayerPool:
    """Players by the board and the seat they play at. A player is in one thread at a time.

    `watched`: somebody looks at the deadlines of the threads, as in the process of a game of the user's own.
    """

    def __init__(self, watched: bool = False) -> None:
        self._limited: Callable[[float], AbstractContextManager[Any]] = limited if watched else nullcontext
        self._idle: OrderedDict[tuple[str, int, str], Player] = OrderedDict()
        self._recordings: OrderedDict[str, tuple[int, Recording]] = OrderedDict()
        self._preparing: dict[tuple[str, int, str], Preparation] = {}
        self._lock = threading.Lock()
        self._listener = threading.local()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop
        self.turns, self._preparations = Turns(THREADS), Turns(PREPARATIONS)
        self._preparers: ThreadPoolExecutor
        self._threads: ThreadPoolExecutor
        self._aside: ThreadPoolExecutor

    def open(self) -> None:
        """Begin to serve, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(THREADS, "mossa-think", lower_priority)
        self._preparers = ThreadPoolExecutor(PREPARATIONS, "mossa-prepare", lower_priority)
        self._aside = ThreadPoolExecutor(1, "mossa-aside", lower_priority)
        compilation_listeners.append(self._announced)

    def close(self) -> None:
        """Close all players. The searches under way must have been stopped."""
        self._closed = True
        for preparation in self._preparing.values():
            preparation.stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._preparers.shutdown(wait=True, cancel_futures=True)
        self._aside.shutdown(wait=True, cancel_futures=True)
        compilation_listeners.remove(self._announced)
        with self._lock:
            for player in self._idle.values():
                player.close()
            self._idle.clear()
            self._recordings.clear()

    # Threads

    async def think(
        self,
        client: Client,
        work: Callable[[], T],
        compiling: Callable[[str], None] | None = None,
        cost: float = 0.0,
    ) -> T:
        """Do something long in a thread when it is the turn of a client; `compiling` is called in the event loop with
        what is compiled for it, `cost` are the seconds that it will take."""
        async with self.turns.turn(client, cost):
            return await self._run(self._threads, work, compiling)

    async def _run(
        self, threads: ThreadPoolExecutor, work: Callable[[], T], compiling: Callable[[str], None] | None
    ) -> T:
        def run() -> T:
            self._listener.hear = compiling
            try:
                with self._limited(RUN_TIME):
                    return work()
            finally:
                self._listener.hear = None

        if self._closed:
            raise MossaError("the server ends")
        return await self._loop.run_in_executor(threads, run)

    def _announced(self, what: str) -> None:
        """In a thread that compiles something."""
        hear = getattr(self._listener, "hear", None)
        if hear is not None:
            self._loop.call_soon_threadsafe(hear, what)

    # Searches

    async def search(self, job: Job, report: Callable[[Message], None] | None = None) -> Answer:
        """Let the player of a seat search; `report` gets the progress every REPORTS seconds."""
        soon = await self._prepare(job)
        if soon is not None:
            return soon
        working = asyncio.ensure_future(
            self.think(job.client, partial(self._answer, job), partial(_compiling, job), min(job.time.planned, TURN))
        )
        reported: SearchResult | None = None
        while not (await asyncio.wait({working}, timeout=REPORTS))[0]:
            self._end_turn(job)
            found = job.progress[-1] if report is not None and job.progress else None
            if report is not None and found is not None and found is not reported:
                reported = found
                try:
                    report(await self._loop.run_in_executor(self._aside, job.show, found))
                except Exception:  # rules may fail in any way
                    job.stop.set()
                    await asyncio.wait({working})
                    raise
        return working.result()

    async def _prepare(self, job: Job) -> Answer | None:
        """Make the player of a seat that has none, apart from the searches: compiling takes long.

        The answer of its interpreted search, if that comes while the engine is compiled; the preparation goes on.
        """
        key = (job.board, job.seat, job.spec)
        with self._lock:
            known = self._idle.get(key)
        if known is not None and known.game is job.at.game:
            return None
        preparation = self._preparing.get(key)
        if preparation is None or preparation.game is not job.at.game or preparation.stop.is_set():
            preparation = Preparation(job.at.game, job.stop, partial(self._preparation, job))
            self._preparing[key] = preparation
            preparation.task.add_done_callback(lambda task: self._prepared(key, task))
        hear = partial(_compiling, job)
        soon = await self._interpreted(job, preparation, hear) if await preparation.takes_long() else None
        if soon is None:
            preparation.tell(hear)
            await asyncio.wait({preparation.task})
            preparation.task.result()
        return soon

    async def _preparation(self, job: Job, announce: Callable[[str], None]) -> None:
        def prepare() -> None:
            with self._seated(job):
                pass

        async with self._preparations.turn(job.client):
            if not job.stop.is_set():
                await self._run(self._preparers, prepare, announce)

    def _prepared(self, key: tuple[str, int, str], task: asyncio.Task[None]) -> None:
        if key in self._preparing and self._preparing[key].task is task:
            del self._preparing[key]

    async def _interpreted(self, job: Job, preparation: Preparation, hear: Callable[[str], None]) -> Answer | None:
        """The answer of the interpreted search, if it ends before the engine is ready; else None."""
        stop, began = EitherStop(job.stop), threading.Event()
        work = partial(self._answer_interpreted, job, stop, began)
        working = asyncio.ensure_future(self.think(job.client, work, cost=SILENT))
        both: set[asyncio.Future[Any]] = {working, preparation.task}
        if not (await asyncio.wait(both, timeout=SILENT, return_when=asyncio.FIRST_COMPLETED))[0]:
            preparation.tell(hear)
            while not self.turns.waiting:  # else others have their turn
                if (await asyncio.wait(both, timeout=REPORTS, return_when=asyncio.FIRST_COMPLETED))[0]:
                    break
        stop.set()
        if not began.is_set():
            working.cancel()
        await asyncio.wait({working})
        return None if working.cancelled() or working.exception() is not None else working.result()

    def _answer_interpreted(self, job: Job, stop: threading.Event, began: threading.Event) -> Answer | None:
        """In a thread: the answer of the player's interpreted search, if it ends by itself; else None."""
        began.set()
        player = make_player(job.spec, job.at.game).interpreted(job.at)
        if player is None or stop.is_set():
            return None
        seed = job.seed()
        player.begin(seed)
        player.records = job.ply >= 0
        since, allowed = time.monotonic(), player.settings["time"]
        if job.time.is_clocked:
            allowed = min(allowed, job.time.seconds(since))
        with self._limited(allowed + GRACE):
            found = ask(
                player, job.at, Limits(allowed, stop=stop, analysis=job.kind != "move"), seed, multipv=job.multipv
            )
        if stop.is_set() or time.monotonic() - since >= allowed:
            return None
        if player.recording is not None and job.ply >= 0:
            self._record(job.board, job.ply, player.recording)
        return Answer(found, job.show(found))

    def _end_turn(self, job: Job) -> None:
        """End a search that has had its share of the time while others wait."""
        waiting = self.turns.waiting
        if waiting and job.began is not None and time.monotonic() - job.began > max(LEAST_TURN, TURN / waiting):
            job.stop.set()

    def _answer(self, job: Job) -> Answer:
        """In a thread: the player's answer, also as a message."""
        if job.stop.is_set():
            raise MossaError("stopped")
        perfect = job.at.game.facts.perfect
        with self._seated(job) as (player, seed):
            now = job.compiled or time.monotonic()
            own = "time" in player.settings and not job.time.is_clocked  # a limit of depth or nodes is beside the time
            limits = Limits(None if own else job.time.seconds(now), stop=job.stop, analysis=job.kind != "move")
            player.records = job.ply >= 0
            player.progress.clear()
            job.progress, job.began = player.progress, time.monotonic()
            planned = limits.time or player.settings.get("time", job.time.planned)
            with self._limited(planned + GRACE):
                found = ask(player, job.at, limits, seed if seed or perfect else job.seed(), multipv=job.multipv)
            job.progress = ()
            recording, player.recording = player.recording, None  # its memory is counted here, not with the player's
            if recording is not None and job.ply >= 0:
                self._record(job.board, job.ply, recording)
        return Answer(found, job.show(found))

    @contextmanager
    def _seated(self, job: Job) -> Iterator[tuple[Player, int]]:
        """Context: the player of a seat (an idle one of the same seat, if there is one), and the seed of a new one."""
        key, seed = (job.board, job.seat, job.spec), 0
        with self._lock:
            player = self._idle.pop(key, None)
        if player is None or player.game is not job.at.game:
            player, seed = make_player(job.spec, job.at.game), job.seed()
            player.prepare(Limits(min(job.patience, LONGEST_PREPARATION), stop=job.stop))
            player.begin(seed)
        try:
            yield player, seed
        finally:
            with self._lock:
                self._idle[key] = player
                gone = []
                while self._idle and sum(one.memory_mib for one in self._idle.values()) > IDLE_MEMORY:
                    gone.append(self._idle.popitem(last=False)[1])
            for one in gone:
                one.close()

    def dismiss(self, board: str) -> None:
        """The players of this board are not needed any more."""
        for key in [key for key in self._preparing if key[0] == board]:
            self._preparing[key].stop.set()
        with self._lock:
            for key in [key for key in self._idle if key[0] == board]:
                self._idle.pop(key).close()
            self._recordings.pop(board, None)

    # Recordings

    def _record(self, board: str, ply: int, recording: Recording) -> None:
        with self._lock:
            self._recordings[board] = (ply, recording)
            self._recordings.move_to_end(board)
            while sum(one.image.mebibytes for _, one in self._recordings.values()) > RECORDING_MEMORY:
                self._recordings.popitem(last=False)

    def recording(self, board: str, ply: int) -> Recording | None:
        """The recorded search of a board for the move after this ply, if it was the last one."""
        with self._lock:
            recorded, recording = self._recordings.get(board, (-1, None))
        return recording if recorded == ply else None

    # Pondering

    def start_pondering(self, board: str, position: Position) -> None:
        """Let the players of a board ponder on a position, those whose specs say `ponder=true`."""
        self._aside.submit(self._start_pondering, board, position)

    def stop_pondering(self, board: str) -> None:
        """End the pondering of the players of a board."""
        self._aside.submit(self._stop_pondering, board)

    def _start_pondering(self, board: str, position: Position) -> None:
        with self._lock:
            busy = sum(one.is_pondering for one in self._idle.values())
            for player in self._ponderers(board)[: max(0, PONDERERS - busy)]:
                player.start_pondering(position)

    def _stop_pondering(self, board: str) -> None:
        with self._lock:
            for player in self._ponderers(board):
                player.stop_pondering()

    def _ponderers(self, board: str) -> list[Player]:
        """The idle players of a board whose specs say `ponder=true`."""
        return [player for key, player in self._idle.items() if key[0] == board and player.settings.get("ponder")]


def _compiling(job: Job, what: str) -> None:
    """In the event loop."""
    job.compiled = job.compiled or time.monotonic()
    job.compiling(job, what)


def instead_of(job: Job | None) -> Job:
    """The same search by a player that needs no compiling, while that of the job is compiled; the job is stopped."""
    if job is None or job.compiled is None or job.began is not None:
        raise MossaError("no player is being made ready")
    suitable = suitable_players(job.at.game)
    spec = next((name for name in INTERPRETED if name in suitable), "random")
    job.stop.set()
    return replace(job, spec=spec, stop=threading.Event(), progress=(), compiled=None)


def unless(stop: threading.Event, work: Callable[[], T]) -> T:
    """Do the work, unless it was stopped before a thread was free."""
    if stop.is_set():
        raise MossaError("stopped")
    return work()
