"""Dead positions by material."""

import chess
import pytest

import mossa

CHESS = mossa.game("chess")


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3K1b2/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", False),
        ("8/8/3nk3/8/8/3KN3/8/8 w - - 0 1", False),
        ("8/8/2b1k3/8/8/3KB3/8/8 w - - 0 1", False),  # bishops of both colours
        ("8/8/3bk3/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", False),
    ],
)
def test_dead_positions(fen, dead):
    at = CHESS.position(fen)
    assert at.is_over == dead == chess.Board(fen).is_insufficient_material()
    assert at.result == ((0, 0) if dead else None)
