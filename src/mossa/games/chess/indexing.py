"""The index of endgame tables: positions with few pieces, numbered.

Every position is seen from the player to move: if that is Black, ranks and colours are exchanged first. The numbers of
a block (`endgame_slices.py`) are written in a mixed base:

    without pawns   a pair of kings (462), then a square (64) for each other piece
    with pawns      the leading pawn (24 or 28), the other pawns (48 each), both kings (64 each), the other pieces (64)

Positions that are images of each other under the symmetries of the board share a number. Without pawns the mover's
king is brought into the triangle a1-d1-d4; if it stands on the long diagonal, the other king goes below it; if both do,
the lesser number counts. With pawns the board can only be mirrored: the leading pawn is brought to the files a to d. It
is the opponent's if he has any, the lowest of its kind. Equal pieces are written from the lowest square up.

A pawn that may be captured en passant is written as if it stood on the first rank, where no pawn can stand; it is the
leading pawn.

Not every number is a position: pieces may stand on one square, or the opponent's king in check. Such a number is a
*hole*: `state_at` returns a state whose `index` is another number.

Positions with castling rights have no number.
"""

from collections.abc import Iterator

from mossa import bit_count, byte_swap, lowest_bit, u64
from mossa.kernel.constant_table import last_at_most

from .attack_tables import KING_ATTACKS, KNIGHT_ATTACKS
from .board import (
    BLACK,
    WHITE,
    State,
    attackers,
    bishop_attacks,
    en_passant,
    make_info,
    mover,
    rook_attacks,
)
from .endgame_slices import (
    ALL_EMPTY,
    BLOCKS,
    FIRST,
    KINDS,
    MOST,
    MY_PAWN,
    MY_PIECES,
    NO_INDEX,
    PAIR,
    PAIR_KINGS,
    PLAIN_LEADS,
    STARTS,
    THEIR_PAWN,
    THEIR_PIECES,
    below,
    slices,
)
from .rules import offer_en_passant

__all__ = ["below", "block_and_rest", "index", "retract", "slices", "state_at"]

BITS = 10
"""Bits of a piece in `gathered`: kind · 64 + square."""
PIECE = (1 << BITS) - 1
INVALID = 1 << 62

MIRROR, FLIP, TURN = 1, 2, 4
"""Ways to turn a board, added up: files exchanged, ranks exchanged, then files with ranks."""


def turned_square(square: int, how: int) -> int:
    square ^= 7 * (how & MIRROR) ^ 28 * (how & FLIP)
    return square >> 3 | (square & 7) << 3 if how & TURN else square


# ------------------------------------------------------------------------------------------------ from state to number


def added(so_far: int, pieces: u64, kind: int) -> int:
    """The pieces gathered so far and these behind them."""
    while pieces:
        so_far = so_far << BITS | kind << 6 | lowest_bit(pieces)
        pieces &= pieces - 1
    return so_far


def gathered(state: State) -> int:
    """All pieces except the kings, from the mover's side, by kind and square: the first in the highest bits."""
    side = mover(state)
    mine, theirs = (state.black, state.white) if side else (state.white, state.black)
    found = added(0, oriented(state.pawns & theirs, side), THEIR_PAWN)
    found = added(found, oriented(state.pawns & mine, side), MY_PAWN)
    found = added(found, oriented(state.queens & mine, side), MY_PIECES)
    found = added(found, oriented(state.rooks & mine, side), MY_PIECES + 1)
    found = added(found, oriented(state.bishops & mine, side), MY_PIECES + 2)
    found = added(found, oriented(state.knights & mine, side), MY_PIECES + 3)
    found = added(found, oriented(state.queens & theirs, side), THEIR_PIECES)
    found = added(found, oriented(state.rooks & theirs, side), THEIR_PIECES + 1)
    found = added(found, oriented(state.bishops & theirs, side), THEIR_PIECES + 2)
    return added(found, oriented(state.knights & theirs, side), THEIR_PIECES + 3)


def oriented(pieces: u64, side: int) -> u64:
    """The pieces as the mover sees them."""
    return byte_swap(pieces) if side else pieces


