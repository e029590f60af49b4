"""Labels: scores of a search of some depth, to which the static evaluation is then fitted."""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.kernel.binding import slot
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import EXACT, make_options
from mossa.search.alphabeta.search import search
from mossa.search.common.scores import INFINITE, terminal_score
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED, age_table

__all__ = ["Labeller"]

game: KernelRules = slot("game")


def search_score(state: Any, depth: int, memory: Memory) -> int:
    """The score of a state by a full-width search, deepened two plies at a time for a better move ordering."""
    if game.is_over(state):
        return terminal_score(state, 0)
    score = 0
    at = 2 - depth % 2
    while at <= depth:
        memory.root_depth = at
        score = search(state, at, -INFINITE, INFINITE, 1, memory, memory.buffer[0:])
        at += 2
    return score


class Labeller:
    """Labels states of one game. There is no forward pruning, so a label is the exact minimax value of its depth."""

    def __init__(self, game: Game, *, memory_mib: int = 16) -> None:
        self.kernel = kernel_for(search_score, game)
        self.memory = make_memory(game, make_table(memory_mib), StopSignal(stop=0), make_options(base=EXACT))
        self.memory.limit = UNLIMITED

    def label(self, state: Any, depth: int) -> int:
        """The score of a state, searched `depth` plies, from the mover's side."""
        age_table(self.memory.table)
        return int(self.kernel(state, depth, self.memory))
