"""Searches for a board, in threads: for the move of a machine, for a hint, for an analysis."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.seeded_random import derive_seed
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .messages import REPORTS, Message
from .search_trees import recorded
from .views import show_found

if TYPE_CHECKING:
    from .board import Board

__all__ = ["Job", "search"]


class Job:
    """A search under way for a board."""

    def __init__(self, kind: str, at: Position, ply: int = -1) -> None:
        self.kind, self.at, self.ply = kind, at, ply
        self.stop = threading.Event()


def search(board: Board, job: Job, seat: int, spec: str, multipv: int = 1) -> tuple[SearchResult, Message]:
    """In a thread: ask a player; what it found, and as a message (to write lines of moves takes long in Python)."""
    if job.stop.is_set():
        raise MossaError("stopped")
    at, loop = job.at, board.site.loop
    last = 0.0

    def report(found: SearchResult) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORTS:
            last = time.monotonic()
            kind = "thinking" if job.kind == "move" else job.kind
            loop.call_soon_threadsafe(board.report, job, show_found(kind, at, found))

    def compiling(what: str) -> None:
        loop.call_soon_threadsafe(board.compiling, job, what)

    seed = derive_seed(board.seed, len(board.line), 1)
    with board.site.announcing(compiling):
        prepared = Limits(board.pace.seconds * 60, stop=job.stop)
        with board.site.pool.seated(board.id, seat, spec, board.game, seed, prepared) as player:
            if board.game.facts.perfect:  # else it would tell what the player knows
                player.on_depth = report
            seconds = board.clocks.budget(seat) if board.clocks is not None and seat >= 0 else board.pace.seconds
            own = player.is_limited and board.clocks is None
            limits = Limits(None if own else seconds, stop=job.stop, analysis=job.kind != "move")
            keep = partial(board.site.trees.keep, board.id, job.ply) if seat >= 0 else lambda recording: None
            found = recorded(player, at, limits, seed, keep, multipv=multipv)
    return found, show_found("thought" if job.kind == "move" else job.kind, at, found)