def block_and_rest(state: State) -> tuple[int, int]:
    """The kinds of the pieces (an index of FIRST), and the number inside that block; (0, −1) if there is none."""
    side = mover(state)
    count = bit_count(state.white | state.black)
    if count > MOST or state.castles:
        return 0, NO_INDEX
    mine, theirs = (state.black, state.white) if side else (state.white, state.black)
    king, other = lowest_bit(oriented(state.kings & mine, side)), lowest_bit(oriented(state.kings & theirs, side))
    pieces = gathered(state)
    extra = count - 2
    kinds, rest = ALL_EMPTY, pieces
    for _ in range(extra):
        kinds = (kinds * (KINDS + 1) + (rest >> 6 & 15)) % (ALL_EMPTY + 1)
        rest >>= BITS
    if FIRST[kinds] < 0:
        return 0, NO_INDEX
    if state.pawns:
        passing = en_passant(state)
        if passing:
            # The pawn stands below the en passant square, from the captor's side: it moves down to the first rank.
            pawn = (passing ^ 8) ^ 56 if side else passing ^ 8
            pieces = with_leading_pawn(pieces, extra, pawn)
        one = with_pawns(pieces, extra, king, other, 0)
        two = with_pawns(pieces, extra, king, other, MIRROR)
        return kinds, min(one, two)
    how = MIRROR * (king >> 2 & 1) | FLIP * (king >> 5 & 1)
    at, beside = turned_square(king, how), turned_square(other, how)
    above = (at >> 3) - (at & 7)
    if above == 0:
        above = (beside >> 3) - (beside & 7)
    if above > 0:
        how |= TURN
    number = without_pawns(pieces, extra, king, other, how)
    if above == 0:
        number = min(number, without_pawns(pieces, extra, king, other, how | TURN))
    return kinds, number


def with_leading_pawn(pieces: int, extra: int, pawn: int) -> int:
    """The pieces with this pawn of the opponent moved down to the first rank."""
    changed = 0
    for place in range(extra):
        piece = pieces >> BITS * (extra - 1 - place) & PIECE
        changed = changed << BITS | (piece & 7 if piece == pawn else piece)
    return changed


def arranged(pieces: int, extra: int, how: int) -> tuple[int, int, int]:
    """The pieces turned and put in order; places behind the last hold 0."""
    a, b, c = 0, 0, 0
    if extra > 0:
        a = pieces >> BITS * (extra - 1) & PIECE
        a = a & ~63 | turned_square(a & 63, how)
    if extra > 1:
        b = pieces >> BITS * (extra - 2) & PIECE
        b = b & ~63 | turned_square(b & 63, how)
        a, b = min(a, b), max(a, b)
    if extra > 2:
        c = pieces & PIECE
        c = c & ~63 | turned_square(c & 63, how)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
    return a, b, c


def without_pawns(pieces: int, extra: int, king: int, other: int, how: int) -> int:
    a, b, c = arranged(pieces, extra, how)
    number: int = PAIR[64 * turned_square(king, how) + turned_square(other, how)]
    if number < 0:
        return INVALID
    if extra > 0:
        number = number << 6 | a & 63
    if extra > 1:
        number = number << 6 | b & 63
    if extra > 2:
        number = number << 6 | c & 63
    return number


def with_pawns(pieces: int, extra: int, king: int, other: int, how: int) -> int:
    """The number, or INVALID if the leading pawn stands on the wrong wing."""
    a, b, c = arranged(pieces, extra, how)
    if a & 4:
        return INVALID
    lead = a & 63
    number = PLAIN_LEADS + lead if lead < 8 else 4 * ((lead >> 3) - 1) + (lead & 3)
    if extra > 1 and b >> 6 < MY_PIECES:
        number = number * 48 + (b & 63) - 8
    if extra > 2 and c >> 6 < MY_PIECES:
        number = number * 48 + (c & 63) - 8
    number = number << 12 | turned_square(king, how) << 6 | turned_square(other, how)
    if extra > 1 and b >> 6 >= MY_PIECES:
        number = number << 6 | b & 63
    if extra > 2 and c >> 6 >= MY_PIECES:
        number = number << 6 | c & 63
    return number


def index(state: State) -> int:
    """The number of a position; −1 for one that has none."""
    kinds, rest = block_and_rest(state)
    return NO_INDEX if rest < 0 or rest == INVALID else FIRST[kinds] + rest


# ------------------------------------------------------------------------------------------------ from number to state


def nothing() -> State:
    """Bare kings, the state of a hole."""
    none = u64(0)
    return State(none, none, none, none, none, u64(1 << 4 | 1 << 60), u64(1 << 4), u64(1 << 60), none, 0, none)


