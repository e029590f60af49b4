"""Games with chance: iterative deepening around the Star kernels, with filters, limits, threads and several lines.

The moves at the root are searched one by one, the best of the last iteration first, against the best value so far. With
several threads, the first is searched alone, and the rest are shared among them. `nodes` counts states, also those that
were only evaluated for the filter.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.core.protocol import State
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import NONE, make_table
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, age_table, node_count, require_threads, root_moves, run_threads

from .star import OUTCOMES, StarMemory, StarOptions, value

__all__ = ["DEFAULTS", "Expectimax", "require_chances"]

game: KernelRules = slot("game")

MAX_PLY = 60
"""No line has more moves of the players than this."""
DEFAULTS: dict[str, float] = {"star": 2, "table": 1, "keep": 1 << 30, "margin": math.inf}
"""The options of `StarOptions`: no filter, so the value is that of plain expectiminimax."""
FILTERED: dict[str, float] = {"keep": 8, "margin": 0.027}
"""The usual move filter; the margin is a part of the range of the utility."""


def move_values(
    state: Any,
    depth: int,
    moves: Ints,
    worths: Reals,
    first: int,
    last: int,
    exact: int,
    slack: float,
    memory: StarMemory,
    scratch: Any,
) -> int:
    """Put the values of the root's moves first … last−1 into `worths`, from the mover's side.

    Exact for the best `exact` of all moves before `last`, and for those less than `slack` below the least of these;
    upper bounds for the others. Returns how many were finished.
    """
    mine = game.mover(state) == 0
    low, high = (game.LEAST, game.MOST) if mine else (-game.MOST, -game.LEAST)
    for i in range(first, last):
        alpha = max(low, kth_best(worths, i, exact, low) - slack)
        child = game.play(state, moves[i])
        if mine:
            worths[i] = value(child, depth - 1, alpha, high, 1, 0, memory, scratch, 0)
        else:
            worths[i] = -value(child, depth - 1, -high, -alpha, 1, 0, memory, scratch, 0)
        if memory.signal.stop != 0:
            return i - first
    return last - first


def kth_best(worths: Reals, n: int, k: int, least: float) -> float:
    """The k-th greatest of n numbers; `least` if there are fewer than k."""
    if n < k:
        return least
    found = math.inf
    for _ in range(k):  # the next lower one, equal ones counted as often as they occur
        below, count = least - 1.0, 0
        for i in range(n):
            if worths[i] < found and worths[i] > below:
                below = worths[i]
        for i in range(n):
            if worths[i] >= below:
                count += 1
        found = below
        if count >= k:
            return found
    return found


def list_moves(state: Any, out: Ints) -> int:
    """The moves of a state, into `out`; how many they are. (Compiled, since interpreted rules can be slow.)"""
    return 0 if game.is_over(state) else game.moves(state, out, 0)


def require_chances(game: Game) -> None:
    """Refuse, in one sentence, a game that this engine cannot play."""
    facts = game.two_sided.facts
    wrong = (
        f"has {facts.players} players"
        if facts.players > 2
        else "hides information"
        if not facts.perfect
        else "is not zero-sum"
        if facts.players == 2 and not facts.zero_sum
        else "has no chance"
        if not facts.chance
        else ""
    )
    if wrong:
        raise MossaError(
            f"{game.name} {wrong}; expectimax plays games with chance and perfect information for one player, or for "
            "two if they are zero-sum"
        )


class Expectimax:
    """The expectimax engine for one game; its table persists from move to move."""

    def __init__(
        self,
        game: Game,
        *,
        memory_mib: int = 16,
        threads: int = 1,
        options: dict[str, float] | None = None,
        filters: bool = False,
        compiled: bool = True,
    ) -> None:
        require_chances(game)
        require_threads(threads)
        self.game = game = game.two_sided
        low, high = game.facts.utility
        chosen = dict(DEFAULTS)
        if filters:
            chosen |= {"keep": FILTERED["keep"], "margin": FILTERED["margin"] * (high - low)}
        for name, number in (options or {}).items():
            if name not in chosen:
                raise MossaError(f"expectimax has no option {name!r}; it has {', '.join(chosen)}")
            chosen[name] = number
        self.options = chosen
        self.slack = 1e-9 * (high - low)
        """Values this close are equal."""
        self.kernel: Callable[..., int] = kernel_for(move_values, game, compiled)
        self.lister: Callable[..., int] = kernel_for(list_moves, game, compiled)
        self.table = make_table(memory_mib)
        self.signal = StopSignal(stop=0)
        self.memories = [self._memory() for _ in range(threads)]
        self.scratches = [game.rules.scratch() for _ in range(threads)]
        example, memory = game.rules.start(), self.memories[0]
        prepare(self.kernel, example, 1, memory.moves, memory.worths, 0, 0, 1, 0.0, memory, self.scratches[0])
        prepare(self.lister, example, memory.moves)

    def _memory(self) -> StarMemory:
        """Fresh memory for one thread."""
        reach = min(self.game.facts.horizon, 2 * MAX_PLY)
        places = 3 * self.game.facts.widest * (reach + 1)  # a chance node takes three places an outcome
        memory = StarMemory(
            nodes=0,
            limit=UNLIMITED,
            reach=reach,
            signal=self.signal,
            options=StarOptions(**{k: v if k == "margin" else int(v) for k, v in self.options.items()}),
            table=self.table,
            moves=Ints(places),
            worths=Reals(places),
            replies=Ints(OUTCOMES * (reach + 1)),
        )
        memory.replies.array[:] = NONE
        return memory

    def search(
        self,
        state: State,
        limits: Limits,
        *,
        only: Sequence[int] = (),
        multipv: int = 1,
        ties: bool = False,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move within the limits; with `ties`, all moves as good as it.

        If `only` names moves, the best of these is searched for.
        """
        rules = self.game.rules
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        listed = self.memories[0].moves
        moves = root_moves(listed.array[: self.lister(state, listed)].tolist(), only)
        begin = time.perf_counter()
        self.signal.stop = 0
        age_table(self.table)
        for memory in self.memories:
            memory.nodes, memory.limit = 0, limits.nodes or UNLIMITED
        found = SearchResult(move=moves[0], value=0.0, moves=(moves[0],), pv=(moves[0],))

        def deepen() -> None:
            nonlocal found
            values = dict.fromkeys(moves, 0.0)
            for depth in range(1, min(limits.depth or MAX_PLY, MAX_PLY) + 1):
                for memory in self.memories:
                    memory.horizon = 0
                ranked = sorted(moves, key=lambda move: -values[move])
                if depth > 1:
                    ranked = self._filtered(ranked, values, multipv)
                fresh = self._iterate(state, depth, ranked, multipv, ties)
                if self.signal.stop:
                    break
                values.update(fresh)
                listed = not self.game.rules.sampled
                exact = listed and len(ranked) == len(moves) and not any(memory.horizon for memory in self.memories)
                found = self._found(depth, fresh, values, multipv, exact, begin)
                if on_depth is not None:
                    on_depth(found)
                if not listed and not any(memory.horizon for memory in self.memories):
                    break
                if exact or (len(ranked) == 1 == multipv and limits.depth is None):
                    break

        run_threads([deepen], self._halt, limits.stop, limits.time, node_count(self.game, self._nodes))
        return replace(found, nodes=self._nodes(), seconds=time.perf_counter() - begin)

    def _halt(self) -> None:
        self.signal.stop = 1

    def _nodes(self) -> int:
        return sum(memory.nodes for memory in self.memories)

    def _filtered(self, ranked: list[int], values: dict[int, float], multipv: int) -> list[int]:
        """The moves that pass the filter by the values of the last iteration; at least `multipv` of them."""
        least = values[ranked[0]] - self.options["margin"]
        kept = ranked[: max(multipv, int(self.options["keep"]))]
        return [move for i, move in enumerate(kept) if i < multipv or values[move] >= least]

    def _iterate(self, state: State, depth: int, ranked: list[int], multipv: int, ties: bool) -> dict[int, float]:
        """The values of the moves at one depth: exact for the best `multipv`, upper bounds for the others."""
        n = len(ranked)
        moves, worths = Ints(n), Reals(n)
        moves.array[:] = ranked
        exact, slack = min(multipv, n), 2 * self.slack if ties else 0.0  # with some slack equal moves get equal values

        def work(thread: int, first: int, last: int) -> int:
            memory, scratch = self.memories[thread], self.scratches[thread]
            return self.kernel(state, depth, moves, worths, first, last, exact, slack, memory, scratch)

        if len(self.memories) == 1 or n <= exact:
            done = work(0, 0, n)
            return {ranked[i]: worths[i] for i in range(done)}
        work(0, 0, exact)
        self._share(work, worths, exact, n)
        return {ranked[i]: worths[i] for i in range(n)}

    def _share(self, work: Callable[[int, int, int], int], worths: Reals, first: int, n: int) -> None:
        """Let all threads take the moves from `first` on, one after the other."""
        lock, waiting = threading.Lock(), iter(range(first, n))
        worths.array[first:] = min(self.game.facts.utility) - max(map(abs, self.game.facts.utility))  # unknown so far

        def take(thread: int) -> None:
            while not self.signal.stop:
                with lock:
                    at = next(waiting, None)
                if at is None:
                    return
                work(thread, at, at + 1)

        helpers = [threading.Thread(target=take, args=(i,), daemon=True) for i in range(1, len(self.memories))]
        for helper in helpers:
            helper.start()
        take(0)
        for helper in helpers:
            helper.join()

    def _found(
        self, depth: int, values: dict[int, float], known: dict[int, float], multipv: int, exact: bool, begin: float
    ) -> SearchResult:
        """The result of an iteration; moves that were filtered out come last, by their values in earlier iterations."""
        ranked = sorted(values.items(), key=lambda item: -item[1])
        left = sorted(((move, value) for move, value in known.items() if move not in values), key=lambda item: -item[1])
        best = ranked[0][1]
        equal = tuple(move for move in values if values[move] >= best - self.slack)
        return SearchResult(
            move=equal[0] if exact else ranked[0][0],
            value=best,
            moves=equal,
            depth=depth,
            nodes=self._nodes(),
            seconds=time.perf_counter() - begin,
            pv=(ranked[0][0],),
            candidates=tuple([*ranked, *left][:multipv]),
            exact=exact,
        )
