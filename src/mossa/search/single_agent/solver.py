"""One player and no chance: which search, with how much memory, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_rules
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_key, make_reader, make_writer
from mossa.kernel.memory import Int32s, Ints, Vector, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, run_threads
from mossa.search.graph.solution import solve_graph
from mossa.search.graph.state_graph import GraphTooBig
from mossa.search.graph.state_numbers import refill_index

from . import best_first as a_star
from . import depth_first as dfs
from . import ida_star as ida

__all__ = ["METHODS", "SingleAgent", "refuses_single_agent"]

METHODS = ("auto", "all", "depth-first", "breadth-first", "astar", "idastar")
"""`all` solves all positions; `auto` does if they are few, else takes A* and IDA* if the game has `least_plies`, else
depth-first search."""
FEW_STATES = 300_000
"""Up to this many positions `auto` solves all together."""
MOST_BYTES = 1 << 30
"""Memory of one search, about."""
TABLE = 1 << 20
"""Places of the table of IDA*."""
DEEPEST = 1 << 16
"""The longest line of IDA*."""
FIRST = 1 << 12
"""States for which there is memory at first."""


def refuses_single_agent(game: Game) -> str:
    """Why these searches are not for a game (the end of a sentence), or an empty text."""
    facts = game.facts
    if facts.players != 1:
        return f"has {facts.players} players"
    return "has chance" if facts.chance else "hides information" if not facts.perfect else ""


class SingleAgent:
    """The searches for one game of one player."""

    def __init__(self, game: Game, *, memory: int = MOST_BYTES, compiled: bool = True) -> None:
        reason = refuses_single_agent(game)
        if reason:
            raise MossaError(f"{game.name} {reason}; these searches are for one player, without chance and secrets")
        self.game, self.memory, self.compiled = game, memory, compiled
        rules, facts = game.rules, game.facts
        self.size = len(flatten(rules.start()))
        self.wanted = int(facts.score[1] if facts.score is not None and rules.score is not None else facts.utility[1])
        """No end is worth more."""
        self.signal = StopSignal(stop=0)
        example = rules.start()
        extra = {
            "read": make_reader(example),
            "write": make_writer(example),
            "hash": make_key(example),
            "SIZE": self.size,
            "HAS_ORDER": rules.order is not None,
            "HAS_LEAST_PLIES": rules.least_plies is not None,
        }
        self._slots = {"game": kernel_rules(rules), "extra": extra}
        self._plain = {"game": kernel_rules(rules), "extra": {**extra, "HAS_LEAST_PLIES": False}}
        self._kernels: dict[tuple[Any, bool], Callable[..., Any]] = {}

    def search(self, state: State, limits: Limits | None = None, *, method: str = "auto") -> SearchResult:
        """The best line found within the limits; `exact` where no better end can be reached."""
        if method not in METHODS:
            raise MossaError(f"there is no method {method!r}; methods: {', '.join(METHODS)}")
        rules, limits, begin = self.game.rules, limits or Limits(), time.perf_counter()
        if rules.is_over(state):
            raise MossaError("the game is over: there is nothing to search")
        found: SearchResult | None = None
        if method in ("auto", "all"):
            found = self._all(state, limits, method)
        if found is None and (method in ("breadth-first", "astar") or (method == "auto" and rules.least_plies)):
            found = self._best_first(state, limits, begin, heuristic=method != "breadth-first")
        if found is None and (method == "idastar" or (method == "auto" and rules.least_plies is not None)):
            found = self._ida_star(state, limits, begin)
        if found is None and method in ("auto", "depth-first"):
            found = self._depth_first(state, limits, begin)
        if found is None:
            found = self._guess(state)
        return replace(found, seconds=time.perf_counter() - begin)

    def _kernel(self, entry: Any, heuristic: bool = True) -> Callable[..., Any]:
        if (entry, heuristic) not in self._kernels:
            label = self.game.name.rsplit("/", 1)[-1]
            name = f"{label} {entry.__module__.rsplit('.', 1)[-1]}.{entry.__name__}{'' if heuristic else ' plain'}"
            slots = self._slots if heuristic else self._plain
            self._kernels[entry, heuristic] = specialise(entry, slots, name=name, compiled=self.compiled)
        return self._kernels[entry, heuristic]

    def _run(self, work: Callable[[], None], limits: Limits, begin: float, share: float = 1.0) -> None:
        """Run a search until the limits, or until its share of the time is over."""
        self.signal.stop = 0

        def halt() -> None:
            self.signal.stop = 1

        left = None if limits.time is None else max(0.001, limits.time * share - (time.perf_counter() - begin))
        run_threads([work], halt, limits.stop, left)

    def _all(self, state: State, limits: Limits, method: str) -> SearchResult | None:
        most = FEW_STATES if method == "auto" else self.memory // 100
        seconds = None if limits.time is None else limits.time / (2 if method == "auto" else 1)
        try:
            within = replace(limits, time=seconds)
            return solve_graph(self.game, state, within, most=most, compiled=self.compiled).result(state)
        except GraphTooBig:
            return None

    def _best_first(self, state: State, limits: Limits, begin: float, *, heuristic: bool) -> SearchResult | None:
        """A*, or breadth-first search; None if it was stopped or there is no goal."""
        heuristic = heuristic and self.game.rules.least_plies is not None
        widest = self.game.facts.widest
        memory = a_star.BestFirst(
            words=Words(0), index=Int32s(0), mask=u64(0), count=0, capacity=0, plies=Int32s(0), parents=Int32s(0),
            moves=Int32s(0), entries=Int32s(0), opened=0, entry_capacity=0, buckets=Int32s(DEEPEST), least=0,
            greatest=DEEPEST, goal=-1, wanted=self.wanted, nodes=0, limit=limits.nodes or UNLIMITED,
            signal=self.signal, buffer=Ints(widest + 1),
        )  # fmt: skip
        opening, step = self._kernel(a_star.open_root, heuristic), self._kernel(a_star.best_first, heuristic)
        fill = self._kernel(refill_index)
        most = self.memory // (8 * self.size + 60)
        _grow_best_first(memory, FIRST + widest, FIRST + widest, self.size)
        opening(state, memory)
        outcome = a_star.STOPPED

        def work() -> None:
            nonlocal outcome
            while (outcome := int(step(memory))) == a_star.MEMORY_FULL and memory.capacity < most:
                full = memory.count + widest + 1 > memory.capacity
                states = min(most, 2 * memory.capacity) if full else memory.capacity
                entries = memory.entry_capacity if full else 2 * memory.entry_capacity
                _grow_best_first(memory, states, entries, self.size)
                fill(memory)

        self._run(work, limits, begin, 0.5)
        if outcome != a_star.FOUND:
            return None
        way: list[int] = []
        at = memory.goal
        while memory.parents.array[at] >= 0:
            way.append(int(memory.moves.array[at]))
            at = int(memory.parents.array[at])
        way.reverse()
        return self._answer(state, self._moves_of_places(state, way), memory.nodes, exact=True)

    def _moves_of_places(self, state: State, way: list[int]) -> list[int]:
        """A line of which wide moves are given by their places."""
        rules = self.game.rules
        if not rules.facts.wide:
            return way
        line: list[int] = []
        for place in way:
            line.append(rules.legal(state)[place])
            state = rules.play(state, line[-1])
        return line

    def _ida_star(self, state: State, limits: Limits, begin: float) -> SearchResult | None:
        """IDA*; None if it was stopped or there is no goal."""
        widest = self.game.facts.widest
        deepest = max(16, min(DEEPEST, self.game.facts.horizon + 1, self.memory // (8 * (self.size + widest + 3))))
        places = TABLE if self.compiled else 1 << 12
        memory = ida.IdaStar(
            words=Words((deepest + 2) * self.size), moves=Ints((deepest + 2) * widest + 1), numbers=Ints(deepest + 2),
            following=Ints(deepest + 2), keys=Words(deepest + 2), table=Words(2 * places), mask=u64(places - 1),
            deepest=deepest, length=0, next_bound=0, wanted=self.wanted, nodes=0, limit=limits.nodes or UNLIMITED,
            signal=self.signal,
        )  # fmt: skip
        kernel = self._kernel(ida.ida_star)
        outcome = ida.STOPPED

        def work() -> None:
            nonlocal outcome
            bound = 0
            while bound < min(ida.NO_BOUND, deepest):
                outcome = int(kernel(state, bound, memory))
                if outcome != ida.BELOW:
                    return
                bound = memory.next_bound

        self._run(work, limits, begin)
        if outcome != ida.FOUND:
            return None
        taken = [ply * widest + int(memory.following.array[ply]) - 1 for ply in range(memory.length)]
        line = [int(memory.moves.array[place]) for place in taken]
        return self._answer(state, line, memory.nodes, exact=True)

    def _depth_first(self, state: State, limits: Limits, begin: float) -> SearchResult | None:
        """Depth-first search with a table; None if no end was found."""
        widest = self.game.facts.widest
        deepest, keys = 64, FIRST
        memory = dfs.DepthFirst(
            keys=Words(keys), mask=u64(keys - 1), count=0, words=Words((deepest + 2) * self.size),
            moves=Ints((deepest + 2) * widest + 1), numbers=Ints(deepest + 2), following=Ints(deepest + 2), ply=-1,
            deepest=deepest, best=dfs.NO_END, wanted=self.wanted, line=Ints(deepest + 2), length=0, nodes=0,
            limit=limits.nodes or UNLIMITED, signal=self.signal,
        )  # fmt: skip
        start, step = self._kernel(dfs.begin_depth_first), self._kernel(dfs.depth_first)
        again = specialise(rehash, {}, name="depth_first.rehash", compiled=self.compiled)
        start(state, memory)
        outcome = dfs.STOPPED

        def work() -> None:
            nonlocal outcome
            while (outcome := int(step(memory))) in (dfs.TABLE_FULL, dfs.TOO_DEEP):
                taken = 8 * (self.size + widest + 3) * memory.deepest
                if 16 * len(memory.keys) + 2 * taken > self.memory:
                    return
                if outcome == dfs.TABLE_FULL:
                    larger = Words(2 * len(memory.keys))
                    again(memory.keys, len(memory.keys), larger, u64(len(larger) - 1))
                    memory.keys, memory.mask = larger, u64(len(larger) - 1)
                else:
                    _deepen(memory, 2 * memory.deepest, self.size, widest)

        self._run(work, limits, begin)
        if memory.best == dfs.NO_END:
            return None
        line = memory.line.array[: memory.length]
        return self._answer(state, [int(move) for move in line], memory.nodes, exact=outcome == dfs.DONE)

    def _answer(self, state: State, line: list[int], nodes: int, *, exact: bool) -> SearchResult:
        """The result of a search that found this line."""
        rules, at = self.game.rules, state
        for move in line:
            at = rules.play(at, move)
        outcome = int((rules.score or rules.utility)(at, 0))
        value = float(rules.utility(at, 0))
        first = line[0]
        return SearchResult(
            first, value, (first,), score=outcome, depth=len(line), nodes=nodes, pv=tuple(line), exact=exact
        )

    def _guess(self, state: State) -> SearchResult:
        """No end was found: the move after which the game's evaluation is best, or the first one."""
        rules = self.game.rules
        moves, evaluate = rules.legal(state), rules.evaluate
        best = moves[0] if evaluate is None else max(moves, key=lambda move: evaluate(rules.play(state, move)))
        return SearchResult(best, float(self.game.facts.utility[0]), (best,), pv=(best,))


