"""Features of pawns: their structure, and passed pawns.

Everything is relative to the side whose pawns they are: ranks are flipped so that it plays up the board.
"""

from typing import Any

from mossa import bit_count, lowest_bit

from .bitboards import DISTANCE, beside, fill_down, fill_up, pawn_attacks, relative_sides, relative_squares
from .board import BLACK, FILE_A, PAWN, WHITE, State, mover
from .piece_features import PieceFeatures, square_flip
from .weights import OFFSETS, PLACE

ISOLATED, DOUBLED, BACKWARD = OFFSETS["isolated"], OFFSETS["doubled"], OFFSETS["backward"]
UNOPPOSED, SUPPORTED, ABREAST = OFFSETS["unopposed"], OFFSETS["supported"], OFFSETS["abreast"]
CANDIDATE, PASSED, PASSED_FREE = OFFSETS["candidate"], OFFSETS["passed"], OFFSETS["passed_free"]
PASSED_OWN_KING, PASSED_ENEMY_KING = OFFSETS["passed_own_king"], OFFSETS["passed_enemy_king"]
PASSED_WAY, PASSED_HELPED = OFFSETS["passed_way"], OFFSETS["passed_helped"]
PASSED_STOPPED, PASSED_ROOK, PASSED_RACE = OFFSETS["passed_stopped"], OFFSETS["passed_rook"], OFFSETS["passed_race"]


def pawn_squares(state: State, side: int, weights: Any) -> int:
    """The value of pawns by square (mirrored so that the own king stands on the files e to h)."""
    us = state.black if side else state.white
    flip = square_flip(lowest_bit(state.kings & us), side)
    part: int = weights[PLACE] * 0
    rest = state.pawns & us
    while rest:
        part += weights[PLACE + 64 * (PAWN - 1) + (lowest_bit(rest) ^ flip)]
        rest &= rest - 1
    return part


def pawn_structure(state: State, side: int, weights: Any) -> int:
    """Isolated, doubled, backward and unopposed pawns; supported pawns and phalanxes; candidate passed pawns."""
    mine, theirs = relative_sides(state.pawns & state.white, state.pawns & state.black, side)
    attacks, enemy_attacks = pawn_attacks(mine, WHITE), pawn_attacks(theirs, BLACK)
    alone = mine & ~beside(fill_up(fill_down(mine)))
    # Stop squares that an enemy pawn attacks and no own pawn can protect.
    held = mine << 8 & enemy_attacks & ~fill_up(attacks)
    backward = held >> 8 & ~alone
    opposed = fill_down(theirs)
    part: int = (
        weights[ISOLATED] * bit_count(alone)
        + weights[DOUBLED] * bit_count(mine & fill_up(mine << 8))
        + weights[BACKWARD] * bit_count(backward)
        + weights[UNOPPOSED] * bit_count((alone | backward) & ~opposed)
    )
    rest = mine & attacks
    while rest:
        part += weights[SUPPORTED + (lowest_bit(rest) >> 3)]
        rest &= rest - 1
    rest = mine & beside(mine)
    while rest:
        part += weights[ABREAST + (lowest_bit(rest) >> 3)]
        rest &= rest - 1
    ahead = fill_down(theirs >> 8)
    rest = mine & ~opposed & beside(ahead) & ~fill_down(mine >> 8)
    while rest:
        # No enemy pawn ahead on its file: a candidate if it has at least as many helpers as there are guards.
        pawn = rest & ~(rest - 1)
        rest ^= pawn
        guards = bit_count(beside(fill_up(pawn << 8)) & theirs)
        helpers = bit_count(beside(fill_down(pawn)) & mine)
        part += weights[CANDIDATE + (lowest_bit(pawn) >> 3)] * (1 if helpers >= guards else 0)
    return part


def passed_pawns(state: State, side: int, ours: PieceFeatures, theirs: PieceFeatures, weights: Any) -> int:
    """Passed pawns: rank, free path, rooks behind, distance of the kings, and the race against a bare king."""
    pawns, enemy_pawns = relative_sides(state.pawns & state.white, state.pawns & state.black, side)
    ahead = fill_down(enemy_pawns >> 8)
    passed = pawns & ~(ahead | beside(ahead)) & ~fill_down(pawns >> 8)
    part: int = weights[PASSED] * 0
    if passed == 0:
        return part
    mine, others = relative_sides(state.white, state.black, side)
    kings, rooks = relative_squares(state.kings, side), relative_squares(state.rooks, side)
    own, other = lowest_bit(kings & mine), lowest_bit(kings & others)
    hit, helped = relative_squares(theirs.attacks, side), relative_squares(ours.attacks, side)
    alone = state.knights | state.bishops | state.rooks | state.queens == 0
    late = 0 if mover(state) == side else 1  # the enemy king moves first
    while passed:
        square = lowest_bit(passed)
        passed &= passed - 1
        rank, stop = square >> 3, square + 8
        way = FILE_A << stop
        behind = FILE_A << (square & 7) & ~way & rooks
        part += weights[PASSED + rank]
        part += weights[PASSED_FREE + rank] * (0 if (mine | others | hit) >> stop & 1 else 1)
        part += weights[PASSED_WAY + rank] * (0 if way & (mine | others | hit) else 1)
        part += weights[PASSED_HELPED + rank] * int(helped >> stop & 1)
        part += weights[PASSED_STOPPED + rank] * int(others >> stop & 1)
        part += weights[PASSED_ROOK] * (1 if behind & mine else 0)
        part += weights[PASSED_ROOK + 1] * (1 if behind & others else 0)
        part += weights[PASSED_OWN_KING + rank] * DISTANCE[64 * own + stop]
        part += weights[PASSED_ENEMY_KING + rank] * DISTANCE[64 * other + stop]
        if alone and way & (mine | others) == 0:
            # The rule of the square (a pawn on the second rank has a double step).
            steps = min(7 - rank, 5)
            part += weights[PASSED_RACE] * (1 if DISTANCE[64 * other + (square | 56)] - late > steps else 0)
    return part
