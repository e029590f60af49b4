"""The `go` command of UCI, and the search that it starts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game as game_by_name
from mossa.play.clock import Clock, Control
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import win_score
from mossa.search.common.time_plan import TimePlan

from .line_protocol import parse_whole_number

__all__ = ["GoCommand", "RunningSearch", "chess", "mate_in", "read_go"]


@dataclass
class GoCommand:
    """The parameters of a `go` command."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    left: list[float | None] = field(default_factory=lambda: [None, None])
    """Seconds on the clocks of White and Black."""
    increment: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves_to_go: int = 0
    infinite: bool = False
    ponder: bool = False
    mate: int | None = None
    search_moves: tuple[int, ...] = ()
    """Only these moves; empty: all."""

    @property
    def is_analysis(self) -> bool:
        """Is this an analysis: no clock, and no limit except time?"""
        return self.infinite or (self.movetime is not None and self.nodes is None)

    def plan(self, position: Position, overhead: float) -> tuple[float | None, float | None]:
        """Seconds planned for the move, after which no new iteration begins, and the most that it may take. `overhead`
        are the seconds lost between the engine and the board."""
        if self.infinite:
            return None, None
        if self.movetime is not None:
            return None, max(self.movetime - overhead, 0.001)
        left = self.left[position.mover]
        if left is None:
            return None, None
        increment = self.increment[position.mover]
        clock = Clock(Control(max(left - overhead, 0.001), increment, self.moves_to_go))
        return (0.0 if len(position.legal) == 1 else clock.budget()), clock.maximum()


def read_go(words: list[str], mover: int, legal: Callable[[str], int | None]) -> GoCommand:
    """Parse the words after `go`; numbers that make no sense are ignored. `legal` reads a move, or gives None."""
    go = GoCommand()
    at = 0
    while at < len(words):
        word, value = words[at], parse_whole_number(words[at + 1]) if at + 1 < len(words) else None
        at += 1
        if word in ("infinite", "ponder"):
            setattr(go, word, True)
        elif word == "searchmoves":
            moves = []
            while at < len(words) and (move := legal(words[at])) is not None:
                moves.append(move)
                at += 1
            go.search_moves = tuple(moves)
        elif value is not None:
            at += 1
            if word in ("depth", "nodes", "mate") and value > 0:
                setattr(go, word, value)
            elif word == "movetime":
                go.movetime = max(value, 1) / 1000
            elif word in ("wtime", "btime"):
                go.left[word == "btime"] = value / 1000
            elif word in ("winc", "binc"):
                go.increment[word == "binc"] = max(value, 0) / 1000
            elif word == "movestogo":
                go.moves_to_go = max(value, 0)
    limited = (go.depth, go.nodes, go.mate, go.movetime, go.left[mover])
    go.infinite = go.infinite or all(limit is None for limit in limited)
    return go


class RunningSearch:
    """One search under way."""

    def __init__(self, go: GoCommand, planned: float | None, longest: float | None) -> None:
        self.go = go
        self.planned, self.longest = planned, longest
        self.stop = threading.Event()
        """When set, the search ends."""
        self.release = threading.Event()
        """When set, the best move may be sent: an infinite search must wait for `stop`."""
        if not (go.infinite or go.ponder):
            self.release.set()
        self.begin = time.perf_counter()
        self.timer: threading.Timer | None = None
        self.time_plan = TimePlan()

    def start_clock(self) -> None:
        """Time counts from now on: at the start, or when the opponent has played the expected move."""
        self.begin = time.perf_counter()
        self.go.ponder = False
        if self.longest is not None:
            self.timer = threading.Timer(self.longest, self.stop.set)
            self.timer.daemon = True
            self.timer.start()

    def finish(self) -> None:
        """End the search and let the best move be sent."""
        self.stop.set()
        self.release.set()

    def after_iteration(self, found: SearchResult) -> None:
        """End the search if another iteration is not worth its time, or the requested mate is found."""
        self.time_plan.update(found)
        if self.go.mate is not None and mate_in(found.score or 0) in range(1, self.go.mate + 1):
            self.stop.set()
        if self.planned is None or self.go.ponder or self.go.infinite:
            return
        if self.time_plan.is_enough(time.perf_counter() - self.begin, self.planned):
            self.stop.set()


def mate_in(score: int) -> int:
    """Moves to mate, negative if the mover is mated; 0 if the score is no mate."""
    plies = win_score(chess()) - abs(score)
    moves = (plies + 1) // 2
    return 0 if plies > chess().facts.horizon else moves if score > 0 else -moves


def chess() -> Game:
    """The game of chess, loaded when first needed."""
    return game_by_name("chess")
