"""Iterative deepening around the compiled alpha-beta: limits, threads, several best lines, all equally good moves.

The move of the last completed iteration is there at once when the search is stopped.
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
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import INFINITE, require_scores, value_of
from mossa.search.common.table_keys import counted
from mossa.search.common.threads import UNLIMITED, choices, grow_older, require_threads, watch
from mossa.search.common.time_plan import TimePlan
from mossa.search.mate.mate_search import FIRST_LOOK, FIRST_TURN, End, Hunt, MateSearch, plies_to

from .endgame_play import SHOWN, perfect_line
from .memory import PAST, PLIES, Memory, Signal, make_memory
from .options import make_options, tuned
from .search import search_root

__all__ = ["Searcher", "ordered", "search"]

HUNT = 3.0
"""Where a win is asked for or known, the nearest is looked for with so many times the nodes of the usual search …"""
BESIDE, LONG = 1 / 4, 8_000_000
"""… and where one is only hoped for (`Limits.study`) with this share of them, once the usual search has had far more
nodes than so many; with less before, when another ply still tells more."""
RARELY = 8
"""There it also has its turn only after so many times as long."""
SLICE = 50_000
"""Nodes after which the usual search lets the hunt have its turn, at least."""
SURE = 32
"""Whether a win can be had sooner is asked with at most so many times the nodes that it took to find it."""


class Searcher:
    """An engine for one game that keeps its table from move to move."""

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
        require_threads(threads)
        self.game = game
        self.kernel: Callable[..., int] = kernel_for(search_root, game, compiled)
        self.table = make_table(memory_mib)
        self.signal, self.halted = Signal(stop=0), False
        chosen = make_options(options, tuned(game))
        self.memories = [make_memory(game, self.table, self.signal, chosen) for _ in range(threads)]
        prepare(self.kernel, game.rules.start(), 1, 0, 1, self.memories[0], Ints(1), Ints(1), 0, 1)
        self.nearest = MateSearch(game, self.signal, memory_mib, compiled=compiled)

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

        `past` holds the states before this one, oldest first, for games where a repetition is a draw. Where moves are
        named in `only`, the best of these is looked for.
        """
        rules = self.game.rules
        moves = choices(rules.legal(state), only)
        begin = time.perf_counter()
        self.halted, self.signal.stop = False, 0
        grow_older(self.table)
        for memory in self.memories:
            memory.nodes = memory.settled = 0
            memory.limit = limits.nodes or UNLIMITED
            memory.past = 0
            if self.game.facts.repetition:
                for at, before in enumerate(past[-PAST:]):
                    memory.path[at] = rules.key(before)
                    memory.past = at + 1
        work = _Work(self, state, moves, limits, multipv, ties, on_depth, begin)
        threads = [partial(work.deepen, i) for i in range(len(self.memories))]
        watch(threads, self.halt, limits.stop, limits.time if limits.most is None else limits.most)
        nodes = sum(memory.nodes for memory in self.memories)
        settled = sum(memory.settled for memory in self.memories)
        found = work.found
        if len(found.pv) == 1:
            found = replace(found, pv=found.pv + self._reply(state, found.move))
        return replace(found, nodes=nodes, settled=settled, seconds=time.perf_counter() - begin)

    def halt(self) -> None:
        """End the search that is under way."""
        self.halted, self.signal.stop = True, 1

    def _reply(self, state: State, move: int) -> tuple[int, ...]:
        """What is expected after a move, where a cut left nothing of it: the line that the game foretells, else the
        answer that the table knows."""
        rules = self.game.rules
        after = rules.play(state, move)
        foretold = tuple(perfect_line(self.game, after, SHOWN - 1))
        if foretold:
            return foretold
        count = rules.reversible(after) if self.game.facts.repetition and rules.reversible is not None else 0
        data = probe(self.table, counted(rules.key(after), count))
        reply = move_of(data) if data != 0 else NONE
        return (reply,) if reply != NONE and reply in rules.legal(after) else ()


