"""Basic mates: is every won position of an ending won, and every lost one defended, in the optimal number of moves?

In each position of each ending the engine searches two plies and its answer is compared with the table: the score must
be a mate at the right distance, and the move must lead to a mate one ply shorter. If that holds everywhere, by
induction every game from there has the optimal length. `mossa bench endings KQK,KRK` does these only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import mossa
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.memory import Memory
from mossa.search.alphabeta.root import search_root
from mossa.search.common.scores import INFINITE
from mossa.search.retrograde.indexing import Indexing, KernelIndexing

game: KernelRules = slot("game")
indexing: KernelIndexing = slot("indexing")

ENDINGS = "KQK,KRK,KPK,KBBK,KBNK"
RUN = 1 << 14


def sweep(first: int, last: int, memory: Memory, moves: Ints, scores: Ints) -> int:
    """How many decided positions of a run were played right; −(number + 1) for the first that was not."""
    checked = 0
    for i in range(first, last):
        state = indexing.state_at(i)
        if indexing.index(state) != i:
            continue
        left = game.plies_to_end(state)
        if left < 1:
            continue
        n = game.moves(state, moves, 0)
        best = search_root(state, 2, -INFINITE, INFINITE, memory, moves, scores, 0, n)
        after = game.play(state, moves[0])
        if abs(best) != game.WIN - left or game.plies_to_end(after) != left - 1:
            return -i - 1
        checked += 1
    return checked


def run(say: Callable[[str], None], endings: str = ENDINGS) -> dict[str, Any]:
    """Every position of the endings."""
    chess = mossa.game("chess")
    numbers = Indexing.of(chess)
    slots = {"game": kernel_rules(chess.rules), "indexing": numbers.functions}
    kernel = specialise(sweep, slots, name="chess endings")
    memory = Searcher(chess, memory_mib=16).memories[0]
    memory.limit = 1 << 60
    kernel(0, 0, memory, Ints(256), Ints(256))  # compiled now, not on the clock
    figures: dict[str, Any] = {}
    for part in numbers.slices(4):
        if part.name not in endings.split(","):
            continue
        begin, count = time.perf_counter(), 0
        for first in range(part.first, part.last, RUN):
            say(f"{part.name}: {count} positions")
            found = kernel(first, min(first + RUN, part.last), memory, Ints(256), Ints(256))
            if found < 0:
                text = chess.rules.write_position(numbers.functions["state_at"](-found - 1))
                raise MossaError(f"{part.name}: {text} is not played in the least number of moves")
            count += found
        figures[part.name] = {"positions": count, "seconds": round(time.perf_counter() - begin, 1)}
    return {"name": "endings", "figures": figures, "ratios": {}}
