"""Features of kings: the pawn shelter, and king danger (the attack on the enemy king)."""

from typing import Any

from mossa import bit_count, lowest_bit, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Words

from .attack_tables import KNIGHT_ATTACKS, SQUARES
from .bitboards import relative_sides
from .board import FILE_A, State, bishop_attacks, rook_attacks
from .piece_features import PieceFeatures, king_ring
from .weights import OFFSETS

SHELTER, STORM, STORM_STOPPED = OFFSETS["shelter"], OFFSETS["storm"], OFFSETS["storm_stopped"]
DANGER, DANGER_SQUARED, FLANK_BARE = OFFSETS["danger"], OFFSETS["danger_squared"], OFFSETS["flank_bare"]

# King danger is a sum of these units, at most MOST_DANGER. For the attack: each piece that attacks the ring around the
# king (`piece_features.ATTACK`); each attack on a square next to him; each ring square that only king or queen
# protects; a safe check, by kind of piece, and each safe checking square; unsafe checks; attacked squares on his flank.
# Against it: flank squares that he protects, pawns around him, a knight beside him, and no enemy queen.
PER_TOUCH, PER_WEAK = 3, 3
CHECK_KNIGHT, CHECK_BISHOP, CHECK_ROOK, CHECK_QUEEN = 18, 8, 18, 15
PER_CHECK, PER_UNSAFE_CHECK = 12, 4
PER_HIT, PER_HELD, PER_PAWN, WITH_KNIGHT, WITHOUT_QUEEN = 2, -2, -6, -7, -22
ALWAYS, MOST_DANGER = 25, 255

LEFT, RIGHT = u64(0x0F0F0F0F0F0F0F0F), u64(0xF0F0F0F0F0F0F0F0)
FIVE_RANKS = u64(0x000000FFFFFFFFFF)


def flank(square: int) -> int:
    """The king's flank, as a bitboard: three files for a king at the edge, else four."""
    least, greatest = ((0, 2), (0, 3), (0, 3), (2, 5), (2, 5), (4, 7), (4, 7), (5, 7))[square % 8]
    return sum(1 << other for other in range(SQUARES) if least <= other % 8 <= greatest)


FLANK = ConstantTable(lambda: [flank(square) for square in range(SQUARES)], Words)


def king_shelter(state: State, side: int, weights: Any) -> int:
    """Pawn shelter and pawn storm: on three files around the king, the nearest own and the nearest enemy pawn, by file
    (counted from the edge) and rank."""
    mine, theirs = relative_sides(state.pawns & state.white, state.pawns & state.black, side)
    king, _ = relative_sides(state.kings & state.white, state.kings & state.black, side)
    square = lowest_bit(king)
    before = ~u64(0) << (square & 56)  # the king's rank and the ranks ahead
    centre = min(max(square & 7, 1), 6)
    wing = RIGHT if square & 4 else LEFT
    part: int = weights[FLANK_BARE] * (0 if state.pawns & wing else 1)
    for file in range(centre - 1, centre + 2):
        line = FILE_A << file & before
        own, other = mine & line, theirs & line
        rank = lowest_bit(own) >> 3 if own else 0
        enemy_rank = lowest_bit(other) >> 3 if other else 0
        edge = min(file, 7 - file)
        part += weights[SHELTER + 8 * edge + rank]
        part += weights[STORM + 8 * edge + enemy_rank]
        part += weights[STORM_STOPPED + enemy_rank] * (1 if own and enemy_rank == rank + 1 else 0)
    return part


def king_danger(state: State, side: int, ours: PieceFeatures, theirs: PieceFeatures) -> int:
    """How dangerous the attack on the enemy king is, from 0 to MOST_DANGER."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    occupied, king = us | them, lowest_bit(state.kings & them)
    around, wing = king_ring(king, 1 - side), FLANK[king] & (FIVE_RANKS if side else ~(FIVE_RANKS >> 16))
    guarded = theirs.pawn_attacks | theirs.knight_attacks | theirs.bishop_attacks | theirs.rook_attacks
    weak = ours.attacks & ~theirs.double_attacks & ~guarded
    safe = ~theirs.attacks | weak & ours.double_attacks
    straight, diagonal = rook_attacks(king, occupied) & ~us, bishop_attacks(king, occupied) & ~us
    by_knight, by_bishop = KNIGHT_ATTACKS[king] & ~us & ours.knight_attacks, diagonal & ours.bishop_attacks
    by_rook, by_queen = straight & ours.rook_attacks, (straight | diagonal) & ours.queen_attacks
    checks = by_knight | by_bishop | by_rook | by_queen
    size = (
        ALWAYS
        + ours.ring_attack
        + PER_TOUCH * ours.king_touches
        + PER_WEAK * bit_count(weak & around)
        + (CHECK_KNIGHT if by_knight & safe else 0)
        + (CHECK_BISHOP if by_bishop & safe else 0)
        + (CHECK_ROOK if by_rook & safe else 0)
        + (CHECK_QUEEN if by_queen & safe else 0)
        + PER_CHECK * bit_count(checks & safe)
        + PER_UNSAFE_CHECK * bit_count(checks & ~safe)
        + PER_HIT * bit_count(ours.attacks & wing)
        + PER_HELD * bit_count(theirs.attacks & wing)
        + PER_PAWN * bit_count(state.pawns & them & around)
        + (WITH_KNIGHT if theirs.knight_attacks & theirs.king_attacks else 0)
        + (0 if state.queens & us else WITHOUT_QUEEN)
    )
    return min(max(size, 0), MOST_DANGER)


def king_attack(state: State, side: int, ours: PieceFeatures, theirs: PieceFeatures, weights: Any) -> int:
    """The score of an attack on the enemy king: a linear and a quadratic term of `king_danger`."""
    size = king_danger(state, side, ours, theirs)
    part: int = weights[DANGER] * (size >> 3) + weights[DANGER_SQUARED] * (size * size >> 9)
    return part
