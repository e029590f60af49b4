"""Features of pieces: value by square, mobility, and what concerns one kind of piece.

`piece_features` makes one pass over the pieces of a side. It also collects attack maps, which the features of pawns,
kings and threats need.
"""

from typing import Any, NamedTuple

from mossa import bit_count, lowest_bit, u64
from mossa.kernel.binding import inline

from .attack_tables import KING_ATTACKS, KNIGHT_ATTACKS
from .bitboards import DISTANCE, NEAR, fill_down, fill_up, pawn_attacks, pawn_double_attacks
from .board import (
    BISHOP,
    EMPTY_SET,
    FILE_A,
    KING,
    KNIGHT,
    LIGHT_SQUARES,
    QUEEN,
    RANK_1,
    ROOK,
    State,
    bishop_attacks,
    rook_attacks,
)
from .weights import OFFSETS, PLACE

MOBILITY_KNIGHT, MOBILITY_BISHOP = OFFSETS["mobility_knight"], OFFSETS["mobility_bishop"]
MOBILITY_ROOK, MOBILITY_QUEEN = OFFSETS["mobility_rook"], OFFSETS["mobility_queen"]
BISHOP_PAIR, PAIR_PAWNS = OFFSETS["bishop_pair"], OFFSETS["pair_pawns"]
KNIGHT_PAWNS, ROOK_PAWNS = OFFSETS["knight_pawns"], OFFSETS["rook_pawns"]
OUTPOST, OUTPOST_AHEAD = OFFSETS["outpost"], OFFSETS["outpost_ahead"]
KNIGHT_NEAR, KNIGHT_KINGS, KNIGHT_SAFE = OFFSETS["knight_near"], OFFSETS["knight_kings"], OFFSETS["knight_safe"]
BISHOP_PAWNS, MINOR_COVERED = OFFSETS["bishop_pawns"], OFFSETS["minor_covered"]
ROOK_OPEN, ROOK_HALF_OPEN = OFFSETS["rook_open"], OFFSETS["rook_half_open"]
ROOK_SEVENTH, ROOK_SHUT_IN = OFFSETS["rook_seventh"], OFFSETS["rook_shut_in"]

OUTPOSTS = u64(0x0000FFFFFF000000)  # the ranks 4 to 6
RANK_7 = RANK_1 << 48
FEW_SQUARES = 3
"""A rook with at most this mobility may be shut in by its king."""
ATTACK = (0, 0, 9, 7, 7, 5, 0)
"""By kind of piece: what it adds to `king_features.king_danger` if it attacks the ring around the enemy king."""


class PieceFeatures(NamedTuple):
    """The score of a side's pieces, and their attack maps."""

    score: int  # packed
    pawn_attacks: u64
    knight_attacks: u64
    bishop_attacks: u64
    rook_attacks: u64
    queen_attacks: u64
    king_attacks: u64
    attacks: u64  # by any piece or pawn
    double_attacks: u64  # by two or more
    ring_attack: int  # sum of ATTACK over the pieces that attack the ring around the enemy king
    king_touches: int  # number of attacks on squares next to the enemy king


class PieceContext(NamedTuple):
    """What the features of single pieces depend on."""

    flip: int  # xor with a square: see `square_flip`
    around: u64  # the ring around the enemy king
    next_to: u64  # the squares next to him
    area: u64  # the mobility area


class PieceTotals(NamedTuple):
    """Running totals over the pieces of a side; fields as in `PieceFeatures`."""

    score: int
    attacks: u64
    double_attacks: u64
    ring_attack: int
    king_touches: int


def king_ring(king: int, side: int) -> u64:
    """The king's square, its neighbours, and the rank before those."""
    steps: u64 = KING_ATTACKS[king] | u64(1) << king
    return steps | (steps >> 8 if side else steps << 8)


def square_flip(king: int, side: int) -> int:
    """The number to xor squares with so that the side plays up the board, with its king on the files e to h."""
    return (56 if side else 0) ^ (0 if king & 4 else 7)


