"""Iterative deepening around the compiled alpha-beta: limits, threads, several best lines, all equally good moves.

When the search is stopped, the move of the last completed iteration is available at once. A mate search may take turns
with it: see `mate_alternation.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import NONE, make_table, move_of, probe
from mossa.search.common.limits import MAX_PLY, Limits, OverlongGame
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import INFINITE, require_scores, value_of
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.table_keys import key_with_count
from mossa.search.common.threads import UNLIMITED, age_table, node_count, require_threads, root_moves, run_threads
from mossa.search.common.time_plan import TimePlan
from mossa.search.common.wide_moves import listed_move
from mossa.search.mate.mate_search import MateSearcher

from .endgame_play import SHOWN, perfect_line
from .mate_alternation import MateAlternation
from .memory import PAST_STATES, Memory, make_memory
from .options import make_options, tuned
from .progress import Progress
from .root import search_root

__all__ = ["Searcher", "ordered", "search"]


class Searcher:
    """The alpha-beta engine for one game; its table persists from move to move."""

    def __init__(
        self,
        game: Game,
        *,
        memory_mib: int = 16,
        threads: int = 1,
        options: dict[str, int] | None = None,
        compiled: bool = True,
    ) -> None:
        require_scores(game)
        game = game.two_sided
        require_threads(threads)
        self.game = game
        self.kernel: Callable[..., int] = kernel_for(search_root, game, compiled)
        self.table = make_table(memory_mib)
        self.signal, self.halted = StopSignal(stop=0), False
        chosen = make_options(options, tuned(game))
        self.memories = [make_memory(game, self.table, self.signal, chosen) for _ in range(threads)]
        prepare(self.kernel, game.rules.start(), 1, 0, 1, self.memories[0], Ints(1), Ints(1), 0, 1)
        self.mate_searcher = MateSearcher(game, self.signal, memory_mib, compiled=compiled)
        self._is_prepared = False

    def prepare(self) -> None:
        """Compile also what not every search needs, before a clock runs."""
        if not self._is_prepared:
            self.mate_searcher.prepare()
            self._is_prepared = True

    def search(
        self,
        state: State,
        limits: Limits,
        *,
        past: Sequence[State] = (),
        only: Sequence[int] = (),
        multipv: int = 1,
        ties: bool = False,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move within the limits; with `ties`, all moves as good as it, where the value is certain.

        `past` holds the states before this one, oldest first, for games where a repetition is a draw. If `only` names
        moves, the best of these is searched for.
        """
        rules = self.game.rules
        moves = root_moves([] if rules.is_over(state) else list(rules.moves(state)), only)
        if limits.time is not None:
            self.prepare()
        begin = time.perf_counter()
        self.halted, self.signal.stop = False, 0
        age_table(self.table)
        for memory in self.memories:
            memory.nodes = memory.bound_hits = memory.overlong = 0
            memory.limit = limits.nodes or UNLIMITED
            memory.past = 0
            if self.game.facts.repetition:
                for at, before in enumerate(past[-PAST_STATES:]):
                    memory.path[at] = rules.key(before)
                    memory.past = at + 1
        progress = Progress(self.game, self.memories, moves[0], on_depth, begin)
        deepening = _Deepening(self, state, moves, limits, multipv, ties, progress)
        threads = [partial(deepening.run, i) for i in range(len(self.memories))]
        seconds = limits.time if limits.most is None else limits.most
        counted = node_count(self.game, lambda: self._nodes() + deepening.mates.nodes)
        run_threads(threads, self.halt, limits.stop, seconds, counted)
        nodes = self._nodes()
        bound_hits = sum(memory.bound_hits for memory in self.memories)
        found = progress.found
        if len(found.pv) == 1:
            found = replace(found, pv=found.pv + self._reply(state, found.move))
        return replace(found, nodes=nodes, bound_hits=bound_hits, seconds=progress.seconds)

    def _nodes(self) -> int:
        return sum(memory.nodes for memory in self.memories)

    def halt(self) -> None:
        """Stop the search under way."""
        self.halted, self.signal.stop = True, 1

    def _reply(self, state: State, move: int) -> tuple[int, ...]:
        """The expected reply to a move, where a cut left no line: the line that the game itself knows, else the move
        of the table."""
        rules = self.game.rules
        after = rules.play(state, move)
        known = tuple(perfect_line(self.game, after, SHOWN - 1))
        if known:
            return known
        count = rules.reversible(after) if self.game.facts.repetition and rules.reversible is not None else 0
        data = probe(self.table, key_with_count(rules.key(after), count))
        reply = listed_move(self.game.facts, move_of(data), rules.legal(after)) if data != 0 else NONE
        return (reply,) if reply != NONE else ()


