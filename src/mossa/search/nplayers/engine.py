"""Games of many players: iterative deepening around the kernels, with a table, limits and several lines.

The moves at the root are searched one by one, the best of the last iteration first. Several threads share the table.
At max^n, which cuts little, they share out the moves of an iteration: each takes the next one when it is free, with the
best value so far as its bound. At the others the first move takes most of the time; so helpers search the same moves as
the first thread, at each node from the other end.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals, whole_lines
from mossa.kernel.specialise import prepare
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import (
    UNLIMITED,
    node_count,
    require_threads,
    root_moves,
    run_threads,
    run_together,
)

from .allied import allied_value
from .maxn import maxn_value
from .memory import MOST_OUTCOMES, PlayersMemory
from .table import clear, make_table, shared_table

__all__ = ["METHODS", "NPlayers", "require_players"]

METHODS = {
    "maxn": "max^n: each for himself",
    "paranoid": "all others against the one at the root",
    "best-reply": "between two moves of the one at the root, one of the others chooses against him",
}
"""Method → what it assumes of the players."""

Values = dict[int, tuple[float, ...]]
"""Move → what it is worth to each player, or to the mover alone."""

MAX_PLY = 400
"""No line is searched further than this."""
DEEPEST = 100
"""Depth of the last iteration."""


def require_players(game: Game) -> None:
    """Refuse, in one sentence, a game that these engines cannot play."""
    if not game.facts.perfect:
        raise MossaError(f"{game.name} hides information; this search plays games with perfect information")


class NPlayers:
    """One method for one game; its table persists from move to move."""

    def __init__(
        self,
        game: Game,
        method: str = "maxn",
        *,
        memory_mib: int = 16,
        threads: int = 1,
        table: bool = True,
        shallow: bool | None = None,
        compiled: bool = True,
    ) -> None:
        require_players(game)
        if method not in METHODS:
            raise MossaError(f"there is no method {method!r} for many players; methods: {', '.join(METHODS)}")
        self.game, self.method, facts = game, method, game.facts
        if shallow and not facts.zero_sum:
            raise MossaError(f"shallow cuts need utilities that add up to 0, and those of {game.name} do not")
        self.reach = min(facts.horizon, MAX_PLY)
        require_threads(threads)
        longest = self.reach + MOST_OUTCOMES + 3
        first = make_table(memory_mib, facts.players if method == "maxn" else 1)
        self.memories = [
            PlayersMemory(
                nodes=0,
                limit=UNLIMITED,
                signal=StopSignal(stop=0),
                table=first if thread == 0 else shared_table(first),
                values=Reals(whole_lines(facts.players * longest)),
                tabled=int(table),
                shallow=int(facts.zero_sum if shallow is None else shallow),
                maximiser=-1,
                replies=int(method == "best-reply"),
                horizon=0,
                backwards=int(thread > 0),
            )
            for thread in range(threads)
        ]
        """Of each thread."""
        self.memory = self.memories[0]
        self.buffers = [Ints(facts.widest * longest) for _ in range(threads)]
        self.scratches = [game.rules.scratch() for _ in range(threads)]
        self.kernel: Callable[..., Any] = kernel_for(maxn_value if method == "maxn" else allied_value, game, compiled)
        start, last = game.rules.start(), (self.memory, self.scratches[0], self.buffers[0])
        prepare(self.kernel, start, 1, *((1, 0, 0.0) if method == "maxn" else (0.0, 0.0, 0)), *last)

    def search(
        self,
        state: State,
        limits: Limits,
        *,
        deepening: bool = True,
        multipv: int = 1,
        ties: bool = False,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move within the limits; with `ties`, all moves as good as it. Without deepening, at one depth.

        A limit of nodes is shared out evenly to the threads that have something to do.
        """
        rules, memory = self.game.rules, self.memory
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        moves = root_moves(rules.legal(state), ())
        if memory.maximiser != (mover := rules.mover(state)):
            clear(memory.table)
        busy = min(len(self.memories), len(moves)) if self.method == "maxn" else len(self.memories)
        for own in self.memories:
            own.signal.stop = 0
            own.maximiser, own.nodes, own.limit = mover, 0, -(-limits.nodes // busy) if limits.nodes else UNLIMITED
        memory.nodes = 1
        begin = time.perf_counter()
        found = SearchResult(moves[0], 0.0, (moves[0],), pv=(moves[0],))
        deepest = min(limits.depth or self.reach, self.reach)

        def deepen() -> None:
            nonlocal found
            ranked = moves
            for depth in range(1, min(deepest, DEEPEST) + 1) if deepening else [deepest]:
                for own in self.memories:
                    own.horizon = 0
                values, exact = self._iterate(state, depth, ranked, multipv > 1 or ties)
                if memory.signal.stop:
                    break
                every = multipv > 1 or ties or (self.method == "maxn" and not memory.shallow)
                found = self._result(values, exact, moves if every else (), depth, multipv)
                found = replace(found, nodes=self._nodes(), seconds=time.perf_counter() - begin)
                if on_depth is not None:
                    on_depth(found)
                if not self._cut_off():
                    break
                ranked = [found.move, *(move for move in ranked if move != found.move)]

        run_threads([deepen], self._halt, limits.stop, limits.time, node_count(self.game, self._nodes))
        return replace(found, nodes=self._nodes(), seconds=time.perf_counter() - begin)

    def _halt(self) -> None:
        for memory in self.memories:
            memory.signal.stop = 1

    def _nodes(self) -> int:
        return sum(memory.nodes for memory in self.memories)

    def _cut_off(self) -> bool:
        """Was the last iteration cut off anywhere?"""
        return any(memory.horizon for memory in self.memories)

    def _iterate(self, state: State, depth: int, ranked: Sequence[int], full: bool) -> tuple[Values, set[int]]:
        """What the moves are worth at one depth, to each player or to the mover alone, and which of these values are
        exact: all if `full`, else those above the best one that was known when their search began."""
        rules, mover = self.game.rules, self.game.rules.mover(state)
        left, found, exact, best = deque(ranked), Values(), set[int](), -math.inf
        turn = threading.Lock()

        def search(until: int, memory: PlayersMemory, scratch: Any, buffer: Ints) -> None:
            nonlocal best
            while len(left) > until and not memory.signal.stop:
                with turn:
                    if not left:
                        break
                    move, bound = left.popleft(), -math.inf if full else best
                memory.nodes += 1
                value = self._value(rules.play(state, move), depth, mover, bound, memory, scratch, buffer)
                own = value[mover if self.method == "maxn" else 0]
                with turn:
                    found[move], best = value, max(best, own)
                    if own > bound:
                        exact.add(move)

        def lead() -> None:
            try:
                search(0, *threads[0])
            finally:
                for helper in self.memories[1:]:
                    helper.signal.stop = 1

        def help_out(memory: PlayersMemory, scratch: Any, buffer: Ints) -> None:
            for move in ranked:
                if memory.signal.stop:
                    break
                self._value(rules.play(state, move), depth, mover, best, memory, scratch, buffer)

        threads = list(zip(self.memories, self.scratches, self.buffers, strict=True))
        if full or self.method == "maxn":
            if not full and self.memory.shallow:
                search(len(left) - 1, *threads[0])  # its bound saves more than the others could do meanwhile
            run_together([partial(search, 0, *own) for own in threads])
        else:
            run_together([lead, *(partial(help_out, *own) for own in threads[1:])])
            for helper in self.memories[1:]:
                helper.signal.stop = self.memory.signal.stop
        return {move: found[move] for move in ranked if move in found}, exact

    def _value(
        self, after: State, depth: int, mover: int, bound: float, memory: PlayersMemory, scratch: Any, buffer: Ints
    ) -> tuple[float, ...]:
        """What a move of the root is worth, after which this is the state."""
        last = (memory, scratch, buffer)
        if self.method != "maxn":
            return (self.kernel(after, depth - 1, bound, math.inf, 0, *last),)
        players = self.game.facts.players
        self.kernel(after, depth - 1, 1, mover, bound if memory.shallow else -math.inf, *last)
        return tuple(memory.values.array[players : 2 * players].tolist())

    def _result(self, values: Values, exact: set[int], moves: Sequence[int], depth: int, multipv: int) -> SearchResult:
        """The result of an iteration: the first of the best moves, and those of `moves` that are as good. A value that
        is only a bound makes no move the best."""
        mover = self.memory.maximiser if self.method == "maxn" else 0
        worths = {move: vector[mover] for move, vector in values.items()}
        best = max(worths.values())
        equal = [move for move, worth in worths.items() if worth == best]
        equal.sort(key=lambda move: move not in exact)
        ranked = sorted(worths.items(), key=lambda item: -item[1])
        return SearchResult(
            equal[0],
            best,
            tuple(move for move in moves if move in equal) or (equal[0],),
            depth=depth,
            pv=(equal[0],),
            candidates=tuple(ranked[:multipv]) if multipv > 1 else (),
            exact=self.method == "maxn" and not self._cut_off() and not self.game.rules.sampled,
            vector=values[equal[0]] if self.method == "maxn" else (),
        )
