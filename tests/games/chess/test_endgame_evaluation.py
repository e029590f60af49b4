"""Endings that are drawn although one side is ahead."""

import pytest

import mossa
from mossa.games.chess.explain import explain

CHESS = mossa.game("chess")

RULES = CHESS.rules


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",  # two knights cannot mate
        "4k1b1/8/8/8/8/8/8/4K2R w - - 0 1",  # rook against bishop
        "4k1r1/8/8/8/8/8/8/3BK2R w - - 0 1",  # rook and bishop against rook
    ],
)
def test_drawn_endings_look_like_it(fen):
    assert abs(RULES.evaluate(CHESS.position(fen).state)) < 90
    assert explain(CHESS.position(fen).state).scale < 0.5
