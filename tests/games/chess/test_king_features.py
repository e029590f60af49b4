"""Positions where a feature of kings occurs a known number of times."""

import pytest
from tests.games.chess.positions import feature_counts


@pytest.mark.parametrize(
    ("feature", "fen", "white", "black"),
    [
        ("flank_bare", "6k1/8/8/8/8/8/P7/1K6 w - -", 0, 1),
    ],
)
def test_king_features_count_what_they_say(feature, fen, white, black):
    assert feature_counts(feature, fen) == [white, black]
