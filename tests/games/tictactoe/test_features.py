"""The features of tic-tac-toe on positions that one sees at a glance."""

import pytest

import mossa
from mossa.core.features import require_features


@pytest.mark.parametrize(
    ("board", "values"),
    [
        ("---------", [0, 0, 0, 0]),
        ("----X----", [0, -4, -1, 0]),  # O to move: X has the centre and four open lines
        ("O---X----", [0, 1, 1, -1]),  # X: three lines left through the centre, O: two
        ("X---X---O", [0, -3, -1, 0]),
        ("XX--O----", [-1, 1, 1, -1]),
    ],
)
def test_lines_are_counted(board: str, values: list[int]) -> None:
    game = mossa.game("tictactoe")
    assert require_features(game).values(game.position(board).state) == values
