"""Games of many players: iterative deepening around the kernels, with a table, limits and several lines.

The moves at the root are searched one by one, the best of the last iteration first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals
from mossa.kernel.specialise import prepare
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, root_moves, run_threads

from .allied import allied_value
from .maxn import maxn_value
from .memory import MOST_OUTCOMES, PlayersMemory
from .table import clear, make_table

__all__ = ["METHODS", "NPlayers", "require_players"]

METHODS = {
    "maxn": "max^n: each for himself",
    "paranoid": "all others against the one at the root",
    "best-reply": "between two moves of the one at the root, one of the others chooses against him",
}
"""Method → what it assumes of the players."""

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
        self.memory = PlayersMemory(
            nodes=0,
            limit=UNLIMITED,
            signal=StopSignal(stop=0),
            table=make_table(memory_mib, facts.players if method == "maxn" else 1),
            values=Reals(facts.players * (self.reach + MOST_OUTCOMES + 3)),
            tabled=int(table),
            shallow=int(facts.zero_sum if shallow is None else shallow),
            maximiser=-1,
            replies=int(method == "best-reply"),
            horizon=0,
        )
        self.moves = Ints(facts.widest * (self.reach + MOST_OUTCOMES + 3))
        self.scratch = game.rules.scratch()
        self.kernel: Callable[..., Any] = kernel_for(maxn_value if method == "maxn" else allied_value, game, compiled)
        start, last = game.rules.start(), (self.memory, self.scratch, self.moves)
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
        """The best move within the limits; with `ties`, all moves as good as it. Without deepening, at one depth."""
        rules, memory = self.game.rules, self.memory
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        moves = root_moves(rules.legal(state), ())
        if memory.maximiser != (mover := rules.mover(state)):
            memory.maximiser = mover
            clear(memory.table)
        memory.signal.stop, memory.nodes, memory.limit = 0, 1, limits.nodes or UNLIMITED
        begin = time.perf_counter()
        found = SearchResult(moves[0], 0.0, (moves[0],), pv=(moves[0],))
        deepest = min(limits.depth or self.reach, self.reach)

        def deepen() -> None:
            nonlocal found
            ranked = moves
            for depth in range(1, min(deepest, DEEPEST) + 1) if deepening else [deepest]:
                memory.horizon = 0
                values = self._iterate(state, depth, ranked, multipv > 1 or ties)
                if memory.signal.stop:
                    break
                every = multipv > 1 or ties or (self.method == "maxn" and not memory.shallow)
                found = replace(self._result(values, moves if every else (), depth, multipv), nodes=memory.nodes)
                found = replace(found, seconds=time.perf_counter() - begin)
                if on_depth is not None:
                    on_depth(found)
                if memory.horizon == 0:
                    break
                ranked = [found.move, *(move for move in ranked if move != found.move)]

        run_threads([deepen], self._halt, limits.stop, limits.time)
        return replace(found, nodes=memory.nodes, seconds=time.perf_counter() - begin)

    def _halt(self) -> None:
        self.memory.signal.stop = 1

    def _iterate(self, state: State, depth: int, ranked: Sequence[int], full: bool) -> dict[int, tuple[float, ...]]:
        """What the moves are worth at one depth, to each player or to the mover alone. If `full`, none is a bound."""
        memory, rules, players = self.memory, self.game.rules, self.game.facts.players
        mover, best, values = rules.mover(state), -math.inf, dict[int, tuple[float, ...]]()
        for move in ranked:
            memory.nodes += 1
            after, bound = rules.play(state, move), -math.inf if full else best
            if self.method == "maxn":
                bound = bound if memory.shallow else -math.inf
                self.kernel(after, depth - 1, 1, mover, bound, memory, self.scratch, self.moves)
                values[move] = tuple(memory.values.array[players : 2 * players].tolist())
                own = values[move][mover]
            else:
                own = self.kernel(after, depth - 1, bound, math.inf, 0, memory, self.scratch, self.moves)
                values[move] = (own,)
            if memory.signal.stop:
                break
            best = max(best, own)
        return values

    def _result(
        self, values: dict[int, tuple[float, ...]], moves: Sequence[int], depth: int, multipv: int
    ) -> SearchResult:
        """The result of an iteration: the first of the best moves searched, and those of `moves` that are as good."""
        mover = self.memory.maximiser if self.method == "maxn" else 0
        worths = {move: vector[mover] for move, vector in values.items()}
        best = max(worths.values())
        equal = [move for move, worth in worths.items() if worth == best]
        ranked = sorted(worths.items(), key=lambda item: -item[1])
        return SearchResult(
            equal[0],
            best,
            tuple(move for move in moves if move in equal) or (equal[0],),
            depth=depth,
            pv=(equal[0],),
            candidates=tuple(ranked[:multipv]) if multipv > 1 else (),
            exact=self.method == "maxn" and self.memory.horizon == 0 and not self.game.rules.sampled,
            vector=values[equal[0]] if self.method == "maxn" else (),
        )
