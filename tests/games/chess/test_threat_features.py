"""Positions where a threat occurs a known number of times."""

import pytest
from tests.games.chess.positions import feature_counts


@pytest.mark.parametrize(
    ("feature", "fen", "white", "black"),
    [
        ("threat_by_pawn", "4k3/8/2n1n3/3P4/8/8/8/4K3 w - -", 2, 0),
        ("threat_by_push", "4k3/8/2n1n3/8/3P4/8/8/4K3 w - -", 2, 0),
        ("threat_by_push", "4k3/8/2n1n3/8/8/3P4/8/4K3 w - -", 0, 0),
        ("threat_by_minor", "4k3/8/2r1q3/8/3N4/8/8/4K3 w - -", 2, 0),
        ("threat_by_rook", "4k3/8/8/8/R2q4/8/8/4K3 w - -", 1, 0),
        ("threat_by_king", "4k3/8/8/8/8/8/3n4/4K3 w - -", 1, 0),
        ("hanging", "4k3/8/8/3b4/4P3/8/8/4K3 w - -", 1, 1),
        ("restricted", "4k3/8/8/8/8/8/8/4K3 w - -", 0, 0),
        ("restricted", "4k3/8/8/8/R6r/8/8/4K3 w - -", 6, 6),
    ],
)
def test_threat_features_count_what_they_say(feature, fen, white, black):
    assert feature_counts(feature, fen) == [white, black]
