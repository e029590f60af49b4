"""Positions where a feature of pieces occurs a known number of times."""

import pytest
from tests.games.chess.positions import feature_counts


@pytest.mark.parametrize(
    ("feature", "fen", "white", "black"),
    [
        ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - -", 1, 0),
        ("bishop_pair", "4k3/8/8/8/8/4B3/8/2B1K3 w - -", 0, 0),
        ("outpost", "4k3/pp6/8/3N4/4P3/8/8/4K3 w - -", 1, 0),
        ("outpost", "4k3/ppp5/8/3N4/4P3/8/8/4K3 w - -", 0, 0),  # c6 would drive it away
        ("outpost", "4k3/8/8/4p3/3b4/8/8/4K3 w - -", 0, 1),
        ("knight_safe", "4k3/pp6/8/3N4/8/8/8/4K3 w - -", 1, 0),
        ("knight_near", "4k3/8/8/8/2r5/4r3/r2N4/4K3 w - -", 2, 0),
        ("knight_kings", "4k3/8/8/8/8/8/8/N3K3 w - -", 4 + 7, 0),
        ("rook_open", "4k3/1p6/8/8/8/8/P7/R1R1K3 w - -", 1, 0),
        ("rook_half_open", "4k3/1p6/8/8/8/8/P7/RR2K3 w - -", 1, 0),
        ("rook_seventh", "6k1/R7/8/8/8/8/r7/4K3 w - -", 1, 1),
        ("rook_seventh", "8/R7/6k1/8/8/8/8/4K3 w - -", 0, 0),
        ("pair_pawns", "4k3/p7/8/8/8/8/PP6/2B1KB2 w - -", 2, 0),
        ("knight_pawns", "4k3/p7/8/8/8/8/PP6/1N2K1N1 w - -", 4, 0),
        ("rook_pawns", "r3k3/pp6/8/8/8/8/PP6/4K3 w - -", 0, 2),
        ("outpost_ahead", "4k3/pp6/8/8/4P3/2N5/8/4K3 w - -", 1, 0),
        ("outpost_ahead", "4k3/ppp5/8/8/4P3/2N5/8/4K3 w - -", 0, 0),
        ("bishop_pawns", "4k3/8/8/8/8/3P4/2P2P2/4KB2 w - -", 2, 0),
        ("minor_covered", "4k3/3p4/3n4/8/8/3P4/3B4/4K3 w - -", 1, 0),
        ("rook_shut_in", "4k3/8/8/8/8/8/5PPP/5NKR w - -", 1, 0),
        ("rook_shut_in", "4k3/8/8/8/8/8/5PPP/5NRK w - -", 0, 0),
    ],
)
def test_piece_features_count_what_they_say(feature, fen, white, black):
    assert feature_counts(feature, fen) == [white, black]
