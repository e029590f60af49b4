"""The tree that a search really visited, opened node by node.

A search by one thread can be repeated to the node from what its memory held when it began. So only a copy of that
memory is recorded (`recording.py`). To open a node the search is repeated: on the path to the node and for one level
below it by the interpreted kernel, whose calls can be hooked; beside the path by the compiled one. Both come from the
same source, so what is shown is what was searched, and opening a node takes at most the time that the player spent on
the part of the tree around it.

    attempts                 the last iteration, once for each aspiration window
      └ visit (0,)           one call of `search` for a move: its window, depth, score, nodes
          └ visit (0, 3)     the fourth call that it made; a move that was searched again has several
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, cast

from mossa.core.kernel_rules import kernel_for, kernel_rules
from mossa.core.protocol import State
from mossa.kernel.binding import Graph
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import NONE, TranspositionTable, bound_of, depth_of, move_of, score_of
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import bounds_decide
from mossa.search.common.wide_moves import listed_move, moves_of_entries

from .deepening import Searcher
from .late_moves import EXCHANGE, FUTILE, LATE
from .memory import Memory
from .ordering import history_slot
from .quiescence import quiesce
from .recording import Image, Recording
from .root import search_root
from .search import search

__all__ = ["HOW", "Known", "Replay", "Untried", "Visit", "bound_functions"]

CHECKPOINTS = 3
"""Checkpoints that a replay stores: the children of these nodes can be opened without starting at the root."""

HOW = {
    "searched": "every move was searched",
    "cut": "a move reached beta: the others do not matter",
    "over": "the game is over",
    "bounds": "the rules know the value, or enough of it",
    "tail": "the game's own search of the last plies settled it",
    "repetition": "the state occurred before",
    "horizon": "the depth is spent: quiescence",
    "table": "the transposition table knew enough",
    "lookahead": "the table knew an answer that cuts",
    "futility": "the estimate is so far above beta that a few plies will not lose it",
    "null": "even a passed turn keeps the score at beta",
    "probcut": "a shallower search was sure enough",
    "sharp": "a tactical move gains far more than beta asks for",
    "stand": "quiescence: the estimate itself reaches beta, or nothing tactical is left",
}
"""How the visit of a node can end."""


@dataclass(frozen=True)
class Known:
    """The table's entry for a state."""

    depth: int
    bound: int
    score: int
    move: int


@dataclass
class Visit:
    """One call of the search, or of quiescence, for a state."""

    path: tuple[int, ...]
    kind: str
    """`root`, `move`, `null` (a passed turn), `singular` or `probcut` (tests of the same state), `quiescence`."""
    move: int
    """The move that led here; NONE for a passed turn and for tests of the same state."""
    state: State
    ply: int
    depth: int
    alpha: int
    beta: int
    score: int = 0
    """From the mover's side: exact if alpha < score < beta, else a bound."""
    nodes: int = 0
    how: str = ""
    """A key of HOW; empty until the visit is opened."""
    known: Known | None = None
    estimate: int | None = None
    killers: tuple[int, int] = (NONE, NONE)
    counter: int = NONE
    history: dict[int, int] = field(default_factory=dict)
    """The history of each move."""
    cut_by: int = NONE
    visits: list[Visit] = field(default_factory=list)
    """The calls that it made, in order, once it is opened."""
    untried: list[Untried] = field(default_factory=list)


@dataclass(frozen=True)
class Untried:
    """A move that was not searched, and why: `cut` (after one), `late`, `futility`, `exchange`, `excluded`,
    `insufficient`."""

    move: int
    why: str


@dataclass
class _Frame:
    """A visit that is being replayed, and what the hooks recorded about it."""

    visit: Visit
    buffer: Ints
    log: list[str] = field(default_factory=list)
    """What happened, in order: kinds of calls, `repetition`, `futility` (an estimate was made), `probe`, `table` (its
    entry decided the search), `rank`."""
    skipped: dict[int, str] = field(default_factory=dict)
    """Moves that were pruned, and why."""
    n: int = 0
    """The number of moves that were ranked in the buffer."""
    order: list[int] = field(default_factory=list)
    """At the root: the moves."""


@dataclass(frozen=True)
class _Checkpoint:
    """Where a replay can start again: a visit, and the memory when it began."""

    visit: Visit
    image: Image
    buffer: Ints


class _Found(Exception):
    """The wanted node has been replayed: the rest of the search does not matter."""


