"""Standings of moves: what the game says of a move, what its past says, and what reductions make of it."""

from __future__ import annotations

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.search.alphabeta.memory import REDUCTION_ROW, reductions
from mossa.search.alphabeta.options import make_options, tuned
from mossa.search.alphabeta.ordering import HISTORY_LIMIT, KILLER, ORDER, history_part
from mossa.search.alphabeta.quiescence import surely_has_move

CHESS = mossa.game("chess")


@pytest.mark.parametrize("order", [-20000, -1, 0, 1, 9000])
@pytest.mark.parametrize(
    "past", [-HISTORY_LIMIT, -1, 0, 77, HISTORY_LIMIT, KILLER - HISTORY_LIMIT, KILLER + HISTORY_LIMIT]
)
def test_a_standing_is_taken_apart(order: int, past: int) -> None:
    assert history_part(order * ORDER + past) == past


def test_reductions_grow_with_depth_and_number() -> None:
    table = reductions(90, 190)
    assert len(table) == REDUCTION_ROW * REDUCTION_ROW
    assert table[REDUCTION_ROW * 1 + 1] == 0
    assert table[REDUCTION_ROW * 10 + 10] == int(0.9 + 2.302585**2 / 1.9) == 3
    for at in range(1, REDUCTION_ROW):
        row, column = table[REDUCTION_ROW * at : REDUCTION_ROW * at + REDUCTION_ROW], table[at::REDUCTION_ROW]
        assert list(row) == sorted(row)
        assert list(column) == sorted(column)


def test_chess_prunes_late_moves_sooner_than_others() -> None:
    own, others = make_options(None, tuned(CHESS)), make_options()
    assert own.late_base + own.late_growth * 4 < others.late_base + others.late_growth * 4


@pytest.mark.parametrize(
    ("fen", "sure"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),  # stalemate: must be looked for
        ("7k/8/6K1/8/8/8/8/7R b - - 0 1", False),  # a check: all moves are listed anyway
        ("7k/8/6K1/8/8/8/8/r7 b - - 0 1", True),  # a rook can always go somewhere, or is pinned and worth passing for
    ],
)
def test_where_a_move_is_certain_without_looking(fen: str, sure: bool) -> None:
    state = CHESS.position(fen).state
    noisy = CHESS.rules.noisy
    assert noisy is not None
    assert bool(kernel_for(surely_has_move, CHESS, compiled=False)(state, noisy(state))) == sure


def test_stalemate_is_seen_beyond_the_horizon() -> None:
    """With the queen to f7 the game is drawn at once; one ply must be enough to see it."""
    position = CHESS.position("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1")
    best = position.best(depth=1).found
    assert best.score is not None
    assert best.score > 300
    stuck = CHESS.position("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")
    assert stuck.play("g5g6").is_over
    assert stuck.best(depth=1).found.move != stuck.read_move("g5g6")