class _Deepening:
    """One search under way: what its threads share."""

    def __init__(
        self,
        searcher: Searcher,
        state: State,
        moves: list[int],
        limits: Limits,
        multipv: int,
        ties: bool,
        progress: Progress,
    ) -> None:
        self.searcher, self.state, self.moves, self.limits = searcher, state, moves, limits
        self.multipv, self.ties, self.progress = min(multipv, len(moves)), ties, progress
        self.max_depth = min(searcher.game.facts.horizon, MAX_PLY)
        """Helpers go on until here …"""
        self.last_depth = min(limits.depth or MAX_PLY, self.max_depth)
        """… and the first thread until here."""
        self.time_plan = TimePlan()
        self.mates = MateAlternation(
            searcher.mate_searcher,
            state,
            moves,
            limits,
            progress,
            multipv=self.multipv,
            halted=lambda: searcher.halted,
        )

    def run(self, thread: int) -> None:
        """Iterative deepening in one thread. Only the result of the first thread counts; the others fill the table.

        Every other helper is a ply ahead, and all go on until the first is done: one that stopped at the depth asked
        for would be idle at the end.
        """
        memory = self.searcher.memories[thread]
        n = len(self.moves)
        moves, scores = Ints(n), Ints(n)
        for i, move in enumerate(ordered(self.searcher.game, self.state, self.moves)):
            moves[i] = move
        if self._deepen(thread, memory, moves, scores) and thread == 0:
            if self.ties and self.progress.found.exact:
                self._find_ties(memory, moves, scores)
            elif not self.progress.found.exact and self.multipv == 1 and n > 1:
                self._second_look(memory, moves, scores)

    def _deepen(self, thread: int, memory: Memory, moves: Ints, scores: Ints) -> bool:
        """Search deeper and deeper until the result is final; False if stopped before."""
        last = self.last_depth if thread == 0 else self.max_depth
        for depth in range(1, last + 1):
            aim = min(depth + thread % 2, last)
            memory.horizon = 0
            lines: list[tuple[int, ...]] = []
            for k in range(self.multipv if thread == 0 else 1):
                if self._iterate(aim, memory, moves, scores, k):
                    return True
                if memory.signal.stop:
                    if thread == 0 and self.multipv == 1:
                        self._interrupted(memory, moves, scores)
                    return False
                lines.append(_line(memory, moves[k]))
            certain = memory.horizon == 0
            if thread == 0:
                _sort(moves, scores, lines)
                self._report(depth, moves, scores, lines, certain)
            if certain:
                return True
            if thread > 0:
                continue
            if self.progress.is_mate(scores[0], depth) and (not self.mates.active or scores[0] < 0):
                # If several lines are wanted, a winning first one does not decide the others.
                if self.multipv == 1:
                    self.mates.shorten(_list(moves))
                    return True
            elif self.mates.active and self.mates.take_turn():
                return True
        if thread == 0:
            self.mates.finish()
        return True

    def _iterate(self, depth: int, memory: Memory, moves: Ints, scores: Ints, k: int) -> bool:
        """Search the root moves from place k on, in an aspiration window around the last score that is widened as
        needed. Did the mate search settle everything during a pause?"""
        low, high, n = -INFINITE, INFINITE, len(self.moves)
        searcher = self.searcher
        options, game = memory.options, searcher.game
        window = max(1, options.aspiration_window)  # it grows by doubling
        if options.aspiration and depth >= options.aspiration_depth and game.rules.evaluate is not None:
            low, high = max(low, scores[k] - window), min(high, scores[k] + window)
        while True:
            memory.limit = self.mates.pause_at(memory)
            score = searcher.kernel(self.state, depth, low, high, memory, moves, scores, k, n)
            memory.limit = self.mates.node_limit
            if memory.overlong:
                raise OverlongGame(game.name, game.facts.horizon)
            if self.mates.paused(memory):
                if self.mates.take_turn():
                    return True
                continue
            if memory.signal.stop or low < score < high:
                return False
            window *= 2
            if score <= low:
                low = max(-INFINITE, score - window)
            if score >= high:
                high = min(INFINITE, score + window)

    def _interrupted(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """An iteration that was stopped may have found a better move than the last one: it has come to the front."""
        progress, found = self.progress, self.progress.found
        if progress.is_won and scores[0] <= progress.score:
            return
        if found.depth > 0 and found.move != moves[0]:
            value = value_of(self.searcher.game, scores[0], exact=False)
            line = _line(memory, moves[0])
            progress.update(move=moves[0], moves=(moves[0],), score=scores[0], value=value, pv=line)

    def _second_look(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """Search the chosen move alone a little deeper; if it turns out worse, the next best is searched too."""
        options, found = memory.options, self.progress.found
        if not options.second_look or self.last_depth != self.limits.depth or found.score is None:
            return
        deeper = found.depth + options.second_depth
        searched: list[tuple[int, int]] = []
        for k in range(min(2, len(self.moves))):
            one, result = Ints(1), Ints(1)
            one[0] = moves[k]
            self.searcher.kernel(self.state, deeper, -INFINITE, INFINITE, memory, one, result, 0, 1)
            if memory.signal.stop:
                return
            searched.append((result[0], moves[k]))
            if result[0] > found.score - options.second_margin:
                break
        score, move = max(searched, key=lambda one: one[0])
        if move != found.move:
            value = value_of(self.searcher.game, score, exact=False)
            self.progress.update(move=move, moves=(move,), score=score, value=value, pv=(move,))

    def _report(self, depth: int, moves: Ints, scores: Ints, lines: list[tuple[int, ...]], certain: bool) -> None:
        """An iteration is complete: make it the result, and end the search if its planned time is enough."""
        game, progress = self.searcher.game, self.progress
        score = scores[0]
        candidates = tuple((moves[k], value_of(game, scores[k], certain)) for k in range(len(lines)))
        progress.found = SearchResult(
            move=moves[0],
            value=value_of(game, score, certain),
            moves=(moves[0],),
            score=score,
            depth=depth,
            nodes=sum(memory.nodes for memory in self.searcher.memories),
            bound_hits=sum(memory.bound_hits for memory in self.searcher.memories),
            seconds=progress.seconds,
            pv=lines[0],
            candidates=candidates,
            lines=tuple((scores[k], line) for k, line in enumerate(lines)),
            exact=certain,
        )
        self.mates.merge(score, certain)
        progress.notify()
        if self.limits.time is not None and self.limits.most is not None:
            self.time_plan.update(progress.found)
            if len(self.moves) == 1 or self.time_plan.is_enough(progress.seconds, self.limits.time):
                self.searcher.halt()

    def _find_ties(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """Is each other move as good? A null window just below the best score answers that."""
        found = self.progress.found
        assert found.score is not None
        score, equal = found.score, [found.move]
        # A win or loss within the depth is as short for every equal move; other proofs may need more depth.
        depth = found.depth if self.progress.is_mate(score, found.depth) else self.last_depth
        for move in self.moves:
            if move == found.move:
                continue
            one, result = Ints(1), Ints(1)
            one[0] = move
            self.searcher.kernel(self.state, depth, score - 1, score, memory, one, result, 0, 1)
            if memory.signal.stop:
                break
            if result[0] >= score:
                equal.append(move)
        order = {move: i for i, move in enumerate(self.moves)}
        self.progress.update(moves=tuple(sorted(equal, key=order.__getitem__)))


def ordered(game: Game, state: State, moves: list[int]) -> list[int]:
    """The moves in the order of the game's own move ordering."""
    order = game.rules.order
    return moves if order is None else sorted(moves, key=lambda move: -order(state, move))


def _list(moves: Ints) -> list[int]:
    return [moves[i] for i in range(len(moves))]


def _sort(moves: Ints, scores: Ints, lines: list[tuple[int, ...]]) -> None:
    """Sort the first moves, whose lines were searched one after the other, by their scores: a later one may be
    better."""
    found = sorted(((scores[k], moves[k], line) for k, line in enumerate(lines)), key=lambda one: -one[0])
    for k, (score, move, line) in enumerate(found):
        scores[k], moves[k], lines[k] = score, move, line


def _line(memory: Memory, move: int) -> tuple[int, ...]:
    """The principal variation that the last search left at the root."""
    line = tuple(memory.lines[i] for i in range(memory.lengths[0]))
    return line if line[:1] == (move,) else (move,)


def search(
    game: Game,
    state: State,
    limits: Limits,
    *,
    threads: int = 1,
    multipv: int = 1,
    ties: bool = False,
    memory_mib: int = 16,
    options: dict[str, int] | None = None,
    past: Sequence[State] = (),
    compiled: bool = True,
    on_depth: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search once, with fresh memory: reproducible to the node for one thread and a limit of nodes or depth."""
    searcher = Searcher(game, memory_mib=memory_mib, threads=threads, options=options, compiled=compiled)
    return searcher.search(state, limits, past=past, multipv=multipv, ties=ties, on_depth=on_depth)