def _grown(vector: Vector, size: int) -> Any:
    """The vector with more space at its end."""
    larger = type(vector)(size)
    larger.array[: len(vector.array)] = vector.array
    return larger


def _grow_best_first(memory: a_star.BestFirst, states: int, entries: int, size: int) -> None:
    """Give A* memory for this many states and open entries; its index must be filled again."""
    memory.capacity, memory.entry_capacity = states, entries
    memory.words, memory.entries = _grown(memory.words, states * size), _grown(memory.entries, 3 * entries)
    for name in ("plies", "parents", "moves"):
        setattr(memory, name, _grown(getattr(memory, name), states))
    places = 1 << (2 * states - 1).bit_length()
    memory.index, memory.mask = Int32s(places), u64(places - 1)


def _deepen(memory: dfs.DepthFirst, deepest: int, size: int, widest: int) -> None:
    """Give depth-first search memory for a longer line."""
    memory.deepest = deepest
    memory.words, memory.moves = (
        _grown(memory.words, (deepest + 2) * size),
        _grown(memory.moves, (deepest + 2) * widest + 1),
    )
    for name in ("numbers", "following", "line"):
        setattr(memory, name, _grown(getattr(memory, name), deepest + 2))


def rehash(keys: Words, places: int, larger: Words, mask: u64) -> int:
    """Put all keys into a larger table; how many there are."""
    count = 0
    for i in range(places):
        if keys[i] != 0:
            at = keys[i] & mask
            while larger[int(at)] != 0:
                at = (at + 1) & mask
            larger[int(at)] = keys[i]
            count += 1
    return count
