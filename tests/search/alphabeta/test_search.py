"""The contract of the search: exact inside its window, a bound outside, against minimax without any technique."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import Memory, clear, make_memory
from mossa.search.alphabeta.options import exact, make_options
from mossa.search.alphabeta.search import search
from mossa.search.common.scores import INFINITE, POINT, terminal_score
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED

ENDINGS = [
    ("tictactoe", "a1 b2 c3"),
    ("tictactoe", "a1 a2 b2"),
    ("connect4:columns=4,rows=3", "2 2 3 1"),
    ("connect4:columns=4,rows=4", "2 2 3 2 3 3 3 1"),
    ("grundy", "7=6+1"),
]
"""Game and moves after which the rest is searched: drawn and lost, drawn and lost by a point, won."""
ROOT = 1
"""The ply of the states that are searched: ply 0 is that of `search_root`."""


class Searched:
    """A position, the interpreted search of it, and its score by minimax."""

    def __init__(self, name: str, moves: str, **options: int) -> None:
        self.game = mossa.game(name)
        self.state = self.game.after(moves).state
        self.kernel: Any = kernel_for(search, self.game, compiled=False)
        self.ended: Any = kernel_for(terminal_score, self.game, compiled=False)
        changed = make_options(options, base={**exact(self.game)})
        self.memory: Memory = make_memory(self.game, make_table(1), StopSignal(stop=0), changed)
        self.score = self.minimax(self.state, ROOT)

    def minimax(self, state: Any, ply: int) -> int:
        rules = self.game.rules
        moves = rules.legal(state)
        if not moves:
            return int(self.ended(state, ply))
        return max(-self.minimax(rules.play(state, move), ply + 1) for move in moves)

    def search(self, alpha: int, beta: int) -> int:
        clear(self.memory)
        self.memory.table, self.memory.limit = make_table(1), UNLIMITED
        self.memory.root_depth = longest = self.game.facts.longest + 1
        buffer = Ints(self.game.facts.widest * (longest + 1))
        return int(self.kernel(self.state, longest, alpha, beta, ROOT, self.memory, buffer))


@pytest.mark.parametrize(("name", "moves"), ENDINGS)
@pytest.mark.parametrize("options", [{}, {"table": 0}, {"proof": 0}], ids=["proof", "no table", "no proof"])
def test_a_score_is_exact_inside_the_window_and_a_bound_outside(name: str, moves: str, options: dict[str, int]) -> None:
    it = Searched(name, moves, **options)
    assert it.search(-INFINITE, INFINITE) == it.score
    around = [it.score + step for step in (-2 * POINT, -1, 0, 1, 2 * POINT)]
    for alpha in around:
        for beta in around:
            if alpha < beta:
                score = it.search(alpha, beta)
                assert score <= alpha or score >= beta or score == it.score
                assert it.score <= score or score > alpha, "an upper bound"
                assert it.score >= score or score < beta, "a lower bound"


def test_in_a_proof_a_forced_move_is_no_node_of_its_own() -> None:
    """In grundy, 3-1 is split into 2-1-1 only, and that is the end."""
    counts = []
    for proof in (0, 1):
        it = Searched("grundy:matches=4", "4=3+1", proof=proof)
        it.search(-INFINITE, INFINITE)
        counts.append((it.memory.nodes, it.memory.forced_moves))
    assert counts == [(2, 0), (1, 1)]


def test_a_stopped_search_returns_at_once() -> None:
    it = Searched(*ENDINGS[0])
    it.memory.signal.stop = 1
    it.search(-INFINITE, INFINITE)
    assert it.memory.nodes == 1
