"""Labels: what a search of some depth thinks of a state. The evaluation is then taught to see it at a glance."""

from __future__ import annotations

from typing import Any

from mossa.core.compiled import KernelRules, specialise
from mossa.core.game import Game
from mossa.kernel.binding import slot
from mossa.kernel.hashtable import make_table
from mossa.search.engines.alphabeta import search
from mossa.search.engines.memory import Memory, Signal, make_memory
from mossa.search.engines.options import EXACT, make_options
from mossa.search.engines.scores import INFINITE, ending
from mossa.search.engines.watch import UNLIMITED, grow_older

__all__ = ["Labeller"]

game: KernelRules = slot("game")


def appraise(state: Any, depth: int, memory: Memory) -> int:
    """The score of a state by a full-width search, deepened two plies at a time for the sake of the order of moves."""
    if game.is_over(state):
        return ending(state, 0)
    score = 0
    at = 2 - depth % 2
    while at <= depth:
        memory.root_depth = at
        score = search(state, at, -INFINITE, INFINITE, 1, memory, memory.buffer[0:])
        at += 2
    return score


class Labeller:
    """Appraises states of one game; no forward pruning, so a label is the true value of its depth."""

    def __init__(self, game: Game, *, memory_mib: int = 16) -> None:
        self.kernel = specialise(appraise, game)
        self.memory = make_memory(game, make_table(memory_mib), Signal(stop=0), make_options(base=EXACT))
        self.memory.limit = UNLIMITED

    def label(self, state: Any, depth: int) -> int:
        """The score of a state, searched `depth` plies, from the mover's side."""
        grow_older(self.memory.table)
        return int(self.kernel(state, depth, self.memory))