def state_at(index: int) -> State:
    """The position that has this number, White to move."""
    block = last_at_most(STARTS, index)
    kinds, rest = BLOCKS[block], index - STARTS[block]
    base = KINDS + 1
    a, b, c = kinds % base, kinds // base % base, kinds // (base * base)
    # The digits, from the last to the first.
    at_a, at_b, at_c, king, other = 0, 0, 0, 0, 0
    if MY_PIECES <= c < KINDS:
        at_c, rest = rest & 63, rest >> 6
    if MY_PIECES <= b < KINDS:
        at_b, rest = rest & 63, rest >> 6
    if a >= MY_PIECES:
        at_a, rest = rest & 63, rest >> 6
        king, other = PAIR_KINGS[rest] >> 6, PAIR_KINGS[rest] & 63
    else:
        king, other, rest = rest >> 6 & 63, rest & 63, rest >> 12
        if c < MY_PIECES:
            at_c, rest = rest % 48 + 8, rest // 48
        if b < MY_PIECES:
            at_b, rest = rest % 48 + 8, rest // 48
        at_a = rest - PLAIN_LEADS if rest >= PLAIN_LEADS else 8 * (rest // 4 + 1) + rest % 4
    passing = a == THEIR_PAWN and at_a < 8
    if passing:
        at_a += 32
    state = put(put(put(bare(king, other), a, at_a), b, at_b), c, at_c)
    pieces = 2 + int(a < KINDS) + int(b < KINDS) + int(c < KINDS)
    occupied = state.white | state.black
    if bit_count(occupied) != pieces or attackers(state, other, occupied, BLACK) != 0:
        return nothing()
    if passing:
        if occupied & (u64(0x10100) << at_a):
            return nothing()  # the squares that the pawn crossed are not free
        state = offer_en_passant(state, at_a + 8)
        if en_passant(state) == 0:
            return nothing()
    return state


def bare(king: int, other: int) -> State:
    none = u64(0)
    white, black = u64(1) << king, u64(1) << other
    return State(none, none, none, none, none, white | black, white, black, none, make_info(WHITE, 0, 0, 0), none)


def put(state: State, kind: int, square: int) -> State:
    """The state with one more piece; without change for KINDS."""
    if kind == KINDS:
        return state
    there, none = u64(1) << square, u64(0)
    theirs = kind == THEIR_PAWN or kind >= THEIR_PIECES
    piece = -1 if kind < MY_PIECES else (kind - MY_PIECES) % 4
    return State(
        state.pawns | (there if piece < 0 else none),
        state.knights | (there if piece == 3 else none),
        state.bishops | (there if piece == 2 else none),
        state.rooks | (there if piece == 1 else none),
        state.queens | (there if piece == 0 else none),
        state.kings,
        state.white | (none if theirs else there),
        state.black | (there if theirs else none),
        state.castles,
        state.info,
        state.key,
    )


# -------------------------------------------------------------------------------------------------- moves taken back


def retract(state: State) -> Iterator[int]:
    """The numbers of the positions from which a move inside the slice leads here. White is to move: Black has moved."""
    occupied = state.white | state.black
    passing = en_passant(state)
    if passing:
        # The last move was that pawn's.
        yield from before(state, passing - 8, passing + 8)
    else:
        both = state.pawns & state.white != 0 and state.pawns & state.black != 0
        movers = state.black
        while movers:
            at = lowest_bit(movers)
            movers &= movers - 1
            origins = origins_of(state, at, occupied)
            while origins:
                origin = lowest_bit(origins)
                origins &= origins - 1
                two = state.pawns >> at & 1 != 0 and origin == at + 16
                # After two steps past a white pawn, a capture would have been offered.
                if not (two and both and en_passant(offer_en_passant(state, at + 8)) != 0):
                    yield from before(state, at, origin)


def origins_of(state: State, at: int, occupied: u64) -> u64:
    """The empty squares that a black piece can have come from without a capture or promotion."""
    here = u64(1) << at
    if state.pawns & here:
        found = u64(0)
        if at < 48 and not occupied >> (at + 8) & 1:
            found = here << 8
            if at >> 3 == 4 and not occupied >> (at + 16) & 1:
                found |= here << 16
        return found
    found = u64(0)
    if state.knights & here:
        found = KNIGHT_ATTACKS[at]
    elif state.kings & here:
        found = KING_ATTACKS[at]
    if (state.rooks | state.queens) & here:
        found |= rook_attacks(at, occupied)
    if (state.bishops | state.queens) & here:
        found |= bishop_attacks(at, occupied)
    return found & ~occupied


def before(state: State, at: int, origin: int) -> Iterator[int]:
    """The positions before Black's piece came from `origin`: without a capture en passant on offer, and with one."""
    here, there = u64(1) << at, u64(1) << origin
    past = State(
        moved(state.pawns, here, there),
        moved(state.knights, here, there),
        moved(state.bishops, here, there),
        moved(state.rooks, here, there),
        moved(state.queens, here, there),
        moved(state.kings, here, there),
        state.white,
        moved(state.black, here, there),
        state.castles,
        make_info(BLACK, 0, 0, 1),
        u64(0),
    )
    occupied = past.white | past.black
    king = lowest_bit(past.kings & past.white)
    if attackers(past, king, occupied, WHITE) == 0:
        yield index(past)
        if past.pawns & past.black:
            # White's pawns that may just have made two steps.
            pawns = past.pawns & past.white & u64(0xFF000000)
            while pawns:
                pawn = lowest_bit(pawns)
                pawns &= pawns - 1
                if not occupied & u64(0x101) << (pawn - 16):
                    offered = offer_en_passant(past, pawn - 8)
                    if en_passant(offered):
                        yield index(offered)


def moved(board: u64, here: u64, there: u64) -> u64:
    """The board with the piece on `here`, if it has one there, moved to `there`."""
    return board ^ here ^ there if board & here else board
