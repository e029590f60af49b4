"""Move ordering, quiet moves, checks, null moves, and keys of the history tables: knowledge besides the evaluation."""

from mossa import lowest_bit, u64

from .attack_tables import BETWEEN, EN_PASSANT_KEY, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, TURN_KEY
from .board import (
    BISHOP,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    State,
    bishop_attacks,
    en_passant,
    enemy,
    in_check,
    make_info,
    mover,
    own,
    piece_at,
    plies_played,
    rook_attacks,
    with_info,
)
from .move_generation import CASTLING, EN_PASSANT_CAPTURE, KIND, PIECE, PROMOTION, TO
from .static_exchange import PIECE_VALUES

CAPTURE_BONUS = 2000
"""The base score of a capture."""
MIX_WHITE, MIX_BLACK = u64(0x9E3779B97F4A7C15), u64(0xC2B2AE3D27D4EB4F)
"""Odd multipliers that spread neighbouring bits over a word (multiplicative hashing)."""


def order(state: State, move: int) -> int:
    """Captures and queen promotions first: the most valuable victim, then the least valuable attacker (MVV-LVA; the
    engine postpones those that lose material, see `exchange_at_least`). Then quiet moves (0), then underpromotions."""
    if quiet(state, move):
        return 0
    promotion = move >> PROMOTION & 7
    captured = PAWN if move >> KIND == EN_PASSANT_CAPTURE else piece_at(state, move >> TO & 63)
    if promotion != NOTHING and promotion != QUEEN:
        return -promotion
    standing: int = CAPTURE_BONUS + 8 * PIECE_VALUES[captured] + 8 * PIECE_VALUES[promotion] - 16 * (move >> PIECE & 7)
    return standing


def quiet(state: State, move: int) -> bool:
    """Neither a capture nor a promotion."""
    if move >> KIND == CASTLING:
        return True
    return not (move >> PROMOTION & 7 or move >> KIND == EN_PASSANT_CAPTURE or enemy(state) >> (move >> TO & 63) & 1)


def history_index(state: State, move: int) -> int:
    """Index of the history heuristic: the piece and its target square."""
    return move >> TO & 511


def correction_keys(state: State) -> tuple[u64, u64, u64]:
    """Keys of the correction history: the pawns, White's pieces, Black's pieces."""
    pawns = (state.pawns & state.white) * MIX_WHITE ^ (state.pawns & state.black) * MIX_BLACK
    white, black = state.white & ~state.pawns, state.black & ~state.pawns
    return mix_bits(pawns), mix_bits(white * MIX_WHITE), mix_bits(black * MIX_WHITE)


def mix_bits(mixed: u64) -> u64:
    """Mix the high bits of a product into the low ones, which do not depend on the high bits of the factors."""
    return (mixed ^ mixed >> 32) * MIX_WHITE >> 40


def threatens(state: State, move: int) -> bool:
    """Does the move give check, directly or discovered? (Not asked of castling.)"""
    king, to, piece = lowest_bit(state.kings & enemy(state)), move >> TO & 63, move >> PIECE & 7
    row, occupied = 64 * king, state.white | state.black
    if LINE[row + (move & 63)] and BETWEEN[row + (move & 63)] & occupied == 0 and discovers_check(state, move, king):
        return True
    if piece == PAWN:
        return bool(PAWN_ATTACKS[64 * mover(state) + to] >> king & 1)
    if piece == KNIGHT:
        return bool(KNIGHT_ATTACKS[to] >> king & 1)
    line = LINE[row + to]
    if line == 0 or not BISHOP <= piece <= QUEEN:
        return False
    straight = (to ^ king) & 7 == 0 or (to ^ king) < 8
    if piece == (BISHOP if straight else ROOK):
        return False
    between: u64 = BETWEEN[row + to]
    return between & (occupied ^ u64(1) << (move & 63)) == 0


def can_win(state: State, move: int) -> bool:
    """Could the move be mate? Only a check can. (Castling, promotions and en passant captures count as possible.)"""
    special = move >> PROMOTION & 7 or move >> KIND == EN_PASSANT_CAPTURE or move >> KIND == CASTLING
    return bool(special) or threatens(state, move)


def discovers_check(state: State, move: int, king: int) -> bool:
    """Does the move discover an attack on the enemy king?"""
    left = (state.white | state.black) & ~(u64(1) << (move & 63)) | u64(1) << (move >> TO & 63)
    straight = rook_attacks(king, left) & (state.rooks | state.queens)
    diagonal = bishop_attacks(king, left) & (state.bishops | state.queens)
    return (straight | diagonal) & own(state) & left & ~(u64(1) << (move >> TO & 63)) != 0


def noisy(state: State) -> bool:
    """Is the mover in check?"""
    return in_check(state)


def may_pass(state: State) -> bool:
    """May a null move be tried? Not with pawns only, where zugzwang is common."""
    return own(state) & ~(state.pawns | state.kings) != 0


def pass_turn(state: State) -> State:
    """A null move: the other side to move. Earlier positions no longer count for repetitions."""
    info = make_info(1 - mover(state), 0, 0, plies_played(state) + 1)
    return with_info(state, info, state.key ^ TURN_KEY ^ EN_PASSANT_KEY[en_passant(state)])
