"""A position as 64-bit words, and attacks.

Boards are sets of squares (see `attack_tables.py`). The rest is packed into `info`:

     30          15 14        7 6          1   0
    +--------------+-----------+------------+------+
    | plies played | quiet     | en passant | turn |
    +--------------+-----------+------------+------+

quiet: plies since the last capture or move of a pawn; en passant: the square behind a pawn that has just made two
steps and can legally be captured so, else 0.
"""

from typing import NamedTuple

from mossa import lowest_bit, parallel_extract, u64

from .attack_tables import KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SLIDER_ATTACKS, SLIDERS

WHITE, BLACK = 0, 1
NOTHING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)

EMPTY_SET = u64(0)
FILE_A, FILE_H = u64(0x0101010101010101), u64(0x8080808080808080)
RANK_1, RANK_8 = u64(0xFF), u64(0xFF << 56)
LIGHT_SQUARES = u64(0x55AA55AA55AA55AA)

EN_PASSANT, QUIET, PLIES = 1, 7, 15  # places in `info`


class State(NamedTuple):
    pawns: u64
    knights: u64
    bishops: u64
    rooks: u64
    queens: u64
    kings: u64
    white: u64
    black: u64
    castles: u64  # rooks that may still castle
    info: int
    key: u64  # see `attack_tables.PIECE_KEY`


def with_info(state: State, info: int, key: u64) -> State:
    """The state with this `info` and this key."""
    return State(
        state.pawns,
        state.knights,
        state.bishops,
        state.rooks,
        state.queens,
        state.kings,
        state.white,
        state.black,
        state.castles,
        info,
        key,
    )


def make_info(turn: int, en_passant: int, quiet: int, plies: int) -> int:
    return turn | en_passant << EN_PASSANT | quiet << QUIET | plies << PLIES


def mover(state: State) -> int:
    return state.info & 1


def en_passant(state: State) -> int:
    return state.info >> EN_PASSANT & 63


def quiet_plies(state: State) -> int:
    return state.info >> QUIET & 255


def plies_played(state: State) -> int:
    return state.info >> PLIES


def own(state: State) -> u64:
    """The pieces of the mover."""
    return state.black if state.info & 1 else state.white


def enemy(state: State) -> u64:
    """The pieces of the opponent."""
    return state.white if state.info & 1 else state.black


def piece_at(state: State, square: int) -> int:
    """The kind of piece on a square, of either side; NOTHING if it is empty."""
    return int(
        (state.pawns >> square & 1) * PAWN
        + (state.knights >> square & 1) * KNIGHT
        + (state.bishops >> square & 1) * BISHOP
        + (state.rooks >> square & 1) * ROOK
        + (state.queens >> square & 1) * QUEEN
        + (state.kings >> square & 1) * KING
    )


# ------------------------------------------------------------------------------------------------------ attacks


def rook_attacks(square: int, occupied: u64) -> u64:
    """The squares a rook attacks, the first occupied one of each line included."""
    at = 4 * square
    reached: u64 = SLIDER_ATTACKS[SLIDERS[at + 1] + parallel_extract(occupied, SLIDERS[at])]
    return reached


def bishop_attacks(square: int, occupied: u64) -> u64:
    """The squares a bishop attacks, the first occupied one of each line included."""
    at = 4 * square + 2
    reached: u64 = SLIDER_ATTACKS[SLIDERS[at + 1] + parallel_extract(occupied, SLIDERS[at])]
    return reached


def attackers(state: State, square: int, occupied: u64, side: int) -> u64:
    """The pieces of the opponent of `side` that attack a square. Sliders see through squares that are not in
    `occupied`."""
    found: u64 = (
        KNIGHT_ATTACKS[square] & state.knights
        | KING_ATTACKS[square] & state.kings
        | PAWN_ATTACKS[64 * side + square] & state.pawns
        | rook_attacks(square, occupied) & (state.rooks | state.queens)
        | bishop_attacks(square, occupied) & (state.bishops | state.queens)
    )
    return found & (state.white if side else state.black)


def king_square(state: State) -> int:
    """Where the mover's king stands."""
    return lowest_bit(state.kings & own(state))


def in_check(state: State) -> bool:
    return attackers(state, king_square(state), state.white | state.black, mover(state)) != 0


def insufficient_material(state: State) -> bool:
    """Can neither side give mate: bare kings, one knight, or bishops on squares of one colour only?"""
    if state.pawns | state.rooks | state.queens:
        return False
    if state.knights:
        return state.bishops == 0 and state.knights & (state.knights - 1) == 0
    return state.bishops & LIGHT_SQUARES == 0 or state.bishops & ~LIGHT_SQUARES == 0
