"""Exact values: alpha-beta to the end of the game, window by window, or a clear refusal.

Null windows narrow the value down (as MTD(f) does): each is cheap, since a null window cuts most, and the table keeps
their results. Where the game has an evaluation, the first window is at the score that a heuristic search predicts;
otherwise they go from 0 outwards: is it won at all? By how much? Before that, and as soon as the winner is known, it is
asked whether the win is near the greatest score that is left: such a proof looks only a few plies ahead.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import NONE, TranspositionTable, copy_entries, make_buckets, make_table
from mossa.search.common.limits import MAX_PLY, Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import INFINITE, POINT, require_scores, value_of, win_score
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, node_count, require_threads, run_threads

from .deepening import ordered
from .memory import Memory, make_memories, make_memory
from .options import exact, make_options, tuned
from .proving import BEST, BOUNDS, LEAST, MOST, NO_SPAN, next_window, prove
from .root import search_root
from .solution_book import SolutionBook, load_solution_book

__all__ = ["AT_ONCE", "PATIENCE", "Solver", "solve"]

AT_ONCE = 10_000
"""Nodes that a proof may take in the calling thread, in one call of machine code: milliseconds. Only what takes longer
is handed to a thread that limits can stop."""

SMALL = 1 << 12
"""Buckets of the table in which a solver begins: 256 KiB, which the caches of a processor hold, with room for AT_ONCE
nodes. The big table is touched only by what takes longer: to clear it, and to reach for its memory after that, takes
ten times as long as a proof of twenty nodes."""

PATIENCE = 60.0
"""Seconds after which a game counts as too big, if no limit is given."""


_PATIENT = Limits(time=PATIENCE)


class Bounds(NamedTuple):
    """What is known of a score."""

    least: int
    most: int
    best: int
    """A move that is worth the lower bound, or NONE."""


class Solver:
    """Proves values of one game; its table persists from position to position."""

    def __init__(
        self,
        game: Game,
        *,
        memory_mib: int = 64,
        table: TranspositionTable | None = None,
        solutions: SolutionBook | None = None,
        threads: int = 1,
        compiled: bool = True,
    ) -> None:
        """`threads` prove one value together; solvers in several threads may also share a table.

        `solutions`: a book of proven scores.
        """
        require_scores(game)
        game = game.two_sided
        if game.facts.horizon > MAX_PLY:
            lasts = "go on for ever" if game.facts.longest is None else f"last {game.facts.longest} moves"
            raise MossaError(f"{game.name} is too big to solve: a game may {lasts}")
        require_threads(threads)
        self.game = game
        self.kernel: Callable[..., int] = kernel_for(search_root, game, compiled)
        self.prover: Callable[..., int] = kernel_for(prove, game, compiled)
        self.at_once = AT_ONCE
        self.signal = StopSignal(stop=0)
        self.solutions = solutions
        self._small = make_buckets(SMALL) if table is None else None
        """The table in use until a proof takes longer than AT_ONCE nodes; None if the caller gave a table."""
        table = table or make_table(memory_mib)
        self._big = table
        self.memories = make_memories(game, table, self.signal, make_options(base=exact(game)), threads)
        self.memory = self.memories[0]
        self._grown = self._small is None
        if self._small is not None:
            self.memory.table = self._small
        self.expired = False
        self.scout = make_memory(game, table, self.signal, make_options(base=tuned(game)))
        own = game.facts.score
        self._range = (own[0] * POINT, own[1] * POINT) if own else _score_range(game)
        """The least and the greatest score."""
        rules = game.rules
        given = None not in (rules.evaluate, rules.plies_left, own)
        self._predicts = given and self.memory.options.foretold != 0
        self._limits, self._began = Limits(), 0.0
        self._span = self._range[1] // POINT if own else NO_SPAN
        self._root = [Ints(game.facts.widest), Ints(game.facts.widest), Ints(BOUNDS)]
        """The moves of a proof in the calling thread, their scores, and the bounds."""
        prepare(self.kernel, game.rules.start(), 1, 0, 1, self.memory, Ints(1), Ints(1), 0, 1)
        prepare(self.prover, game.rules.start(), 1, 0, 0, self.memory, *self._root)

    def forget(self) -> None:
        """Clear the table: the next position is solved as if it were the first."""
        if self._grown:
            self._big.words.array[:] = 0
        if self._small is not None:
            self._small.words.array[:] = 0
            self.memory.table, self._grown = self._small, False

    def _grow(self) -> None:
        """Go on in the big table, with all that the small one holds."""
        if self._small is not None and not self._grown:
            copy_entries(self._small, self._big)
            self.memory.table, self._grown = self._big, True

    def solve(self, state: State, limits: Limits | None = None, *, all_moves: bool = True) -> SearchResult:
        """The proven value of a state, on the game's own scale in `score`, with all optimal moves or one of them.

        Among winning moves the optimal ones win soonest, among losing ones they lose latest.
        """
        self._reset(limits)
        moves = self._moves(state)
        known = self.solutions.after(state, moves) if self.solutions is not None else None
        if known is not None:
            best = max(known)
            return self._answer(best * POINT, [move for move, score in zip(moves, known, strict=True) if score == best])
        bounds = self._begin(state, None)
        if bounds.best != NONE and bounds.least >= bounds.most and not all_moves:
            return self._answer(bounds.least, [bounds.best])
        return self._within(lambda: self._solve(state, moves, all_moves, bounds))

    def score(self, state: State, limits: Limits | None = None, *, least: int | None = None) -> SearchResult:
        """As `solve`, but only the score; `least` is a known lower bound of it."""
        self._reset(limits)
        if self.game.rules.is_over(state):
            raise _over()
        bounds = self._begin(state, least)
        if bounds.least < bounds.most:
            return self._within(lambda: self._answer(self._prove(state, self._moves(state), bounds).least, []))
        return self._answer(bounds.least, [])

    def _moves(self, state: State) -> list[int]:
        moves = self.game.rules.legal(state)
        if not moves:
            raise _over()
        return moves

    def _reset(self, limits: Limits | None) -> None:
        """Begin to count nodes and seconds."""
        self._limits, self._began = limits or _PATIENT, time.perf_counter()
        self.signal.stop, self.expired = 0, False
        for memory in self.memories:
            memory.nodes, memory.horizon, memory.limit = 0, 0, self._limits.nodes or UNLIMITED
            memory.skipped_children = memory.forced_moves = 0

    def _begin(self, state: State, at_least: int | None) -> Bounds:
        """What can be said of a state's score at once: by the scale, by the caller, by the book, by a short search."""
        least, most = self._range
        if at_least is not None:
            least = max(least, at_least * POINT)
        known = self.solutions.score(state) if self.solutions is not None else None
        if known is not None:
            return Bounds(known * POINT, known * POINT, NONE)
        bounds = Bounds(least, most, NONE)
        return bounds if self._predicts or self._limits.stop.is_set() else self._at_once(state, bounds)

    def _within(self, work: Callable[[], SearchResult]) -> SearchResult:
        """Run the work in a thread, and stop it at the limits."""
        self._grow()
        found: list[SearchResult] = []
        limits = self._limits
        with suppress(_Stopped):
            counted = node_count(self.game, lambda: self._nodes() + self.scout.nodes)
            run_threads([lambda: found.append(work())], self._halt, limits.stop, limits.time, counted)
        if not found:
            seconds, nodes = time.perf_counter() - self._began, self._nodes()
            raise MossaError(
                f"{self.game.name} is too big to solve from this position within the limits: {nodes:,} nodes in "
                f"{seconds:.1f} s were not enough; give a position nearer to the end, or more time"
            )
        return found[0]

    def _at_once(self, state: State, bounds: Bounds) -> Bounds:
        """Narrow the bounds in this thread, in one call of machine code that takes AT_ONCE nodes at most."""
        if bounds.least >= bounds.most or self.at_once == 0:
            return bounds
        moves, scores, found = self._root
        found.array[LEAST], found.array[MOST], found.array[BEST] = bounds
        self.prover(state, self._depth(state), self._span, self.at_once, self.memory, moves, scores, found)
        least, most, best, stopped, certain = found.array.tolist()
        if not certain and not stopped:
            raise self._uncertain(state)
        return Bounds(least, most, best)

    def _depth(self, state: State) -> int:
        """The most plies that a game may last from here on."""
        left = self.game.rules.plies_left
        return self.game.facts.horizon if left is None else left(state)

    def _uncertain(self, state: State) -> MossaError:
        """A result depended on a limit of depth: a correctly declared game ends within its length."""
        return MossaError(
            f"{self.game.name} cannot be solved: a line repeats itself, or goes beyond the {self._depth(state)} "
            f"moves that {'plies_left promises' if self.game.rules.plies_left else 'FACTS.longest declares'}"
        )

    def _nodes(self) -> int:
        return sum(memory.nodes for memory in self.memories)

    def _halt(self) -> None:
        self.expired, self.signal.stop = True, 1

    def _predict(self, state: State, root: Ints) -> int | None:
        """The score that a heuristic search predicts, if the game has an evaluation and knows how long it lasts.

        It also orders the root's moves and fills the table with good moves: the proof then takes a fraction of the
        nodes.
        """
        scout, margin = self.scout, self.memory.options.foretold
        if not self._predicts:
            return None
        scout.nodes, scout.horizon, scout.limit = 0, 0, self.memory.limit
        score, scores = 0, Ints(len(root))
        try:
            for depth in range(1, self._depth(state) - margin + 1):
                score = self.kernel(state, depth, -INFINITE, INFINITE, scout, root, scores, 0, len(root))
                if self.signal.stop:
                    raise _Stopped
        finally:
            self.memory.nodes += scout.nodes
        return int(score)

    def _ask(self, state: State, moves: Ints, alpha: int, beta: int) -> int:
        """The score of the best of these moves, which is put first. All threads search; the first result counts."""
        depth = self._depth(state)
        answers: list[tuple[int, Ints, Memory]] = []
        lock = threading.Lock()

        def look(memory: Memory) -> None:
            mine = Ints(moves.array.copy())
            score = self.kernel(state, depth, alpha, beta, memory, mine, Ints(len(mine)), 0, len(mine))
            with lock:
                if not self.signal.stop:
                    answers.append((int(score), mine, memory))
                    self.signal.stop = 1

        self.memory.busy.array[:] = 0
        helpers = [threading.Thread(target=look, args=(memory,), daemon=True) for memory in self.memories[1:]]
        for helper in helpers:
            helper.start()
        look(self.memory)
        for helper in helpers:
            helper.join()
        if self.expired or not answers:
            raise _Stopped
        self.signal.stop = 0
        if self.expired:  # meanwhile
            self.signal.stop = 1
        score, own, memory = answers[0]
        moves.array[:] = own.array
        if memory.horizon:
            raise self._uncertain(state)
        for memory in self.memories:
            memory.horizon = 0
        return score

    def _reaches(self, state: State, move: int, value: int) -> bool:
        """Is this move worth at least the value? By the book, or by a null window just below the value."""
        known = self.solutions.after(state, [move]) if self.solutions is not None else None
        if known is not None:
            return known[0] * POINT >= value
        one = Ints(1)
        one[0] = move
        return self._ask(state, one, value - 1, value) >= value

    def _solve(self, state: State, moves: list[int], all_moves: bool, bounds: Bounds) -> SearchResult:
        value, _, best = self._prove(state, moves, bounds)
        optimal = [best] if best != NONE else []
        for move in ordered(self.game, state, moves):
            if optimal and not all_moves:
                break
            if move != best and self._reaches(state, move, value):
                optimal.append(move)
        return self._answer(value, optimal)

    def _prove(self, state: State, moves: list[int], bounds: Bounds) -> Bounds:
        """The score of a state, between these bounds of it, and a move with that score, or NONE."""
        game, rules = self.game, self.game.rules
        own, (least, most, best) = game.facts.score, bounds
        if own and rules.bounds is not None:
            low, high = rules.bounds(state)
            least, most = max(least, low * POINT), min(most, high * POINT)
        if least >= most:
            return Bounds(least, least, best)
        enough = ordered(game, state, list(rules.sufficient(state)) if rules.sufficient is not None else moves)
        root = Ints(len(enough))
        for i, move in enumerate(enough):
            root[i] = move
        unit = POINT if own else 1
        guess, stride = self._predict(state, root), unit
        while least < most:
            middle = next_window(least // unit, most // unit, self._span) * unit
            if guess is not None:
                middle = max(least, min(most - unit, guess // unit * unit))
            score = self._ask(state, root, middle, middle + 1)
            if score <= middle:
                most = score
            else:
                least, best = score, root[0]
            if guess is not None:  # the score is near; if not, go on in longer steps
                guess = most - stride if score <= middle else least + stride - unit
                stride *= 2
        return Bounds(least, least, best)

    def _answer(self, value: int, optimal: list[int]) -> SearchResult:
        """The result of a proof; the first of the optimal moves is the one to play, if there are any."""
        game = self.game
        return SearchResult(
            move=optimal[0] if optimal else -1,
            value=value_of(game, value),
            moves=tuple(sorted(optimal)),
            score=value // POINT if game.facts.score else int(value_of(game, value)),
            depth=game.facts.horizon,
            nodes=self._nodes(),
            seconds=time.perf_counter() - self._began,
            exact=True,
        )


def _over() -> MossaError:
    return MossaError("the game is over: there is nothing to solve")


class _Stopped(Exception):
    """The limits were reached before the proof was complete."""


def _score_range(game: Game) -> tuple[int, int]:
    """The least and the greatest score of a game without scores of its own."""
    low, high = game.facts.utility
    win = win_score(game)
    return int(low) * win, int(high) * win


def solve(
    game: Game, state: State, limits: Limits | None = None, *, memory_mib: int = 64, compiled: bool = True
) -> SearchResult:
    """Solve one position with fresh memory, and with the solutions that the game comes with.

    >>> import mossa
    >>> tictactoe = mossa.game("tictactoe")
    >>> solve(tictactoe, tictactoe.position("XX-OO----").state).score
    1
    """
    solver = Solver(game, memory_mib=memory_mib, solutions=load_solution_book(game), compiled=compiled)
    return solver.solve(state, limits)