def resume(
    quiescent: int, state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints
) -> int:
    """The compiled entry for what lies beside the path."""
    if quiescent:
        return quiesce(state, ply - 1, alpha, beta, ply, memory, buffer)
    return search(state, depth, alpha, beta, ply, memory, buffer)


class Replay:
    """A recorded search whose nodes can be opened. For one thread at a time."""

    def __init__(self, recording: Recording, *, compiled: bool = True) -> None:
        self.recording, game = recording, recording.game
        memory_mib = recording.image.table_mebibytes
        self.searcher = Searcher(game, memory_mib=memory_mib, options=recording.options, compiled=compiled)
        self.memory = self.searcher.memories[0]
        self.kernel = self.searcher.kernel
        self.resume = kernel_for(resume, game, compiled)
        prepare(self.resume, 0, recording.state, 1, 0, 1, 1, self.memory, Ints(1))
        self.attempts: list[Visit] = []
        """The calls of the last iteration: all but the last failed outside their window."""
        self.exact = False
        """Did the repetition visit the same number of nodes and find the same score as the search itself?"""
        self._checkpoints: OrderedDict[tuple[int, ...], _Checkpoint] = OrderedDict()
        self._moves: tuple[list[int], list[int]] = ([], [])
        self._stack: list[_Frame] = []
        self._wanted: tuple[int, ...] = ()
        self._stop = threading.Event()
        self._install_hooks()
        self._repeat()

    def close(self) -> None:
        """Stop a replay under way."""
        self._stop.set()
        self.searcher.signal.stop = 1

    def _repeat(self) -> None:
        """Repeat the whole search up to the last completed iteration, whose windows are recorded."""
        recording = self.recording
        recording.image.restore(self.memory)
        self.searcher.kernel = self._iteration
        limits = Limits(depth=recording.depth, stop=self._stop)
        found: list[SearchResult] = []
        self.searcher.search(recording.state, limits, past=recording.past, on_depth=found.append)
        if self._stop.is_set() or not self.attempts:
            raise MossaError("the search was not repeated to its end")
        last = found[-1]
        self.exact = (last.depth, last.nodes, last.score) == (recording.depth, recording.nodes, recording.score)

    def _iteration(
        self, state: State, depth: int, alpha: int, beta: int, memory: Memory, moves: Ints, scores: Ints, k: int, n: int
    ) -> int:
        """In place of the compiled kernel of the root."""
        if depth != self.recording.depth or n != len(moves):
            return self.kernel(state, depth, alpha, beta, memory, moves, scores, k, n)
        visit = Visit((), "root", NONE, state, 0, depth, alpha, beta)
        self._checkpoints[()] = _Checkpoint(visit, Image(memory), memory.buffer)
        self._moves = (moves.array.tolist(), scores.array.tolist())
        before = memory.nodes
        visit.score = self.kernel(state, depth, alpha, beta, memory, moves, scores, k, n)
        visit.nodes = memory.nodes - before
        self.attempts.append(visit)
        return visit.score

    # Opening

    def open(self, path: Sequence[int] = ()) -> Visit:
        """The visit at a path of calls from the root of the last attempt, with all the calls that it made."""
        wanted = tuple(path)
        at = next(place for n in range(len(wanted), -1, -1) if (place := self._checkpoints.get(wanted[:n])) is not None)
        at.image.restore(self.memory)
        self.searcher.signal.stop = 0
        self._wanted = wanted
        self._stack.clear()
        try:
            self._replay(at.visit, at.buffer)
        except _Found as reached:
            if not self._stop.is_set():
                visit: Visit = reached.args[0]
                return visit
        if self._stop.is_set():
            raise MossaError("the replay was stopped")
        raise MossaError(f"the search made no call {'.'.join(map(str, wanted))} there")

    def _replay(self, visit: Visit, buffer: Ints) -> int:
        """Run a visit interpreted, with hooks. On the path to the wanted node a checkpoint is stored first."""
        if self._leads_on(visit) and visit.path not in self._checkpoints:
            self._checkpoints[visit.path] = _Checkpoint(visit, Image(self.memory), buffer)
            while len(self._checkpoints) > CHECKPOINTS + 1:
                del self._checkpoints[next(path for path in self._checkpoints if path)]
        frame = _Frame(visit, buffer)
        visit.visits, visit.untried, visit.known, visit.cut_by = [], [], None, NONE
        self._stack.append(frame)
        before = self.memory.nodes
        visit.score = self._run(visit, buffer)
        self._stack.pop()
        visit.nodes = self.memory.nodes - before
        explain_visit(self.recording, frame, self.bounds)
        if visit.path == self._wanted:
            raise _Found(visit)
        return visit.score

    def _leads_on(self, visit: Visit) -> bool:
        return self._wanted[: len(visit.path)] == visit.path

    def _run(self, visit: Visit, buffer: Ints) -> int:
        memory = self.memory
        if visit.kind == "root":
            n = len(self._moves[0])
            moves, scores = Ints(n), Ints(n)
            moves.array[:], scores.array[:] = self._moves
            self._stack[-1].order = list(self._moves[0])
            return int(self._root(visit.state, visit.depth, visit.alpha, visit.beta, memory, moves, scores, 0, n))
        if visit.kind == "quiescence":
            return int(
                self._plain["quiesce"](visit.state, visit.ply - 1, visit.alpha, visit.beta, visit.ply, memory, buffer)
            )
        return int(self._plain["search"](visit.state, visit.depth, visit.alpha, visit.beta, visit.ply, memory, buffer))

    # Hooks

    def _install_hooks(self) -> None:
        """Bind the interpreted kernel, with methods of this object in place of the functions in HOOKED."""
        graph = Graph(cast(FunctionType, search_root), {"game": kernel_rules(self.recording.game.rules)})
        self._root: Any = graph.bind()
        self._plain: dict[str, Any] = {"search": self._root.__globals__["search"]}
        self.bounds: Callable[[State, int], tuple[int, int]] = self._plain["search"].__globals__["known_bounds"]
        worlds = [function.__globals__ for function in bound_functions(graph, self._plain["search"])]
        for name in HOOKED:
            for world in worlds:
                if name in world:
                    self._plain[name] = world[name]
                    world[name] = getattr(self, f"_on_{name}")
        self._root.__globals__["search"] = self._on_search

    def _on_search(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints
    ) -> int:
        here = self._stack[-1].visit
        kind, move = "move", NONE
        if ply > here.ply:
            move = memory.played[here.ply]
            kind = "null" if move == NONE else "move"
        else:
            kind = "singular" if memory.excluded[ply] != NONE else "probcut"
        return self._visit(Visit((*here.path, len(here.visits)), kind, move, state, ply, depth, alpha, beta), buffer)

    def _on_quiesce(
        self, state: State, looked: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints
    ) -> int:
        here = self._stack[-1].visit
        move = memory.played[here.ply] if ply > here.ply else NONE
        visit = Visit((*here.path, len(here.visits)), "quiescence", move, state, ply, 0, alpha, beta)
        return self._visit(visit, buffer)

    def _visit(self, visit: Visit, buffer: Ints) -> int:
        frame = self._stack[-1]
        frame.visit.visits.append(visit)
        frame.log.append(visit.kind)
        if self._leads_on(visit) or frame.visit.path == self._wanted:
            return self._replay(visit, buffer)
        before, quiescent = self.memory.nodes, int(visit.kind == "quiescence")
        visit.score = int(
            self.resume(quiescent, visit.state, visit.depth, visit.alpha, visit.beta, visit.ply, self.memory, buffer)
        )
        visit.nodes = self.memory.nodes - before
        return visit.score

    def _on_probe(self, table: TranspositionTable, key: u64) -> u64:
        frame = self._stack[-1]
        data: u64 = self._plain["probe"](table, key)
        if "probe" not in frame.log and data != 0:
            frame.visit.known = Known(
                depth_of(data), bound_of(data), score_of(data), self._known_move(frame.visit, data)
            )
        frame.log.append("probe")
        return data

    def _known_move(self, visit: Visit, data: u64) -> int:
        """The move of an entry of the table."""
        game = self.recording.game
        return (
            listed_move(game.facts, move_of(data), game.rules.legal(visit.state)) if game.facts.wide else move_of(data)
        )

    def _on_entry_decides(self, *entry: Any) -> bool:
        settled: bool = self._plain["entry_decides"](*entry)
        if settled:
            self._stack[-1].log.append("table")
        return settled

    def _on_repeated(self, key: u64, reversible: int, ply: int, memory: Memory) -> bool:
        again: bool = self._plain["repeated"](key, reversible, ply, memory)
        if again:
            self._stack[-1].log.append("repetition")
        return again

    def _on_corrected_estimate(self, state: State, memory: Memory) -> int:
        frame = self._stack[-1]
        frame.visit.estimate = estimate = int(self._plain["corrected_estimate"](state, memory))
        frame.log.append("futility")
        return estimate

    def _on_rank(self, state: State, n: int, hint: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
        frame, visit = self._stack[-1], self._stack[-1].visit
        frame.log.append("rank")
        frame.n = n
        rules = self.recording.game.rules
        player, history_index = rules.mover(state), rules.history_index
        visit.killers = (memory.killers[2 * ply], memory.killers[2 * ply + 1])
        if memory.options.counters and ply > 0 and memory.played[ply - 1] != NONE:
            visit.counter = memory.counters[history_slot(player, memory.played[ply - 1])]
        visit.history = {
            buffer[i]: memory.history[history_slot(player, history_index(state, buffer[i]))] for i in range(n)
        }
        self._plain["rank"](state, n, hint, depth, ply, memory, buffer)

    def _on_prune_reason(self, state: State, move: int, *rest: Any) -> int:
        reason: int = self._plain["prune_reason"](state, move, *rest)
        if reason:
            self._stack[-1].skipped[move] = PRUNE_REASONS[reason]
        return reason

    def _on_move_prunable_last(self, state: State, i: int, n: int, buffer: Ints) -> int:
        rest: int = self._plain["move_prunable_last"](state, i, n, buffer)
        skipped = self._stack[-1].skipped
        moves = moves_of_entries(self.recording.game.facts, buffer, n)
        why = skipped[moves[i - 1]]  # for the same reason as the move before them
        skipped |= dict.fromkeys(moves[rest:n], why)
        return rest

    def _on_record_cutoff(self, state: State, move: int, *rest: Any) -> None:
        self._stack[-1].visit.cut_by = move
        self._plain["record_cutoff"](state, move, *rest)


PRUNE_REASONS = {LATE: "late", FUTILE: "futility", EXCHANGE: "exchange"}
"""Why a move was pruned."""
HOOKED = (
    "search",
    "quiesce",
    "probe",
    "entry_decides",
    "repeated",
    "corrected_estimate",
    "rank",
    "prune_reason",
    "move_prunable_last",
    "record_cutoff",
)
"""The functions of the kernel that are hooked."""


def bound_functions(graph: Graph, entry: Any) -> list[Any]:
    """The functions of a bound kernel that one of them reaches."""
    codes = {function.__code__ for function in graph.uses}  # primitives are not bound
    found, waiting = [], [entry]
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and function.__code__ in codes and function not in found:
            found.append(function)
            waiting += function.__globals__.values()
    return found


def explain_visit(recording: Recording, frame: _Frame, bounds: Callable[[State, int], tuple[int, int]]) -> None:
    """From what the hooks recorded: how the visit ended, and which moves were not searched."""
    visit, rules = frame.visit, recording.game.rules
    beaten = visit.score >= visit.beta
    if visit.kind == "root":
        visit.how = "cut" if beaten else "searched"
        visit.cut_by = visit.visits[-1].move if beaten else NONE
    elif rules.is_over(visit.state):
        visit.how = "over"
    elif visit.kind == "quiescence":
        least, most = bounds(visit.state, visit.ply)
        known = bounds_decide(least, most, visit.alpha, visit.beta)
        visit.how = "bounds" if known and not frame.log else "stand" if not visit.visits else "searched"
        if visit.visits and beaten:
            visit.how, visit.cut_by = "cut", visit.visits[-1].move
    elif visit.cut_by != NONE:
        visit.how = "cut"
    elif "rank" in frame.log:
        visit.how = "lookahead" if frame.log[-1] == "probe" else "searched"
    elif frame.log:
        last = frame.log[-1]
        visit.how = {"quiescence": "horizon", "probe": "futility", "move": "sharp"}.get(last, last)
    else:
        least, most = bounds(visit.state, visit.ply)
        visit.how = "bounds" if bounds_decide(least, most, visit.alpha, visit.beta) else "tail"
    order = frame.order or moves_of_entries(recording.game.facts, frame.buffer, frame.n)
    if order and visit.how != "lookahead":
        visit.untried = untried(recording, visit, order, frame.skipped)


def untried(recording: Recording, visit: Visit, order: list[int], skipped: dict[int, str]) -> list[Untried]:
    """The moves that were not searched, and why."""
    tried = {one.move for one in visit.visits}
    cut = order.index(visit.cut_by) if visit.cut_by in order else len(order)
    found = [
        Untried(move, skipped.get(move, "cut" if i > cut else "excluded"))
        for i, move in enumerate(order)
        if move not in tried
    ]
    found += [Untried(move, "insufficient") for move in recording.game.rules.legal(visit.state) if move not in order]
    return found
