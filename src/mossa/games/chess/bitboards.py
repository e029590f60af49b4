"""Operations on bitboards (sets of squares) that the evaluation is built from."""

from mossa import byte_swap, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Words

from .attack_tables import SQUARES
from .board import FILE_A, FILE_H


def distance(one: int, other: int) -> int:
    """King steps between two squares (Chebyshev distance)."""
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


def within(square: int, steps: int) -> int:
    """The squares at a distance of at most `steps`."""
    return sum(1 << other for other in range(SQUARES) if other != square and distance(square, other) <= steps)


DISTANCE = ConstantTable(lambda: [distance(one, other) for one in range(SQUARES) for other in range(SQUARES)], Bytes)
NEAR = ConstantTable(lambda: [within(square, 2) for square in range(SQUARES)], Words)


def relative_sides(white: u64, black: u64, side: int) -> tuple[u64, u64]:
    """(own, enemy) squares of a side, ranks flipped so that the side plays up the board."""
    if side:
        return byte_swap(black), byte_swap(white)
    return white, black


def relative_squares(squares: u64, side: int) -> u64:
    """The squares with ranks flipped, if needed, so that the side plays up the board."""
    return byte_swap(squares) if side else squares


def pawn_attacks(pawns: u64, side: int) -> u64:
    """The squares that pawns of a side attack."""
    if side:
        return (pawns & ~FILE_H) >> 7 | (pawns & ~FILE_A) >> 9
    return (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9


def pawn_double_attacks(pawns: u64, side: int) -> u64:
    """The squares that two pawns of a side attack."""
    if side:
        return (pawns & ~FILE_H) >> 7 & (pawns & ~FILE_A) >> 9
    return (pawns & ~FILE_A) << 7 & (pawns & ~FILE_H) << 9


def fill_up(squares: u64) -> u64:
    """The squares and all above them on their files."""
    squares |= squares << 8
    squares |= squares << 16
    return squares | squares << 32


def fill_down(squares: u64) -> u64:
    """The squares and all below them on their files."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32


def beside(squares: u64) -> u64:
    """The squares one file to the left and one to the right."""
    return (squares & ~FILE_H) << 1 | (squares & ~FILE_A) >> 1
