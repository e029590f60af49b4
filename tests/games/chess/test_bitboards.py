"""Operations on sets of squares against sets of python-chess, square by square."""

import random

import chess
import pytest

from mossa.games.chess import bitboards
from mossa.kernel.words import u64


def drawn(seed):
    chooser = random.Random(seed)
    return [u64(chooser.getrandbits(64) & chooser.getrandbits(64)) for _ in range(20)]


def test_distances():
    for one in chess.SQUARES:
        for other in chess.SQUARES:
            assert bitboards.DISTANCE[64 * one + other] == chess.square_distance(one, other)
            assert (bitboards.NEAR[one] >> other & 1) == (1 <= chess.square_distance(one, other) <= 2)


@pytest.mark.parametrize("side", [0, 1])
def test_squares_that_pawns_attack_once_and_twice(side):
    for pawns in drawn(f"pawns {side}"):
        attacks = [chess.SquareSet(chess.BB_PAWN_ATTACKS[side == 0][square]) for square in chess.SquareSet(pawns)]
        once = {square for reached in attacks for square in reached}
        twice = {square for square in once if sum(square in reached for reached in attacks) == 2}
        assert set(chess.SquareSet(int(bitboards.pawn_attacks(pawns, side)))) == once
        assert set(chess.SquareSet(int(bitboards.pawn_double_attacks(pawns, side)))) == twice


def test_fills_and_neighbours():
    for squares in drawn("fills"):
        members = set(chess.SquareSet(squares))
        above = {square for square in chess.SQUARES for low in range(square % 8, square + 1, 8) if low in members}
        below = {square for square in chess.SQUARES for high in range(square, 64, 8) if high in members}
        beside = {square + step for square in members for step in (-1, 1) if 0 <= square % 8 + step < 8}
        assert set(chess.SquareSet(int(bitboards.fill_up(squares)))) == above
        assert set(chess.SquareSet(int(bitboards.fill_down(squares)))) == below
        assert set(chess.SquareSet(int(bitboards.beside(squares)))) == beside


def test_a_board_seen_by_black_is_flipped():
    for squares in drawn("flipped"):
        flipped = chess.flip_vertical(int(squares))
        assert bitboards.relative_squares(squares, 0) == squares
        assert bitboards.relative_squares(squares, 1) == flipped
        assert bitboards.relative_sides(squares, u64(7), 1) == (chess.flip_vertical(7), flipped)
