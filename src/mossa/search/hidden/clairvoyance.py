"""Averaging over clairvoyance, compiled: many deals that agree with what the player knows, each solved by alpha-beta.

Each deal is a game with open cards: the player takes the greatest value, all others the least. A move is worth the mean
over the deals. [RussellNorvig], section 5.6; what it overlooks is in `mossa.search.textbook.clairvoyance`.

The deals are drawn and solved in batches, shared among the threads. A deal depends on the seed and on its number only.
Where a deal is too big to be searched to its end, iterative deepening of the first one finds the depth for all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from mossa.core.game import Game
from mossa.core.hidden_rules import hidden_kernel, why_not_compiled
from mossa.core.kernel_rules import kernel_rules
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_reader, make_writer
from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.specialise import prepare, specialise
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, node_count, require_threads, run_threads, run_together
from mossa.search.nplayers.memory import MOST_OUTCOMES, PlayersMemory
from mossa.search.nplayers.table import clear, make_table

from .deals import deal_worlds, seed_of, solve_worlds

__all__ = ["DEALS", "Clairvoyance", "require_secrets"]

DEALS = 100
"""Deals of a search, unless it is told otherwise."""
MAX_PLY = 400
"""No line is searched further than this."""
SLICE, FIRST, BATCH = 0.05, 8, 4096
"""Seconds of a batch of deals; the deals of the first one, and the most of any."""
TRIAL = 10
"""One part in so many of the time or of the nodes is for finding the depth of a deal that cannot be solved."""
TELL = 0.25
"""Seconds between two results that are told."""
SLACK = 1e-9
"""Means this close are equal."""


def require_secrets(game: Game) -> None:
    """Refuse, in one sentence, a game that hides nothing."""
    if game.facts.perfect:
        raise MossaError(f"{game.name} hides nothing: clairvoyance is for games with hidden information")


@lru_cache(maxsize=512)
def _solver(game: Game, compiled: bool) -> Callable[..., int]:
    """The kernel that solves worlds: compiled also where secrets are dealt by interpreted rules."""
    label = game.name.rsplit("/", 1)[-1]
    slots = {"game": kernel_rules(game.rules), "extra": {"read": make_reader(game.rules.start())}}
    kernel: Callable[..., int] = specialise(solve_worlds, slots, name=f"{label} deals.solve_worlds", compiled=compiled)
    return kernel


class Clairvoyance:
    """Averaging over clairvoyance for one game; each thread's table persists from move to move."""

    def __init__(self, game: Game, *, memory_mib: int = 16, threads: int = 1, compiled: bool = True) -> None:
        require_secrets(game)
        require_threads(threads)
        self.game, facts = game, game.facts
        self.reach = min(facts.horizon, MAX_PLY)
        self.size = len(flatten(game.rules.start()))
        """Words of a state."""
        self.write = make_writer(game.rules.start())
        self.signal = StopSignal(stop=0)
        places = facts.widest * (self.reach + MOST_OUTCOMES + 3)
        self.memories = [self._memory(max(1, memory_mib // threads)) for _ in range(threads)]
        self.buffers = [Ints(places) for _ in range(threads)]
        self.scratches = [game.rules.scratch() for _ in range(threads)]
        self.solver = _solver(game, compiled)
        self.dealer: Callable[..., int] | None = None
        """Deals by compiled rules, where they can be compiled."""
        if not compiled or not why_not_compiled(game):
            self.dealer = hidden_kernel(deal_worlds, game, compiled)
            prepare(self.dealer, game.rules.start(), 0, u64(0), 0, 1, Words(self.size))
        vectors = (Ints(1), 1, Reals(1), Ints(1), self.memories[0], self.scratches[0], self.buffers[0])
        prepare(self.solver, Words(self.size), self.size, 0, 1, 1, 1, *vectors)

    def _memory(self, mebibytes: int) -> PlayersMemory:
        return PlayersMemory(
            nodes=0,
            limit=UNLIMITED,
            signal=self.signal,
            table=make_table(mebibytes, 1),
            values=Reals(1),
            tabled=1,
            shallow=0,
            maximiser=-1,
            replies=0,
            horizon=0,
            backwards=0,
        )

    def forget(self) -> None:
        """Empty the tables."""
        for memory in self.memories:
            clear(memory.table)

    def search(
        self,
        state: State,
        limits: Limits,
        *,
        deals: int = DEALS,
        seed: int = 0,
        multipv: int = 1,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The move that is best on average over as many deals as the limits allow, `deals` at most.

        `nodes` are states. The deals depend on the seed, not on what is hidden from the mover.
        """
        rules = self.game.rules
        if rules.is_over(state):
            raise MossaError("the game is over: there is nothing to search")
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        search = _Search(self, state, limits, deals, u64(seed), time.perf_counter())

        def work() -> None:
            search.find_depth()
            told = 0.0
            while search.dealt < deals and not self.signal.stop:
                search.next_batch()
                seconds = time.perf_counter() - search.began
                if on_depth is not None and seconds - told >= TELL:
                    told = seconds
                    on_depth(search.result(multipv))

        counted = node_count(self.game, lambda: sum(memory.nodes for memory in self.memories))
        run_threads([work], self._halt, limits.stop, limits.time, counted)
        found = search.result(multipv)
        if on_depth is not None and search.solved:
            on_depth(found)
        return found

    def _halt(self) -> None:
        self.signal.stop = 1

    def deal(self, state: State, player: int, seed: u64, first: int, count: int) -> Words:
        """The numbers of some deals, one after the other."""
        words = Words(self.size * count)
        if self.dealer is not None:
            self.dealer(state, player, seed, first, count, words)
            return words
        redeal = self.game.rules.redeal
        assert redeal is not None
        for deal in range(count):
            self.write(redeal(state, player, seed_of(seed, first + deal)), words, deal * self.size)
        return words


class _Search:
    """One search: how far it is, and what the deals so far say."""

    def __init__(self, engine: Clairvoyance, state: State, limits: Limits, deals: int, seed: u64, began: float) -> None:
        self.engine, self.state, self.limits, self.deals, self.seed = engine, state, limits, deals, seed
        self.began = began
        self.player = engine.game.rules.mover(state)
        self.legal = engine.game.rules.legal(state)
        self.moves = Ints(len(self.legal))
        self.moves.array[:] = self.legal
        self.totals = [0.0] * len(self.legal)
        self.dealt = self.solved = 0
        self.depth, self.certain = min(limits.depth or engine.reach, engine.reach), True
        self.batch = FIRST
        self.trial: list[float] = []
        """What the moves are worth in the first deal, to the depth that was found for it."""
        engine.signal.stop = 0
        self._limit(limits.nodes)
        for memory in engine.memories:
            memory.nodes = memory.horizon = 0
            if memory.maximiser != self.player:
                memory.maximiser = self.player
                clear(memory.table)

    def _limit(self, nodes: int | None) -> None:
        threads = len(self.engine.memories)
        for i, memory in enumerate(self.engine.memories):
            memory.limit = UNLIMITED if nodes is None else nodes * (i + 1) // threads - nodes * i // threads

    def find_depth(self) -> None:
        """Deepen the search of the first deal as long as it takes little: if it is solved, so will be the others."""
        limits, engine = self.limits, self.engine
        if limits.time is None and limits.nodes is None:
            return
        memory, words = engine.memories[0], engine.deal(self.state, self.player, self.seed, 0, 1)
        deepest, self.depth = self.depth, 1
        for depth in range(1, deepest + 1):
            memory.horizon, memory.limit = 0, self._trial_nodes(memory.nodes)
            done, worths = self._solve(words, 1, depth, 1)
            if not done[0]:
                break
            self.depth, self.trial = depth, worths
            if memory.horizon == 0:
                self.depth = deepest
                break
        if memory.nodes >= memory.limit and not limits.stop.is_set():
            engine.signal.stop = 0  # the trial's own end; that of the search comes later
        memory.horizon = 0
        self._limit(limits.nodes)

    def _trial_nodes(self, nodes: int) -> int:
        """The limit of the trial, as far as its speed tells; the first depth is always searched."""
        limits, seconds = self.limits, time.perf_counter() - self.began
        most = limits.nodes if nodes == 0 else None if limits.nodes is None else limits.nodes // TRIAL
        if limits.time is None or nodes == 0:
            return UNLIMITED if most is None else most
        by_time = int(nodes * limits.time / TRIAL / max(seconds, 1e-6))
        return by_time if most is None else min(most, by_time)

    def next_batch(self) -> None:
        """Draw some deals, and add what they say; those that could not be finished count for nothing."""
        count = min(self.batch, self.deals - self.dealt)
        began = time.perf_counter()
        words = self.engine.deal(self.state, self.player, self.seed, self.dealt, count)
        done, worths = self._solve(words, count, self.depth, len(self.engine.memories))
        n = len(self.legal)
        for deal in range(count):
            if done[deal]:
                for i in range(n):
                    self.totals[i] += worths[deal * n + i]
                self.solved += 1
        self.dealt += count
        seconds = max(time.perf_counter() - began, 1e-6)
        self.batch = max(1, min(BATCH, 4 * self.batch, int(count * SLICE / seconds)))
        self.certain = self.certain and not any(memory.horizon for memory in self.engine.memories)

    def _solve(self, words: Words, count: int, depth: int, threads: int) -> tuple[list[int], list[float]]:
        """Which of these worlds were solved, and what each move is worth in each."""
        engine, n = self.engine, len(self.legal)
        worths, done = Reals(count * n), Ints(count)

        def solve(thread: int) -> Callable[[], None]:
            memory, scratch, buffer = engine.memories[thread], engine.scratches[thread], engine.buffers[thread]
            place = (thread, threads, count, depth)
            return lambda: self._call(words, engine.size, *place, self.moves, n, worths, done, memory, scratch, buffer)

        run_together([solve(thread) for thread in range(threads)])
        return done.array.tolist(), worths.array.tolist()

    def _call(self, *arguments: Any) -> None:
        self.engine.solver(*arguments)

    def result(self, multipv: int) -> SearchResult:
        """What the deals so far say."""
        nodes = sum(memory.nodes for memory in self.engine.memories)
        means = [total / self.solved for total in self.totals] if self.solved else self.trial or self.totals
        ranked = sorted(zip(self.legal, means, strict=True), key=lambda item: -item[1])
        move, value = ranked[0]
        found = SearchResult(
            move,
            value,
            tuple(one for one, mean in zip(self.legal, means, strict=True) if mean >= value - SLACK),
            depth=self.depth,
            nodes=nodes,
            seconds=time.perf_counter() - self.began,
            deals=self.solved,
            pv=(move,),
        )
        return replace(found, candidates=tuple(ranked[:multipv])) if multipv > 1 else found