@inline
def piece_features(state: State, side: int, weights: Any) -> PieceFeatures:
    """All features of a side's pieces (not of its pawns), and its attack maps."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    occupied = us | them
    pawns, enemy_pawns = state.pawns & us, state.pawns & them
    by_pawns, enemy_attacks = pawn_attacks(pawns, side), pawn_attacks(enemy_pawns, 1 - side)
    king, enemy_king = lowest_bit(state.kings & us), lowest_bit(state.kings & them)
    flip = square_flip(king, side)
    area = ~(pawns | state.kings & us | enemy_attacks)
    ground = PieceContext(flip, king_ring(enemy_king, 1 - side), KING_ATTACKS[enemy_king], area)
    # Squares that an enemy pawn attacks now or after advancing.
    chased = fill_down(enemy_attacks) if side == 0 else fill_up(enemy_attacks)
    king_attacks: u64 = KING_ATTACKS[king]
    score = weights[PLACE + 64 * (KING - 1) + (king ^ flip)]
    pieces = PieceTotals(
        imbalance(state, us, weights),
        by_pawns | king_attacks,
        pawn_double_attacks(pawns, side) | by_pawns & king_attacks,
        0,
        0,
    )
    knights_attack, bishops_attack, rooks_attack, queens_attack = EMPTY_SET, EMPTY_SET, EMPTY_SET, EMPTY_SET
    rest = state.knights & us
    while rest:
        square = lowest_bit(rest)
        reached: u64 = KNIGHT_ATTACKS[square]
        pieces = with_piece(pieces, square, reached, KNIGHT, MOBILITY_KNIGHT, ground, weights)
        score += course_knight(square, king, enemy_king, them & ~enemy_pawns, weights)
        knights_attack |= reached
        rest &= rest - 1
    rest = state.bishops & us
    while rest:
        square = lowest_bit(rest)
        reached = bishop_attacks(square, occupied)
        pieces = with_piece(pieces, square, reached, BISHOP, MOBILITY_BISHOP, ground, weights)
        score += bishop_and_pawns(square, pawns, weights)
        bishops_attack |= reached
        rest &= rest - 1
    rest = state.rooks & us
    while rest:
        square = lowest_bit(rest)
        reached = rook_attacks(square, occupied)
        pieces = with_piece(pieces, square, reached, ROOK, MOBILITY_ROOK, ground, weights)
        score += rook_file(square, king, bit_count(reached & area), pawns, enemy_pawns, weights)
        rooks_attack |= reached
        rest &= rest - 1
    rest = state.queens & us
    while rest:
        square = lowest_bit(rest)
        reached = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
        pieces = with_piece(pieces, square, reached, QUEEN, MOBILITY_QUEEN, ground, weights)
        queens_attack |= reached
        rest &= rest - 1
    score += outposts(state, side, knights_attack, by_pawns, chased, weights)
    score += covered_minors(state, side, weights)
    score += rooks_on_seventh(state, side, weights)
    return PieceFeatures(
        score + pieces.score,
        by_pawns,
        knights_attack,
        bishops_attack,
        rooks_attack,
        queens_attack,
        king_attacks,
        pieces.attacks,
        pieces.double_attacks,
        pieces.ring_attack,
        pieces.king_touches,
    )


def with_piece(
    before: PieceTotals, square: int, reached: u64, kind: int, mobility: int, ground: PieceContext, weights: Any
) -> PieceTotals:
    """The totals with one more piece: its value on its square, its mobility, its attacks."""
    worth: int = weights[PLACE + 64 * (kind - 1) + (square ^ ground.flip)]
    return PieceTotals(
        before.score + worth + weights[mobility + bit_count(reached & ground.area)],
        before.attacks | reached,
        before.double_attacks | before.attacks & reached,
        before.ring_attack + (ATTACK[kind] if reached & ground.around else 0),
        before.king_touches + bit_count(reached & ground.next_to),
    )


def imbalance(state: State, us: u64, weights: Any) -> int:
    """Material imbalance: the bishop pair, and knights and rooks by the number of own pawns."""
    pawns, bishops = bit_count(state.pawns & us), state.bishops & us
    pair = 1 if bishops & LIGHT_SQUARES and bishops & ~LIGHT_SQUARES else 0
    part: int = (
        weights[BISHOP_PAIR] * pair
        + weights[PAIR_PAWNS] * (pair * pawns)
        + weights[KNIGHT_PAWNS] * (bit_count(state.knights & us) * pawns)
        + weights[ROOK_PAWNS] * (bit_count(state.rooks & us) * pawns)
    )
    return part


def course_knight(square: int, king: int, enemy_king: int, enemies: u64, weights: Any) -> int:
    """The course's features of a knight: enemy pieces within two squares (at most 4), and the distance from both kings.
    (Its value by square is in PLACE; its pawn support in `outposts`.)"""
    near = min(4, bit_count(NEAR[square] & enemies))
    away = DISTANCE[64 * king + square] + DISTANCE[64 * enemy_king + square]
    part: int = weights[KNIGHT_NEAR] * near + weights[KNIGHT_KINGS] * away
    return part


def outposts(state: State, side: int, knight_attacks: u64, by_pawns: u64, chased: u64, weights: Any) -> int:
    """Outposts, squares that no enemy pawn can attack: knights there; knights and bishops there that a pawn protects;
    and whether a knight can go to a protected one."""
    us = state.black if side else state.white
    knights, bishops = state.knights & us, state.bishops & us
    there = OUTPOSTS >> 8 * side & ~chased  # the ranks 4 to 6, for Black 5 to 3
    part: int = (
        weights[KNIGHT_SAFE] * bit_count(knights & there)
        + weights[OUTPOST] * bit_count(knights & there & by_pawns)
        + weights[OUTPOST + 1] * bit_count(bishops & there & by_pawns)
        + weights[OUTPOST_AHEAD] * (1 if knight_attacks & there & by_pawns & ~us else 0)
    )
    return part


def bishop_and_pawns(square: int, pawns: u64, weights: Any) -> int:
    """A bishop's own pawns on its colour."""
    colour = LIGHT_SQUARES if LIGHT_SQUARES >> square & 1 else ~LIGHT_SQUARES
    part: int = weights[BISHOP_PAWNS] * bit_count(pawns & colour)
    return part


