"""Alpha-beta and mate search in turns, on a common budget of nodes: each finds forced wins that the other does not.

A mate search runs beside iterative deepening if a win is asked for (`Limits.win`) and in an analysis
(`Limits.analysis`). Once deepening has found a win or a loss, a mate search also looks for a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mossa.core.protocol import State
from mossa.search.common.limits import MAX_PLY, Limits
from mossa.search.common.scores import value_of
from mossa.search.common.threads import UNLIMITED
from mossa.search.mate.mate_search import ANALYSIS_TURN, FIRST_TURN, MateSearch, MateSearcher, plies_to_mate

from .memory import Memory
from .progress import Progress

__all__ = ["MateAlternation"]

MATE_SHARE = 3.0
"""Where a win is asked for or known, the mate search gets this many times the nodes of alpha-beta …"""
ANALYSIS_SHARE, ANALYSIS_NODES = 1 / 4, 8_000_000
"""… and in an analysis this share of them, once alpha-beta has had far more nodes than these; less before, while
another ply of alpha-beta still finds more."""
ANALYSIS_INTERVAL = 8
"""In an analysis its turns are also rarer by this factor."""
MIN_SLICE = 50_000
"""Alpha-beta pauses for the mate search after this many nodes at least."""
SHORTEN_SHARE = 32
"""The search for a shorter win gets at most this many times the nodes that the known win took."""


class MateAlternation:
    """The mate search beside one alpha-beta search. The first thread alone calls it."""

    def __init__(
        self,
        searcher: MateSearcher,
        state: State,
        moves: Sequence[int],
        limits: Limits,
        progress: Progress,
        *,
        multipv: int,
        halted: Callable[[], bool],
    ) -> None:
        """`halted`: was the whole search stopped?"""
        self.searcher, self.state, self.limits = searcher, state, limits
        self.progress, self.multipv, self.halted = progress, multipv, halted
        self.memory: Memory = progress.memories[0]
        self.node_limit = limits.nodes or UNLIMITED
        self.pauses = len(progress.memories) == 1
        """Several threads do not pause: they would have to begin their iteration again."""
        self.search: MateSearch | None = None
        """The mate search, where there is one from the start."""
        self._last: MateSearch | None = None
        analysis = limits.analysis and limits.depth is None
        if (limits.win is not None or analysis) and searcher.game.facts.score is None:
            most, turn = (limits.win, FIRST_TURN) if limits.win is not None else (MAX_PLY, ANALYSIS_TURN)
            self.search = MateSearch(searcher, state, moves, self.memory, won=True, most=most, turn=turn)
            self._last = self.search

    @property
    def active(self) -> bool:
        """Is there a mate search from the start?"""
        return self.search is not None

    @property
    def nodes(self) -> int:
        """The nodes of the last mate search so far, which counts for itself."""
        return 0 if self._last is None else int(self._last.proof.nodes)

    @property
    def mate_first(self) -> bool:
        """Does the mate search have priority: a win is asked for, or known with nothing else to search?"""
        return self.limits.win is not None or (self.progress.is_won and self.multipv == 1)

    def pause_at(self, memory: Memory) -> int:
        """The node at which alpha-beta must pause: it gets as many nodes as it had before, so that it repeats little
        after a pause."""
        if self.search is None or not self.pauses:
            return self.node_limit
        interval = 1 if self.mate_first else ANALYSIS_INTERVAL
        return min(self.node_limit, memory.nodes + interval * max(MIN_SLICE, memory.nodes - self.search.proof.nodes))

    def paused(self, memory: Memory) -> bool:
        """Did alpha-beta stop only for a pause? Then take the signal to stop back."""
        if self.search is None or not self.pauses:
            return False
        if not memory.signal.stop or memory.nodes >= self.node_limit or self.halted():
            return False
        memory.signal.stop = 0
        if self.halted():  # just now
            memory.signal.stop = 1
        return True

    def take_turn(self) -> bool:
        """Search for a win, or for a shorter one than is known, with a share of the nodes that alpha-beta had. Is the
        result final?"""
        search, progress = self.search, self.progress
        assert search is not None
        if progress.is_won and not self._knows(progress.score):
            search.report(plies_to_mate(progress.game, progress.score))
        spent = search.proof.nodes
        others = search.caller.nodes - spent
        share = MATE_SHARE if self.mate_first else ANALYSIS_SHARE * others / (others + ANALYSIS_NODES)
        nodes = int(share * others) - spent
        if self.mate_first or nodes >= search.round_nodes // 2:
            self._run(search, nodes)
        self._conclude(search)
        return search.finished and progress.is_won and self.multipv == 1

    def finish(self) -> None:
        """Alpha-beta is done: spend what is left of the nodes. (A limit of depth is one of alpha-beta.)"""
        if self.search is not None:
            self._run(self.search, UNLIMITED)
            self._conclude(self.search)

    def shorten(self, moves: Sequence[int]) -> None:
        """Alpha-beta found a win or a loss, with guesses: search for a shorter one."""
        progress = self.progress
        most = plies_to_mate(progress.game, progress.score) - 1
        search = MateSearch(self.searcher, self.state, moves, self.memory, won=progress.score > 0, most=most)
        self._last = search
        self._run(search, SHORTEN_SHARE * self.memory.nodes)
        self._conclude(search)

    def merge(self, score: int, certain: bool) -> None:
        """Alpha-beta has completed an iteration: prefer the mate that is known, if it is at least as good."""
        if self.search is not None and self._knows(score):
            self._prefer(self.search, certain or self.search.certain)

    def _knows(self, score: int) -> bool:
        """Does the mate search know a win at least as short as one of this score?"""
        return self.search is not None and self.search.mate is not None and self.search.mate.score >= score

    def _run(self, search: MateSearch, nodes: int) -> None:
        """Spend these nodes on a mate search, and pass on what it finds."""
        memory = self.memory
        until = memory.nodes + nodes
        while not search.finished and memory.nodes < until and not memory.signal.stop:
            if search.resume(until - memory.nodes) and search.mate is not None:
                self._prefer(search, search.certain)
                if self.progress.on_depth is not None:
                    self.progress.update(nodes=memory.nodes, seconds=self.progress.seconds)
                    self.progress.notify()

    def _conclude(self, search: MateSearch) -> None:
        """What was found is certain if it is a mate and there is no shorter one."""
        progress = self.progress
        if (progress.score > 0) == search.won and search.low >= plies_to_mate(progress.game, progress.score):
            progress.update(exact=True)

    def _prefer(self, search: MateSearch, certain: bool) -> None:
        """Make the mate that was found the result; `certain`: it is the shortest."""
        mate, progress = search.mate, self.progress
        assert mate is not None
        found, value = progress.found, value_of(progress.game, mate.score)
        progress.update(
            move=mate.move,
            value=value,
            moves=(mate.move,),
            score=mate.score,
            depth=max(found.depth, plies_to_mate(progress.game, mate.score)),
            pv=mate.pv,
            candidates=((mate.move, value), *(one for one in found.candidates if one[0] != mate.move))[: self.multipv],
            lines=((mate.score, mate.pv), *(one for one in found.lines if one[1][0] != mate.move))[: self.multipv],
            exact=certain,
        )
