"""Static exchange evaluation (SEE): what a move wins after all captures on its square, least valuable piece first."""

from mossa import u64
from mossa.kernel.constant_table import ConstantTable

from .attack_tables import KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS
from .board import (
    BISHOP,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    State,
    bishop_attacks,
    mover,
    piece_at,
    rook_attacks,
)
from .move_generation import CASTLING, EN_PASSANT_CAPTURE, KIND, PIECE, PROMOTION, TO

PIECE_VALUES = ConstantTable([0, 100, 325, 325, 500, 950, 10000])
"""Values of the pieces, by number, for exchanges and for move ordering: rounder than in the evaluation."""


def exchange_at_least(state: State, move: int, least: int) -> bool:
    """Does a move win at least `least` of material? A promotion is assumed to; castling wins nothing.

    The two sides capture on the square in turn and may stop at any time. `swing` is what the side to capture wins if
    there is no recapture; `good` says whether the mover reaches `least` if the exchange stops now.
    """
    at, to, piece, kind = move & 63, move >> TO & 63, move >> PIECE & 7, move >> KIND
    if kind == CASTLING or move >> PROMOTION & 7:
        return kind != CASTLING or least <= 0
    swing: int = PIECE_VALUES[PAWN if kind == EN_PASSANT_CAPTURE else piece_at(state, to)] - least
    if swing < 0:
        return False  # even the captured piece is not enough
    swing = PIECE_VALUES[piece] - swing
    if swing <= 0:
        return True  # enough even if the piece is lost
    straight, diagonal = state.rooks | state.queens, state.bishops | state.queens
    occupied = (state.white | state.black) & ~(u64(1) << at)
    both = (
        KNIGHT_ATTACKS[to] & state.knights
        | KING_ATTACKS[to] & state.kings
        | PAWN_ATTACKS[to] & state.pawns & state.black
        | PAWN_ATTACKS[64 + to] & state.pawns & state.white
        | rook_attacks(to, occupied) & straight
        | bishop_attacks(to, occupied) & diagonal
    )
    side, good = mover(state), True
    while True:
        side = 1 - side
        both &= occupied
        ready = both & (state.black if side else state.white)
        if ready == 0:
            break
        good = not good
        # The least valuable piece captures; sliders behind it join (x-rays).
        if ready & state.pawns:
            piece, capturer = PAWN, ready & state.pawns
        elif ready & state.knights:
            piece, capturer = KNIGHT, ready & state.knights
        elif ready & state.bishops:
            piece, capturer = BISHOP, ready & state.bishops
        elif ready & state.rooks:
            piece, capturer = ROOK, ready & state.rooks
        elif ready & state.queens:
            piece, capturer = QUEEN, ready & state.queens
        else:
            if both & ~ready:
                good = not good  # the king may not capture what is protected
            break
        swing = PIECE_VALUES[piece] - swing
        if swing < (1 if good else 0):
            break  # the capture loses more than it can win back
        occupied ^= capturer & -capturer
        if piece not in (KNIGHT, ROOK):
            both |= bishop_attacks(to, occupied) & diagonal
        if piece >= ROOK:
            both |= rook_attacks(to, occupied) & straight
    return good
