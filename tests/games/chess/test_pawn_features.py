"""Positions where a feature of pawns occurs a known number of times."""

import pytest
from tests.games.chess.positions import feature_counts


@pytest.mark.parametrize(
    ("feature", "fen", "white", "black"),
    [
        ("isolated", "4k3/p1p5/8/8/8/8/PP2P3/4K3 w - -", 1, 2),
        ("doubled", "4k3/p7/p7/p7/8/8/PP6/4K3 w - -", 0, 2),
        ("backward", "4k3/8/8/2p1p3/4P3/3P4/8/4K3 w - -", 1, 0),
        ("supported", "4k3/8/8/8/8/1P6/P1P5/4K3 w - -", 1, 0),
        ("abreast", "4k3/pp1pp3/8/8/8/8/1P1P4/4K3 w - -", 0, 4),
        ("passed", "4k3/7p/8/P7/8/8/6P1/4K3 w - -", 1, 0),
        ("passed", "4k3/8/P7/P7/8/8/8/4K3 w - -", 1, 0),  # the one behind is not counted
        ("passed_free", "4k3/8/8/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_free", "4k3/8/n7/P7/8/8/8/4K3 w - -", 0, 0),
        ("passed_free", "4k3/8/2n5/P7/2b5/8/8/4K3 w - -", 0, 0),  # the square is hit
        ("unopposed", "4k3/3p4/8/8/8/8/P2P4/4K3 w - -", 1, 0),
        ("candidate", "4k3/1p6/8/8/8/8/PP6/4K3 w - -", 1, 0),
        ("candidate", "4k3/1pp5/8/8/8/8/P7/4K3 w - -", 0, 1),
        ("passed_way", "4k3/8/8/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_way", "4k3/8/1n6/P7/8/8/8/4K3 w - -", 0, 0),  # a8 is hit
        ("passed_helped", "4k3/8/8/P7/8/8/8/R3K3 w - -", 0, 0),
        ("passed_helped", "4k3/8/8/P7/2B5/8/8/4K3 w - -", 1, 0),
        ("passed_stopped", "4k3/8/n7/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_rook", "7R/4k3/8/P6p/8/8/8/R3K3 w - -", 1, 1),
        ("passed_race", "8/8/8/P6k/8/8/8/4K3 w - -", 1, 0),
        ("passed_race", "8/8/4k3/P7/8/8/8/4K3 b - -", 0, 0),
    ],
)
def test_pawn_features_count_what_they_say(feature, fen, white, black):
    assert feature_counts(feature, fen) == [white, black]
