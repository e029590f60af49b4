"""The Monte Carlo engine: simulations in slices, with limits, threads, live results and a tree that stays from move to
move.

Between two slices (`slices.py`) nothing runs: then a full pool is cleared of the nodes with the fewest visits, and the
result so far is told.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Words, whole_lines
from mossa.kernel.random_numbers import draw
from mossa.kernel.specialise import prepare, specialise
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import UNLIMITED, node_count, require_threads

from .gumbel import SequentialHalving, gumbel_numbers
from .options import chosen_options
from .pool import LINK, PROOF, child_by, clear, keep_most_visited, make_pool
from .proofs import is_solved, pack
from .rave import SEEN, trail_length
from .root import RootChild, best_children, line_from, root_children
from .slices import run_slices, share_of
from .tree_search import NOTES, Halt, TreeMemory, run_simulations

__all__ = ["MonteCarlo", "require_perfect_information"]

TELL = 0.25
"""Seconds between two results that are told."""
CHUNK = 512
"""Rows of the pool that each of several threads takes at a time."""
LONGEST_PATH = 2000
"""A line of the tree is no longer than this."""
PAST = 1 << 12
"""States before the root that a repetition is looked for in."""
PATIENCE = 4000
"""Moves after which a simulation is estimated, in a game without a bound of its length."""
UNITS = 1 << 21
"""The greatest utility in units, where utilities are not whole numbers."""


def require_perfect_information(game: Game) -> None:
    """Refuse, in one sentence, a game that this engine cannot play."""
    if not game.facts.perfect:
        raise MossaError(
            f"{game.name} hides information; Monte Carlo tree search plays games with perfect information, for any "
            "number of players, with or without chance"
        )


class MonteCarlo:
    """UCT for one game [KocsisSzepesvari06]. The tree stays: a search of the same state goes on with it."""

    def __init__(
        self,
        game: Game,
        *,
        memory_mib: int = 64,
        threads: int = 1,
        seed: int = 0,
        options: dict[str, float] | None = None,
        compiled: bool = True,
    ) -> None:
        require_perfect_information(game)
        require_threads(threads)
        game = game.two_sided
        self.game, self.options = game, chosen_options(game, options or {}, self.advised)
        low, high = map(float, game.facts.utility)
        greatest = max(abs(low), abs(high))
        exact = game.facts.whole and greatest < UNITS and not self.advised and not self.options["horizon"]
        self.unit = 1.0 if exact else UNITS / greatest
        """Units of the utility: results are whole numbers of them."""
        least, most = (max(low, -high), min(high, -low)) if game.facts.players == 2 else (low, high)
        unknown = pack(math.floor(least * self.unit), math.ceil(most * self.unit), 0)
        self.pool = make_pool(memory_mib, game.facts.widest, unknown, self.options["rave"] > 0, self.advised)
        self.plan = Ints(whole_lines(1 + 2 * game.facts.widest))
        """The moves that a Gumbel root considers."""
        self.halving: SequentialHalving | None = None
        self.simulations = self.simulated = self.left = 0
        """Of the search under way: all its simulations, those made, and those before something changes at the root."""
        self.halt = Halt(stop=0, pause=0)
        self.state: State | None = None
        """The root of the tree."""
        self.kernel: Callable[..., int]
        self._bind(compiled)
        self.keeper: Callable[..., int] = specialise(
            keep_most_visited, {}, name="montecarlo keep_most_visited", compiled=compiled
        )
        self.memories = [self._memory(i, threads, seed) for i in range(threads)]
        self.scratches = [game.rules.scratch() for _ in range(threads)]
        self._prepare()
        prepare(self.keeper, self.pool, 0, 1)

    advised: ClassVar[bool] = False
    """Is there a network?"""

    def _bind(self, compiled: bool) -> None:
        """Take the kernel."""
        self.kernel = kernel_for(run_simulations, self.game, compiled)

    def _prepare(self) -> None:
        """Compile the kernel."""
        prepare(self.kernel, self.game.rules.start(), self.memories[0], self.scratches[0], 1)

    def _loss(self) -> int:
        """The virtual loss, in units."""
        greatest = max(abs(float(bound)) for bound in self.game.facts.utility)
        return max(1, int(self.options["virtual_loss"] * greatest * self.unit))

    def _memory(self, number: int, threads: int, seed: int) -> TreeMemory:
        """Fresh memory for one of the threads."""
        facts, options = self.game.facts, self.options
        longest = min(facts.horizon, LONGEST_PATH)
        places = whole_lines(longest + 1)
        raving = options["rave"] > 0
        more = 1.0 + options["spread"] * number / max(1, threads - 1)
        low, high = map(float, facts.utility)
        return TreeMemory(
            pool=self.pool,
            halt=self.halt,
            seed=u64(seed if number == 0 else draw(u64(seed + number))),
            path=Ints(places),
            choosers=Ints(places),
            settled=Ints(places),
            lent=Ints(places),
            notes=Ints(3 * NOTES),
            chunk=self._chunk(threads),
            rave=options["rave"],
            trail=Ints(whole_lines(trail_length() if raving else 1)),
            seen=Words(2 * SEEN if raving else 8),
            stamp=u64(0),
            keys=Words((PAST if facts.repetition else 0) + longest + 1),
            past=0,
            results=Ints(whole_lines(facts.players)),
            buffer=Ints(whole_lines(facts.widest)),
            longest=longest,
            depth=0,
            deepest=0,
            unit=self.unit,
            scale=options["exploration"] * more * (high - low) * self.unit,
            horizon=int(options["horizon"]) or (UNLIMITED if facts.longest else PATIENCE),
            guided=int(options["guided"]),
            proofs=int(options["proofs"]),
            knowledge=int(options["knowledge"]),
            own_scale=int(facts.score is not None and tuple(facts.score) != tuple(facts.utility)),
            loss=0 if threads == 1 else self._loss(),
            plan=self.plan,
            urgency=options["urgency"] * (high - low) * self.unit,
        )

    def _chunk(self, threads: int) -> Ints:
        """An empty chunk of rows; one thread asks for no more than it needs."""
        chunk = Ints(whole_lines(3))
        chunk[2] = 0 if threads == 1 else min(CHUNK, self.pool.capacity // (8 * threads))
        return chunk

    def _recycle(self, node: int, most: int) -> None:
        """Make a node the root, and keep no more than this many rows."""
        self.keeper(self.pool, node, most)
        for memory in self.memories:
            memory.chunk[0] = memory.chunk[1] = 0

    def forget(self) -> None:
        """Drop the tree."""
        self.state = None

    def advance(self, moves: Sequence[int]) -> None:
        """Moves have been played: what is known of the state after them stays, the rest of the tree is dropped."""
        if self.state is None:
            return
        node = 0
        for move in moves:
            child = child_by(self.pool, node, move)
            if child == 0:
                self.forget()
                return
            node, self.state = child, self.game.rules.play(self.state, move)
        self._recycle(node, self.pool.capacity)

    def search(
        self,
        state: State,
        limits: Limits,
        *,
        past: Sequence[State] = (),
        multipv: int = 1,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move within the limits; `nodes` is the number of simulations.

        `past`: the states before this one, in a game where a state that occurs again is a draw.
        """
        if self.options["gumbel"] and limits.nodes is None:
            raise MossaError("a Gumbel root shares out a number of simulations: give one, such as nodes=100")
        self._begin(state, past, limits.nodes)
        begin, told = time.perf_counter(), 0.0

        def result(simulated: int) -> SearchResult:
            return replace(self.result(multipv), nodes=simulated, seconds=time.perf_counter() - begin)

        def between(simulated: int) -> bool:
            nonlocal told
            self._count(simulated - self.simulated)
            if self._is_solved() or self.simulations == simulated:
                return True
            if self.pool.used[0] > self.pool.capacity:
                self._recycle(0, self.pool.capacity // 2)
            seconds = time.perf_counter() - begin
            if on_depth is not None and seconds - told >= TELL and simulated:
                told = seconds
                on_depth(result(simulated))
            return False

        within = (limits.time, limits.nodes, limits.stop)
        simulated = run_slices(
            self._simulate,
            len(self.memories),
            self.halt,
            within,
            between,
            progress=node_count(self.game, lambda: sum(memory.seed for memory in self.memories)),
        )
        if self.halving is not None:
            self.halving.finish()
        found = result(simulated)
        if on_depth is not None and simulated:
            on_depth(found)
        return found

    def _simulate(self, thread: int, count: int) -> int:
        """Let one thread simulate so often, unless something ends it; how often it did."""
        share = min(count, self._share(thread))
        return self.kernel(self.state, self.memories[thread], self.scratches[thread], share)

    def _share(self, thread: int) -> int:
        """A thread's part of the simulations before something changes at the root."""
        return share_of(thread, len(self.memories), self.left)

    def _begin(self, state: State, past: Sequence[State] = (), simulations: int | None = None) -> None:
        """Prepare all threads for a search of this state, with so many simulations."""
        rules = self.game.rules
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        if rules.is_over(state):
            raise MossaError("the game is over: there is nothing to search")
        if state != self.state:
            clear(self.pool)
            self._recycle(0, 1)
            self.state = state
        if self.pool.words[LINK] == 0:  # what is proven of it without children does not say which move is the best
            self.pool.words[PROOF] = self.pool.unknown
        self.simulations, self.simulated = simulations or UNLIMITED, 0
        self._open_root()
        kept = past[-PAST:]
        keys = [rules.key(one) for one in (*kept, self.state)] if self.game.facts.repetition else []
        for memory in self.memories:
            memory.deepest, memory.past = 0, max(0, len(keys) - 1)
            for place, key in enumerate(keys):
                memory.keys[place] = key

    def _count(self, done: int) -> None:
        """So many simulations more were made: what changes at the root."""
        self.simulated += done
        if self.halving is None:
            self._open_root()
            return
        self.halving.count(done, self.root_means())
        self.left = self.halving.left

    def _open_root(self) -> None:
        """A search begins, or goes on: with a Gumbel root, share out its simulations among the moves that look best.

        `left`: the simulations before something changes at the root.
        """
        self.halving, self.plan[0] = None, 0
        self.left = self.simulations - self.simulated
        considered, memory = int(self.options["gumbel"]), self.memories[0]
        if considered == 0 or self.left <= 0:
            return
        logits = self._root_logits()
        memory.seed, drawn = gumbel_numbers(memory.seed, len(logits), self.options["noise"])
        looks = [g + logit for g, logit in zip(drawn, logits, strict=True)]
        self.halving = SequentialHalving(looks, considered, self.left, self.plan)
        self.left = self.halving.left

    def _root_logits(self) -> list[float]:
        """The logarithms of the priors of the moves at the root: all the same without a network."""
        return [0.0] * len(self.game.rules.legal(self.state))

    def root_means(self) -> list[float]:
        """The means of the moves at the root, from 0 to 1; where nothing is known, the worst."""
        low, high = self.game.facts.utility
        found = root_children(self.pool, 0, self.game.rules.mover(self.state))
        worths = [one.mean / self.unit if one.visits or one.solved else low for one in found]
        return [(worth - low) / (high - low) for worth in worths]

    def _by_distance(self, ranked: list[RootChild], equal: int) -> tuple[list[RootChild], int]:
        """The children of a solved root, and how many of the first are equally good.

        The game's `bounds` may tell of a win or a loss, but not that it is near. So a move that wins at once comes
        first, and one after which the other player could win at once last.
        """
        rules, state, value = self.game.rules, self.state, ranked[0].mean / self.unit
        mover = rules.mover(state)

        def ends(after: State) -> bool:
            return rules.is_over(after) and rules.utility(after, mover) == value

        def good(one: RootChild) -> bool:
            after = rules.play(state, one.move)
            if value > 0:
                return ends(after)
            return one.solved and one.low == ranked[0].low and not any(map(ends, _successors(rules, after)))

        first = [one for one in ranked if good(one)] if value else []
        if not first or ranked[0] in first:
            return ranked, equal
        return [*first, *(one for one in ranked if one not in first)], 1

    def _is_solved(self) -> bool:
        return bool(self.options["proofs"]) and is_solved(self.pool.words[PROOF])

    def _halved(self, found: list[RootChild]) -> dict[int, tuple[float, ...]] | None:
        """With a Gumbel root, the rank of each move: the last ones that were considered come first."""
        if self.halving is None or not found:
            return None
        ranked, visits = self.halving.ranked(self.root_means()), self.halving.visits
        return {one.move: (math.inf, -ranked.index(i)) if i in ranked else (visits[i],) for i, one in enumerate(found)}

    def result(self, multipv: int = 1) -> SearchResult:
        """What the tree says so far."""
        rules = self.game.rules
        found = root_children(self.pool, 0, rules.mover(self.state))
        ranked, equal = best_children(found, self._halved(found))
        if not ranked:  # stopped before the first simulation
            first = rules.legal(self.state)[0]
            return SearchResult(first, 0.0, (first,), pv=(first,))
        if self._is_solved():
            ranked, equal = self._by_distance(ranked, equal)
        pv = line_from(self.pool, rules, self.state) or (ranked[0].move,)
        if pv[0] != ranked[0].move:
            pv = (ranked[0].move,)
        told = ranked[:multipv] if multipv > 1 else []
        return SearchResult(
            ranked[0].move,
            ranked[0].mean / self.unit,
            tuple(sorted(one.move for one in ranked[:equal])),
            depth=len(pv),
            held=min(self.pool.used[0], self.pool.capacity),
            pv=pv,
            candidates=tuple((one.move, one.mean / self.unit) for one in told),
            variations=tuple(pv if one is ranked[0] else self._line_by(one) for one in told),
            exact=self._is_solved(),
        )

    def _line_by(self, child: RootChild) -> tuple[int, ...]:
        """The best line that begins with the move to this child of the root."""
        rules = self.game.rules
        return (child.move, *line_from(self.pool, rules, rules.play(self.state, child.move), child.node))


def _successors(rules: Rules, state: State) -> Iterator[State]:
    """The states after each move."""
    return (rules.play(state, move) for move in rules.legal(state))