class _Work:
    """One search under way: what its threads share."""

    def __init__(
        self,
        searcher: Searcher,
        state: State,
        moves: list[int],
        limits: Limits,
        multipv: int,
        ties: bool,
        on_depth: Callable[[SearchResult], None] | None,
        begin: float,
    ) -> None:
        self.searcher, self.state, self.moves, self.limits = searcher, state, moves, limits
        self.multipv, self.ties, self.on_depth, self.begin = min(multipv, len(moves)), ties, on_depth, begin
        facts = searcher.game.facts
        self.reach = min(facts.longest, PLIES)
        self.deepest = min(limits.depth or PLIES, self.reach)
        # Until an iteration is done, any move is better than none.
        self.found = SearchResult(move=moves[0], value=0.0, moves=(moves[0],))
        self.pace = TimePlan()
        self.nodes = limits.nodes or UNLIMITED
        """Of the first thread, at most."""
        self.together = len(searcher.memories) > 1
        """Do several threads search?"""
        self.hunt: Hunt | None = None
        beside = limits.study and limits.depth is None
        if (limits.win is not None or beside) and facts.score is None:
            most, turn = (limits.win, FIRST_TURN) if limits.win is not None else (PLIES, FIRST_LOOK)
            self.hunt = Hunt(searcher.nearest, state, moves, searcher.memories[0], won=True, most=most, turn=turn)

    def deepen(self, thread: int) -> None:
        """Iterative deepening in one thread. Only the first one is asked what it found; the others fill the table.

        Every other helper is a ply ahead, and all go on until the first is done: one that kept to the depth asked for
        would be idle at the end.
        """
        memory = self.searcher.memories[thread]
        n = len(self.moves)
        moves, scores = Ints(n), Ints(n)
        for i, move in enumerate(ordered(self.searcher.game, self.state, self.moves)):
            moves[i] = move
        if self._iterations(thread, memory, moves, scores) and thread == 0:
            if self.ties and self.found.exact:
                self._find_ties(memory, moves, scores)
            elif not self.found.exact and self.multipv == 1 and n > 1:
                self._second_look(memory, moves, scores)

    def _iterations(self, thread: int, memory: Memory, moves: Ints, scores: Ints) -> bool:
        """Search deeper and deeper, until there is no more to be found out; False once stopped before."""
        last = self.deepest if thread == 0 else self.reach
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
            if self._decided(scores[0], depth) and (self.hunt is None or scores[0] < 0):
                # Where several lines are wanted, a first one that wins does not settle the others.
                if self.multipv == 1:
                    self._find_nearer(moves, memory)
                    return True
            elif self.hunt is not None and self._hunted(self.hunt):
                return True
        if thread == 0 and self.hunt is not None:  # a limit of depth is one of the usual search
            self._follow(self.hunt, UNLIMITED)
            self._conclude(self.hunt)
        return True

    def _iterate(self, depth: int, memory: Memory, moves: Ints, scores: Ints, k: int) -> bool:
        """Search the root moves from place k on; the window is narrow about the last score, and widens as needed. Did a
        hunt meanwhile find all there is to be found?"""
        low, high, n = -INFINITE, INFINITE, len(self.moves)
        options, game = memory.options, self.searcher.game
        window = max(1, options.aspiration_window)  # it grows by doubling
        if options.aspiration and depth >= options.aspiration_depth and game.rules.evaluate is not None:
            low, high = max(low, scores[k] - window), min(high, scores[k] + window)
        while True:
            memory.limit = self._slice(memory)
            score = self.searcher.kernel(self.state, depth, low, high, memory, moves, scores, k, n)
            memory.limit = self.nodes
            if self.hunt is not None and self._paused(memory):
                if self._hunted(self.hunt):
                    return True
                continue
            if memory.signal.stop or low < score < high:
                return False
            window *= 2
            if score <= low:
                low = max(-INFINITE, score - window)
            if score >= high:
                high = min(INFINITE, score + window)

    def _slice(self, memory: Memory) -> int:
        """The node at which a search must pause for the hunt: it has as many as it had before, so that what it does
        again after each pause is not much. Several threads do not pause: they would have to begin anew."""
        if self.hunt is None or self.together:
            return self.nodes
        patience = 1 if self._keen() else RARELY
        return min(self.nodes, memory.nodes + patience * max(SLICE, memory.nodes - self.hunt.proof.nodes))

    def _paused(self, memory: Memory) -> bool:
        """Was the signal to stop but the end of a slice? Then take it back."""
        if not memory.signal.stop or memory.nodes >= self.nodes or self.searcher.halted or self.together:
            return False
        memory.signal.stop = 0
        if self.searcher.halted:  # just now
            memory.signal.stop = 1
        return True

    def _interrupted(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """An iteration that was stopped may have found a better move than the last one: it has come to the front."""
        found = self.found
        if self._won() and scores[0] <= (found.score or 0):
            return
        if found.depth > 0 and found.move != moves[0]:
            value = value_of(self.searcher.game, scores[0])
            line = _line(memory, moves[0])
            self.found = replace(found, move=moves[0], moves=(moves[0],), score=scores[0], value=value, pv=line)

    def _second_look(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """Search the chosen move alone a little deeper; if it proves worse, the next best gets the same chance."""
        options, found = memory.options, self.found
        if not options.second_look or self.deepest != self.limits.depth or found.score is None:
            return
        deeper = found.depth + options.second_depth
        looks: list[tuple[int, int]] = []
        for k in range(min(2, len(self.moves))):
            one, result = Ints(1), Ints(1)
            one[0] = moves[k]
            self.searcher.kernel(self.state, deeper, -INFINITE, INFINITE, memory, one, result, 0, 1)
            if memory.signal.stop:
                return
            looks.append((result[0], moves[k]))
            if result[0] > found.score - options.second_margin:
                break
        score, move = max(looks, key=lambda look: look[0])
        if move != found.move:
            value = value_of(self.searcher.game, score)
            self.found = replace(found, move=move, moves=(move,), score=score, value=value, pv=(move,))

    def _decided(self, score: int, depth: int) -> bool:
        """The greatest win or loss there is, within the depth?"""
        game = self.searcher.game
        return game.facts.score is None and plies_to(game, score) <= depth

    def _hunted(self, hunt: Hunt) -> bool:
        """Look for a win, or for a nearer one than is known, with a share of the nodes that the search for a good move
        had. The two take turns, since each finds wins that the other does not. Is there no more to find?"""
        score = self.found.score or 0
        if self._won() and not self._hunt_knows(score):
            hunt.tell(plies_to(self.searcher.game, score))
        hunted = hunt.proof.nodes
        usual = hunt.other.nodes - hunted
        share = HUNT if self._keen() else BESIDE * usual / (usual + LONG)
        nodes = int(share * usual) - hunted
        if self._keen() or nodes >= hunt.turns // 2:
            self._follow(hunt, nodes)
        self._conclude(hunt)
        return hunt.over and self._won() and self.multipv == 1

    def _keen(self) -> bool:
        """Does the hunt come first: is a win asked for, or known with nothing else to be found out?"""
        return self.limits.win is not None or (self._won() and self.multipv == 1)

    def _won(self) -> bool:
        """Is what was found the greatest win there is?"""
        score = self.found.score or 0
        return score > 0 and self._decided(score, self.found.depth)

    def _hunt_knows(self, score: int) -> bool:
        """Does the hunt know a win at least as near as one of this score?"""
        return self.hunt is not None and self.hunt.end is not None and self.hunt.end.score >= score

    def _find_nearer(self, moves: Ints, memory: Memory) -> None:
        """A win or a loss was found with guesses; there may be a nearer one."""
        score = self.found.score or 0
        most = plies_to(self.searcher.game, score) - 1
        hunt = Hunt(self.searcher.nearest, self.state, _list(moves), memory, won=score > 0, most=most)
        self._follow(hunt, SURE * memory.nodes)
        self._conclude(hunt)

    def _conclude(self, hunt: Hunt) -> None:
        """What was found is certain if it is an end and the hunt knows that there is no nearer one."""
        score = self.found.score or 0
        if (score > 0) == hunt.won and hunt.low >= plies_to(self.searcher.game, score):
            self.found = replace(self.found, exact=True)

    def _follow(self, hunt: Hunt, nodes: int) -> None:
        """Spend so many nodes on a hunt, and tell what it brings."""
        memory = hunt.other
        until = memory.nodes + nodes
        while not hunt.over and memory.nodes < until and not memory.signal.stop:
            if hunt.go_on(until - memory.nodes) and hunt.end is not None:
                self._settle(hunt.end, hunt.certain)
                if self.on_depth is not None:
                    self.on_depth(replace(self.found, nodes=memory.nodes, seconds=time.perf_counter() - self.begin))

    def _settle(self, end: End, certain: bool) -> None:
        """What was found is this end; is it the nearest?"""
        value, move = value_of(self.searcher.game, end.score), end.move
        self.found = replace(
            self.found,
            move=move,
            value=value,
            moves=(move,),
            score=end.score,
            depth=max(self.found.depth, plies_to(self.searcher.game, end.score)),
            pv=end.pv,
            candidates=((move, value), *(one for one in self.found.candidates if one[0] != move))[: self.multipv],
            lines=((end.score, end.pv), *(one for one in self.found.lines if one[1][0] != move))[: self.multipv],
            exact=certain,
        )

    def _report(self, depth: int, moves: Ints, scores: Ints, lines: list[tuple[int, ...]], certain: bool) -> None:
        game = self.searcher.game
        score = scores[0]
        candidates = tuple((moves[k], value_of(game, scores[k])) for k in range(len(lines)))
        self.found = SearchResult(
            move=moves[0],
            value=value_of(game, score),
            moves=(moves[0],),
            score=score,
            depth=depth,
            nodes=sum(memory.nodes for memory in self.searcher.memories),
            settled=sum(memory.settled for memory in self.searcher.memories),
            seconds=time.perf_counter() - self.begin,
            pv=lines[0],
            candidates=candidates,
            lines=tuple((scores[k], line) for k, line in enumerate(lines)),
            exact=certain,
        )
        if self.hunt is not None and self.hunt.end is not None and self._hunt_knows(score):
            self._settle(self.hunt.end, certain or self.hunt.certain)
        if self.on_depth is not None:
            self.on_depth(self.found)
        if self.limits.time is not None and self.limits.most is not None:
            self.pace.look(self.found)
            spent = time.perf_counter() - self.begin
            if len(self.moves) == 1 or self.pace.enough(spent, self.limits.time):
                self.searcher.halt()

    def _find_ties(self, memory: Memory, moves: Ints, scores: Ints) -> None:
        """Ask of every other move, by a null window just below the best score, whether it is as good."""
        assert self.found.score is not None
        score, equal = self.found.score, [self.found.move]
        # A win or loss within the depth is as near for every move that shares it; other proofs may lie deeper.
        depth = self.found.depth if self._decided(score, self.found.depth) else self.deepest
        for move in self.moves:
            if move == self.found.move:
                continue
            one, result = Ints(1), Ints(1)
            one[0] = move
            self.searcher.kernel(self.state, depth, score - 1, score, memory, one, result, 0, 1)
            if memory.signal.stop:
                break
            if result[0] >= score:
                equal.append(move)
        order = {move: i for i, move in enumerate(self.moves)}
        self.found = replace(self.found, moves=tuple(sorted(equal, key=order.__getitem__)))


def ordered(game: Game, state: State, moves: list[int]) -> list[int]:
    """The moves as the game itself would try them."""
    order = game.rules.order
    return moves if order is None else sorted(moves, key=lambda move: -order(state, move))


def _list(moves: Ints) -> list[int]:
    return [moves[i] for i in range(len(moves))]


def _sort(moves: Ints, scores: Ints, lines: list[tuple[int, ...]]) -> None:
    """Put the first moves, whose lines were searched one after the other, in the order of their scores: a later one
    may have come out better."""
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