def covered_minors(state: State, side: int, weights: Any) -> int:
    """Knights and bishops with a pawn right before them."""
    us = state.black if side else state.white
    behind = state.pawns << 8 if side else state.pawns >> 8
    part: int = weights[MINOR_COVERED] * bit_count((state.knights | state.bishops) & us & behind)
    return part


def rook_file(square: int, king: int, free: int, pawns: u64, enemy_pawns: u64, weights: Any) -> int:
    """A rook on an open or half-open file; one that its king shuts in at the edge."""
    file = FILE_A << (square & 7)
    half_open = 0 if pawns & file else 1
    is_open = half_open if enemy_pawns & file == 0 else 0
    beyond = (square & 7) > (king & 7) if king & 4 else (square & 7) < (king & 7)
    shut_in = 1 if half_open == 0 and free <= FEW_SQUARES and beyond else 0
    part: int = (
        weights[ROOK_OPEN] * is_open + weights[ROOK_HALF_OPEN] * (half_open - is_open) + weights[ROOK_SHUT_IN] * shut_in
    )
    return part


def rooks_on_seventh(state: State, side: int, weights: Any) -> int:
    """Rooks on the seventh rank, where there are pawns to take or a king to shut in."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    seventh, last = (RANK_1 << 8, RANK_1) if side else (RANK_7, RANK_7 << 8)
    useful = state.pawns & them & seventh | state.kings & them & last
    part: int = weights[ROOK_SEVENTH] * (bit_count(state.rooks & us & seventh) if useful else 0)
    return part
