"""Which moves to try first, which are quiet, and where a turn may be passed: what the engine asks besides a score."""

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
"""A capture, before what it captures is counted."""
MIX_WHITE, MIX_BLACK = u64(0x9E3779B97F4A7C15), u64(0xC2B2AE3D27D4EB4F)
"""Odd numbers, by which bits that lie together are spread over a word."""


def order(state: State, move: int) -> int:
    """Captures and promotions come first, the greatest prize first and the least captor (the engine puts off those that
    lose material: `exchange_at_least`); then quiet moves (0); then promotions to less than a queen."""
    if quiet(state, move):
        return 0
    becomes = move >> PROMOTION & 7
    captured = PAWN if move >> KIND == EN_PASSANT_CAPTURE else piece_at(state, move >> TO & 63)
    if becomes != NOTHING and becomes != QUEEN:
        return -becomes
    standing: int = CAPTURE_BONUS + 8 * PIECE_VALUES[captured] + 8 * PIECE_VALUES[becomes] - 16 * (move >> PIECE & 7)
    return standing


def quiet(state: State, move: int) -> bool:
    """Neither a capture nor a promotion."""
    if move >> KIND == CASTLING:
        return True
    return not (move >> PROMOTION & 7 or move >> KIND == EN_PASSANT_CAPTURE or enemy(state) >> (move >> TO & 63) & 1)


def history_index(state: State, move: int) -> int:
    """A piece and where it goes."""
    return move >> TO & 511


def correction_keys(state: State) -> tuple[u64, u64, u64]:
    """The pawns, and where the pieces of either side stand: what the evaluation misses has much to do with each."""
    pawns = (state.pawns & state.white) * MIX_WHITE ^ (state.pawns & state.black) * MIX_BLACK
    white, black = state.white & ~state.pawns, state.black & ~state.pawns
    return mix_bits(pawns), mix_bits(white * MIX_WHITE), mix_bits(black * MIX_WHITE)


def mix_bits(mixed: u64) -> u64:
    """Give every bit of a product a part in the lowest ones, which know nothing of high ranks."""
    return (mixed ^ mixed >> 32) * MIX_WHITE >> 40


def threatens(state: State, move: int) -> bool:
    """Is it a check, by the piece that moves or by one behind it? (Of castling it is not asked.)"""
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
    """No mate without a check. (Castling, promotions and captures en passant perhaps give one.)"""
    special = move >> PROMOTION & 7 or move >> KIND == EN_PASSANT_CAPTURE or move >> KIND == CASTLING
    return bool(special) or threatens(state, move)


def discovers_check(state: State, move: int, king: int) -> bool:
    """Does a piece that leaves its line to the enemy king uncover an attack on him?"""
    left = (state.white | state.black) & ~(u64(1) << (move & 63)) | u64(1) << (move >> TO & 63)
    straight = rook_attacks(king, left) & (state.rooks | state.queens)
    diagonal = bishop_attacks(king, left) & (state.bishops | state.queens)
    return (straight | diagonal) & own(state) & left & ~(u64(1) << (move >> TO & 63)) != 0


def noisy(state: State) -> bool:
    """A king in check."""
    return in_check(state)


def may_pass(state: State) -> bool:
    """With nothing but pawns, having to move may be a burden."""
    return own(state) & ~(state.pawns | state.kings) != 0


def pass_turn(state: State) -> State:
    """The other side to move; no position before this one counts as a repetition any more."""
    info = make_info(1 - mover(state), 0, 0, plies_played(state) + 1)
    return with_info(state, info, state.key ^ TURN_KEY ^ EN_PASSANT_KEY[en_passant(state)])
