"""Named features of chess, as the course counts them: material, mobility, pawns and the king.

The sum is linear in the weights, not in what is counted: a pair is worth what it is worth beside its two pieces, and a
knight of the ending what it is worth beside a knight of the middle game.

The evaluation itself knows far more (`mossa explain chess`). This sum is here to be understood, changed and learnt.
"""

from mossa import bit_count, lowest_bit, u64

from .attack_tables import KING_ATTACKS, KNIGHT_ATTACKS
from .bitboards import beside, fill_down, fill_up, pawn_attacks, relative_sides
from .board import WHITE, State, bishop_attacks, enemy, mover, own, rook_attacks
from .evaluation import FULL_PHASE, phase

__all__ = ["FEATURES", "FEATURE_WEIGHTS"]

CENTRE = u64(0x0000001818000000)


def balance(state: State, pieces: u64) -> int:
    """How many of these pieces are the mover's, less those of the opponent."""
    return bit_count(pieces & own(state)) - bit_count(pieces & enemy(state))


def pawns(state: State) -> int:
    """pawns"""
    return balance(state, state.pawns)


def knights(state: State) -> int:
    """knights"""
    return balance(state, state.knights)


def bishops(state: State) -> int:
    """bishops"""
    return balance(state, state.bishops)


def rooks(state: State) -> int:
    """rooks"""
    return balance(state, state.rooks)


def queens(state: State) -> int:
    """queens"""
    return balance(state, state.queens)


def bishop_pair(state: State) -> int:
    """two bishops"""
    mine, theirs = bit_count(state.bishops & own(state)), bit_count(state.bishops & enemy(state))
    return (1 if mine >= 2 else 0) - (1 if theirs >= 2 else 0)


def knight_pair(state: State) -> int:
    """two knights"""
    mine, theirs = bit_count(state.knights & own(state)), bit_count(state.knights & enemy(state))
    return (1 if mine >= 2 else 0) - (1 if theirs >= 2 else 0)


def knights_ending(state: State) -> float:
    """knights, the more the fewer pieces are left: none on a full board, each whole where it stands alone"""
    return float(knights(state)) * float(FULL_PHASE - phase(state)) / float(FULL_PHASE)


def reach(state: State, side: u64) -> int:
    """How many squares the pieces of a side, pawns and king apart, could go to."""
    found, occupied = 0, state.white | state.black
    rest = side & ~(state.pawns | state.kings)
    while rest:
        square = lowest_bit(rest)
        rest &= rest - 1
        attacks = u64(0)
        if state.knights >> square & 1:
            attacks = KNIGHT_ATTACKS[square]
        if (state.bishops | state.queens) >> square & 1:
            attacks |= bishop_attacks(square, occupied)
        if (state.rooks | state.queens) >> square & 1:
            attacks |= rook_attacks(square, occupied)
        found += bit_count(attacks & ~side)
    return found


def mobility(state: State) -> int:
    """squares that pieces can go to"""
    return reach(state, own(state)) - reach(state, enemy(state))


def centre(state: State) -> int:
    """pawns and pieces on the four squares of the centre"""
    return balance(state, CENTRE)


def passed_of(mine: u64, theirs: u64) -> int:
    """How many pawns of a side that plays up the board no pawn of the other can stop."""
    guarded = fill_down(theirs >> 8)
    return bit_count(mine & ~guarded & ~beside(guarded) & ~fill_down(mine >> 8))


def sides(state: State) -> tuple[u64, u64]:
    """The mover's pawns and the opponent's, ranks flipped so that the mover plays up the board."""
    return relative_sides(state.pawns & state.white, state.pawns & state.black, mover(state))


def other_sides(state: State) -> tuple[u64, u64]:
    """The opponent's pawns and the mover's, ranks flipped so that the opponent plays up the board."""
    return relative_sides(state.pawns & state.white, state.pawns & state.black, 1 - mover(state))


def passed(state: State) -> int:
    """passed pawns"""
    mine, theirs = sides(state)
    others, ours = other_sides(state)
    return passed_of(mine, theirs) - passed_of(others, ours)


def doubled(state: State) -> int:
    """doubled pawns"""
    mine, theirs = sides(state)
    return bit_count(mine & fill_up(mine << 8)) - bit_count(theirs & fill_up(theirs << 8))


def isolated(state: State) -> int:
    """pawns without a neighbour"""
    mine, theirs = sides(state)
    alone, others = beside(fill_up(fill_down(mine))), beside(fill_up(fill_down(theirs)))
    return bit_count(mine & ~alone) - bit_count(theirs & ~others)


def protected(state: State) -> int:
    """pawns that a pawn protects"""
    mine, theirs = sides(state)
    return bit_count(mine & pawn_attacks(mine, WHITE)) - bit_count(theirs & pawn_attacks(theirs, 1 - WHITE))


def shelter_of(state: State, side: u64) -> int:
    """How many own pawns stand beside a king."""
    around: u64 = KING_ATTACKS[lowest_bit(state.kings & side)]
    return bit_count(around & state.pawns & side)


def shelter(state: State) -> int:
    """own pawns beside the king"""
    return shelter_of(state, own(state)) - shelter_of(state, enemy(state))


FEATURES = {
    "pawns": pawns,
    "knights": knights,
    "bishops": bishops,
    "rooks": rooks,
    "queens": queens,
    "bishop_pair": bishop_pair,
    "knight_pair": knight_pair,
    "knights_ending": knights_ending,
    "mobility": mobility,
    "centre": centre,
    "passed": passed,
    "doubled": doubled,
    "isolated": isolated,
    "protected": protected,
    "shelter": shelter,
}
FEATURE_WEIGHTS = {
    "pawns": 100,
    "knights": 350,
    "bishops": 350,
    "rooks": 525,
    "queens": 1000,
    "bishop_pair": 40,
    "knight_pair": 0,
    "knights_ending": 0,
    "mobility": 4,
    "centre": 15,
    "passed": 30,
    "doubled": -12,
    "isolated": -12,
    "protected": 6,
    "shelter": 10,
}
