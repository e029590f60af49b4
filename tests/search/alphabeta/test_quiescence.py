"""Quiescence: where a move is certain, and stalemate at the horizon."""

from __future__ import annotations

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.search.alphabeta.quiescence import surely_has_move

CHESS = mossa.game("chess")


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
