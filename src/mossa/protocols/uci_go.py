"""What a `go` of UCI asks for, and the search that obeys it."""

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

from .line_protocol import read_whole

__all__ = ["Order", "Thought", "chess", "mate_in", "read_order"]


@dataclass
class Order:
    """What a `go` asks for."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    left: list[float | None] = field(default_factory=lambda: [None, None])
    """Seconds on the clocks of White and Black."""
    increment: list[float] = field(default_factory=lambda: [0.0, 0.0])
    to_go: int = 0
    infinite: bool = False
    ponder: bool = False
    mate: int | None = None
    only: tuple[int, ...] = ()

    @property
    def is_study(self) -> bool:
        """Is it about the truth of a position, with no clock and no other limit than time?"""
        return self.infinite or (self.movetime is not None and self.nodes is None)

    def plan(self, position: Position, overhead: float) -> tuple[float | None, float | None]:
        """Seconds planned for the move, after which no other iteration begins, and the most it may take; `overhead` is
        lost on the way to the board."""
        if self.infinite:
            return None, None
        if self.movetime is not None:
            return None, max(self.movetime - overhead, 0.001)
        left = self.left[position.mover]
        if left is None:
            return None, None
        increment = self.increment[position.mover]
        clock = Clock(Control(max(left - overhead, 0.001), increment, self.to_go))
        return (0.0 if len(position.legal) == 1 else clock.budget()), clock.maximum()


def read_order(words: list[str], mover: int, legal: Callable[[str], int | None]) -> Order:
    """The words after `go`; numbers that make no sense are passed over. `legal` reads a move, if it is one."""
    order = Order()
    at = 0
    while at < len(words):
        word, value = words[at], read_whole(words[at + 1]) if at + 1 < len(words) else None
        at += 1
        if word in ("infinite", "ponder"):
            setattr(order, word, True)
        elif word == "searchmoves":
            chosen = []
            while at < len(words) and (move := legal(words[at])) is not None:
                chosen.append(move)
                at += 1
            order.only = tuple(chosen)
        elif value is not None:
            at += 1
            if word in ("depth", "nodes", "mate") and value > 0:
                setattr(order, word, value)
            elif word == "movetime":
                order.movetime = max(value, 1) / 1000
            elif word in ("wtime", "btime"):
                order.left[word == "btime"] = value / 1000
            elif word in ("winc", "binc"):
                order.increment[word == "binc"] = max(value, 0) / 1000
            elif word == "movestogo":
                order.to_go = max(value, 0)
    limited = (order.depth, order.nodes, order.mate, order.movetime, order.left[mover])
    order.infinite = order.infinite or all(limit is None for limit in limited)
    return order


class Thought:
    """One search under way."""

    def __init__(self, order: Order, planned: float | None, most: float | None) -> None:
        self.order = order
        self.planned, self.most = planned, most
        self.stop = threading.Event()
        """Set: end the search."""
        self.release = threading.Event()
        """Set: the best move may be told (a search that was told to go on without end must wait for `stop`)."""
        if not (order.infinite or order.ponder):
            self.release.set()
        self.begin = time.perf_counter()
        self.timer: threading.Timer | None = None
        self.pace = TimePlan()

    def start_clock(self) -> None:
        """From now on time counts: at the beginning, or when the opponent made the expected move."""
        self.begin = time.perf_counter()
        self.order.ponder = False
        if self.most is not None:
            self.timer = threading.Timer(self.most, self.stop.set)
            self.timer.daemon = True
            self.timer.start()

    def end(self) -> None:
        """Stop thinking and tell the best move."""
        self.stop.set()
        self.release.set()

    def look(self, found: SearchResult) -> None:
        """After an iteration: is another one worth its time?"""
        self.pace.update(found)
        if self.order.mate is not None and mate_in(found.score or 0) in range(1, self.order.mate + 1):
            self.stop.set()
        if self.planned is None or self.order.ponder or self.order.infinite:
            return
        if self.pace.is_enough(time.perf_counter() - self.begin, self.planned):
            self.stop.set()


def mate_in(score: int) -> int:
    """Moves to mate, negative if against the mover; 0 if the score tells of none."""
    plies = win_score(chess()) - abs(score)
    moves = (plies + 1) // 2
    return 0 if plies > chess().facts.longest else moves if score > 0 else -moves


def chess() -> Game:
    """The game of chess, loaded when first needed."""
    return game_by_name("chess")
