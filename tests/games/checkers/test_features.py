"""The features of checkers on boards that one sees at a glance."""

import pytest

import mossa
from mossa.core.features import require_features


@pytest.mark.parametrize(
    ("fen", "values"),
    [
        ("B:W32:B1", {"men": 0, "kings": 0, "advance": 0, "back_row": 0, "centre": 0}),
        ("B:WK32:B1", {"men": 1, "kings": -1, "advance": 0, "back_row": 1}),
        ("B:W32:B27", {"men": 0, "advance": 6, "back_row": -1}),
        ("W:W32:B27", {"men": 0, "advance": -6, "back_row": 1}),
        ("B:W22:B14,15", {"men": 1, "centre": 2, "advance": 4}),
    ],
)
def test_pieces_are_counted(fen: str, values: dict[str, int]) -> None:
    game = mossa.game("checkers")
    features = require_features(game)
    found = features.named(features.values(game.position(fen).state))
    assert {name: found[name] for name in values} == values
