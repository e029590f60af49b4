"""Threats: attacked and badly protected pieces."""

from typing import Any

from mossa import bit_count, u64

from .bitboards import pawn_attacks, relative_squares
from .board import State
from .piece_features import PieceFeatures
from .weights import OFFSETS

THREAT_BY_PAWN, THREAT_BY_PUSH = OFFSETS["threat_by_pawn"], OFFSETS["threat_by_push"]
THREAT_BY_MINOR, THREAT_BY_ROOK = OFFSETS["threat_by_minor"], OFFSETS["threat_by_rook"]
THREAT_BY_KING, HANGING = OFFSETS["threat_by_king"], OFFSETS["hanging"]
RESTRICTED = OFFSETS["restricted"]

THIRD_RANK = u64(0x0000000000FF0000)


def threats(state: State, side: int, ours: PieceFeatures, theirs: PieceFeatures, weights: Any) -> int:
    """Enemy pieces that are attacked by less valuable ones or badly protected; restricted squares; pawn pushes."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    pieces = them & ~(state.pawns | state.kings)
    held = theirs.pawn_attacks | theirs.double_attacks & ~ours.double_attacks  # strongly protected
    weak = them & ~state.kings & ~held & ours.attacks
    safe = ~theirs.attacks | ours.attacks
    by_minor = (pieces | weak) & (ours.knight_attacks | ours.bishop_attacks)
    by_rook = weak & ours.rook_attacks
    part: int = (
        weights[THREAT_BY_PAWN] * bit_count(pieces & pawn_attacks(state.pawns & us & safe, side))
        + weights[THREAT_BY_MINOR] * bit_count(by_minor & state.pawns)
        + weights[THREAT_BY_MINOR + 1] * bit_count(by_minor & state.knights)
        + weights[THREAT_BY_MINOR + 2] * bit_count(by_minor & state.bishops)
        + weights[THREAT_BY_MINOR + 3] * bit_count(by_minor & state.rooks)
        + weights[THREAT_BY_MINOR + 4] * bit_count(by_minor & state.queens)
        + weights[THREAT_BY_ROOK] * bit_count(by_rook & state.pawns)
        + weights[THREAT_BY_ROOK + 1] * bit_count(by_rook & state.knights)
        + weights[THREAT_BY_ROOK + 2] * bit_count(by_rook & state.bishops)
        + weights[THREAT_BY_ROOK + 3] * bit_count(by_rook & state.rooks)
        + weights[THREAT_BY_ROOK + 4] * bit_count(by_rook & state.queens)
        + weights[THREAT_BY_KING] * bit_count(weak & ours.king_attacks)
        + weights[HANGING] * bit_count(weak & (~theirs.attacks | pieces & ours.double_attacks))
        + weights[RESTRICTED] * bit_count(theirs.attacks & ~held & ours.attacks)
    )
    # Safe pawn pushes that would attack a piece.
    empty = relative_squares(~(us | them), side)
    step = relative_squares(state.pawns & us, side) << 8 & empty
    step |= (step & THIRD_RANK) << 8 & empty
    step = relative_squares(step, side) & safe & ~theirs.pawn_attacks
    part += weights[THREAT_BY_PUSH] * bit_count(pieces & pawn_attacks(step, side))
    return part
