"""Attack tables against those of python-chess."""

import random

import chess
import pytest

from mossa.games.chess import attack_tables as tables
from mossa.games.chess.board import bishop_attacks, rook_attacks
from mossa.kernel.words import u64


def test_attacks_of_kings_knights_and_pawns():
    for square in chess.SQUARES:
        assert tables.KING_ATTACKS[square] == chess.BB_KING_ATTACKS[square]
        assert tables.KNIGHT_ATTACKS[square] == chess.BB_KNIGHT_ATTACKS[square]
        assert tables.PAWN_ATTACKS[square] == chess.BB_PAWN_ATTACKS[chess.WHITE][square]
        assert tables.PAWN_ATTACKS[64 + square] == chess.BB_PAWN_ATTACKS[chess.BLACK][square]


def test_lines_and_what_lies_between():
    for one in chess.SQUARES:
        for other in chess.SQUARES:
            if one != other:
                assert tables.BETWEEN[64 * one + other] == chess.between(one, other)
                assert tables.LINE[64 * one + other] == chess.ray(one, other)


@pytest.mark.parametrize("seed", range(4))
def test_attacks_of_sliders(seed):
    chooser = random.Random(seed)
    for square in chess.SQUARES:
        occupied = chooser.getrandbits(64) & chooser.getrandbits(64) | chess.BB_SQUARES[square]
        board = chess.Board(None)
        board.occupied = occupied
        for piece, attacks in ((chess.ROOK, rook_attacks), (chess.BISHOP, bishop_attacks)):
            board.rooks, board.bishops = (chess.BB_SQUARES[square], 0) if piece == chess.ROOK else (0, 1 << square)
            assert attacks(square, u64(occupied)) == board.attacks_mask(square)
