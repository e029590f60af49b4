"""Endgame knowledge: scale factors for endings that are often drawn, and the mop-up against a bare king."""

from mossa import bit_count, lowest_bit, u64

from .bitboards import DISTANCE
from .board import LIGHT_SQUARES, State, mover

FULL_SCALE = 64
FEW_PAWNS = (64, 44, 52, 60)
"""Scale factors when the side ahead has 0 to 3 pawns (with 0, the pieces decide: see `scale`)."""
QUEEN_ENDING, OPPOSITE_BISHOPS, ROOK_AGAINST_PAWNS = 40, 32, 20


def scale(state: State, mine: bool) -> int:
    """The part of an advantage that counts, of FULL_SCALE; less where endings with this material are often drawn.

    `mine`: the mover is ahead.
    """
    side = mover(state) if mine else 1 - mover(state)
    us, them = (state.black, state.white) if side else (state.white, state.black)
    pawns = bit_count(state.pawns & us)
    if pawns == 0:
        # Without pawns, an extra minor piece rarely wins; an extra rook does.
        lead = piece_material(state, us) - piece_material(state, them)
        if lead <= 3:
            return 8 if lead < 3 or state.pawns & them else 12
        if lead < 5 or (state.rooks | state.queens | state.bishops) & us == 0:
            return 24 if (state.rooks | state.queens | state.bishops) & us else 0
        return ROOK_AGAINST_PAWNS if lead == 5 and state.pawns & them else FULL_SCALE
    part: int = FEW_PAWNS[pawns] if pawns < 4 else FULL_SCALE
    if state.queens | state.rooks | state.knights == 0:
        bishops, others = state.bishops & us, state.bishops & them
        single = bishops & (bishops - 1) == 0 and others & (others - 1) == 0
        if bishops and others and single:
            if (bishops & LIGHT_SQUARES == 0) != (others & LIGHT_SQUARES == 0):
                return OPPOSITE_BISHOPS
    if state.queens and state.rooks | state.bishops | state.knights == 0:
        return part * QUEEN_ENDING // FULL_SCALE
    return part


def piece_material(state: State, us: u64) -> int:
    """Material without pawns, in pawns: knight and bishop 3, rook 5, queen 9."""
    return (
        3 * bit_count((state.knights | state.bishops) & us)
        + 5 * bit_count(state.rooks & us)
        + 9 * bit_count(state.queens & us)
    )


def mop_up(state: State) -> int:
    """A bonus, from the mover's side, for driving a bare king to the edge with the own king near; 0 elsewhere."""
    side = mover(state)
    us, them = (state.black, state.white) if side else (state.white, state.black)
    if them & (them - 1) == 0:
        return mop_up_score(state, us, them)
    if us & (us - 1) == 0:
        return -mop_up_score(state, them, us)
    return 0


def mop_up_score(state: State, us: u64, them: u64) -> int:
    """The bonus of the side `us` against a bare king; 0 if its material cannot mate."""
    if state.pawns or piece_material(state, us) < 5 or (state.rooks | state.queens | state.bishops) == 0:
        return 0
    king, bare = lowest_bit(state.kings & us), lowest_bit(them)
    file, rank = bare & 7, bare >> 3
    edge = max(3 - file, file - 4) + max(3 - rank, rank - 4)
    if (state.rooks | state.queens) == 0 and state.knights and state.bishops:
        # Bishop and knight mate only in a corner of the bishop's colour: h1 and a8 are light.
        light = (state.bishops & LIGHT_SQUARES) != 0
        one, other = (7, 56) if light else (0, 63)
        corner = min(manhattan_distance(bare, one), manhattan_distance(bare, other))
        edge = 14 - corner
    apart: int = DISTANCE[64 * king + bare]
    return 200 + 20 * edge + 16 * (7 - apart)


def manhattan_distance(one: int, other: int) -> int:
    """Files apart plus ranks apart."""
    files, ranks = (one & 7) - (other & 7), (one >> 3) - (other >> 3)
    return (files if files > 0 else -files) + (ranks if ranks > 0 else -ranks)
