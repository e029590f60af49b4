"""Generation of legal moves: pins and checks are found first, so no move has to be tried and taken back.

A move is a number:

     19  18 17       15 14   12 11      6 5       0
    +------+-----------+-------+---------+---------+
    | kind | promotion | piece |   to    |  from   |
    +------+-----------+-------+---------+---------+

promotion: what a pawn is promoted to, else 0. Castling is written as in Chess960: `to` is the square of the rook.
"""

from collections.abc import Iterator

from mossa import lowest_bit, u64

from .attack_tables import BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS
from .board import (
    BISHOP,
    EMPTY_SET,
    FILE_A,
    FILE_H,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    State,
    attackers,
    bishop_attacks,
    en_passant,
    enemy,
    mover,
    own,
    rook_attacks,
)

TO, PIECE, PROMOTION, KIND = 6, 12, 15, 18  # places in a move
PLAIN, EN_PASSANT_CAPTURE, CASTLING, TWO_STEPS = 0, 1, 2, 3  # kinds of moves

EVERYWHERE = ~EMPTY_SET
LAST_RANKS = RANK_1 | RANK_8
RANK_3, RANK_6 = RANK_1 << 16, RANK_1 << 40


def moves(state: State) -> Iterator[int]:
    yield from legal(state, True)


def tactical(state: State) -> Iterator[int]:
    """Captures and promotions."""
    yield from legal(state, False)


def legal(state: State, quiet: bool) -> Iterator[int]:
    """All legal moves; without the quiet ones, captures and promotions."""
    side, us, them = mover(state), own(state), enemy(state)
    occupied = us | them
    king = lowest_bit(state.kings & us)
    row = 64 * king
    # Step 1: the checkers, and our pinned pieces: those alone between the king and an enemy slider.
    straight, diagonal = them & (state.rooks | state.queens), them & (state.bishops | state.queens)
    checkers = (
        them & (KNIGHT_ATTACKS[king] & state.knights | PAWN_ATTACKS[64 * side + king] & state.pawns)
        | rook_attacks(king, occupied) & straight
        | bishop_attacks(king, occupied) & diagonal
    )
    snipers = (rook_attacks(king, them) & straight | bishop_attacks(king, them) & diagonal) & ~checkers
    pinned = EMPTY_SET
    while snipers:
        between = BETWEEN[row + lowest_bit(snipers)] & us
        snipers &= snipers - 1
        if between & (between - 1) == 0:
            pinned |= between
    # Step 2: the king.
    wanted = ~us if quiet else them
    steps = KING_ATTACKS[king] & wanted
    without_king = occupied ^ u64(1) << king
    while steps:
        to = lowest_bit(steps)
        steps &= steps - 1
        if attackers(state, to, without_king, side) == 0:
            yield king | to << TO | KING << PIECE
    # Step 3: a check must be answered by capture or by standing between; two checks only by the king.
    answer = EVERYWHERE
    if checkers:
        if checkers & (checkers - 1):
            return
        answer = checkers | BETWEEN[row + lowest_bit(checkers)]
        wanted &= answer
    # Step 4: the pawns. A pinned one stays on the line of its pin.
    pawns = state.pawns & us
    forward = wanted if quiet else LAST_RANKS & answer
    yield from pawn_moves(pawns & ~pinned, side, occupied, forward, them & answer)
    tied = pawns & pinned
    while tied:
        pawn = tied & -tied
        tied ^= pawn
        line = LINE[row + lowest_bit(pawn)]
        yield from pawn_moves(pawn, side, occupied, forward & line, them & answer & line)
    if state.info & 63 << 1:
        yield from en_passant_captures(state, king)
    # Step 5: the pieces.
    movers = state.knights & us & ~pinned
    while movers:
        at = lowest_bit(movers)
        movers &= movers - 1
        yield from piece_moves(at | KNIGHT << PIECE, KNIGHT_ATTACKS[at] & wanted)
    movers = state.bishops & us
    while movers:
        at = lowest_bit(movers)
        movers &= movers - 1
        targets = bishop_attacks(at, occupied) & wanted
        if pinned >> at & 1:
            targets &= LINE[row + at]
        yield from piece_moves(at | BISHOP << PIECE, targets)
    movers = state.rooks & us
    while movers:
        at = lowest_bit(movers)
        movers &= movers - 1
        targets = rook_attacks(at, occupied) & wanted
        if pinned >> at & 1:
            targets &= LINE[row + at]
        yield from piece_moves(at | ROOK << PIECE, targets)
    movers = state.queens & us
    while movers:
        at = lowest_bit(movers)
        movers &= movers - 1
        targets = (rook_attacks(at, occupied) | bishop_attacks(at, occupied)) & wanted
        if pinned >> at & 1:
            targets &= LINE[row + at]
        yield from piece_moves(at | QUEEN << PIECE, targets)
    # Step 6: castling.
    if quiet and checkers == 0 and state.castles & us:
        yield from castlings(state, king, occupied, side)


def piece_moves(base: int, targets: u64) -> Iterator[int]:
    while targets:
        yield base | lowest_bit(targets) << TO
        targets &= targets - 1


def rotate_left(word: u64, by: int) -> u64:
    """The bits rotated, which moves all pawns of a side at once: by 8 for White, by 56 = 64 − 8 for Black."""
    return word << (by & 63) | word >> (64 - by & 63)


def pawn_moves(pawns: u64, side: int, occupied: u64, forward: u64, capturable: u64) -> Iterator[int]:
    """Steps to squares of `forward`, captures on squares of `capturable`."""
    up = 56 if side else 8
    third = RANK_6 if side else RANK_3
    one = rotate_left(pawns, up) & ~occupied
    two = rotate_left(one & third, up) & ~occupied & forward
    one &= forward
    left = rotate_left(pawns & ~FILE_A, up - 1) & capturable
    right = rotate_left(pawns & ~FILE_H, up + 1) & capturable
    yield from pawn_steps(one & ~LAST_RANKS, up, PLAIN)
    yield from pawn_steps(two, 2 * up, TWO_STEPS)
    yield from pawn_steps(left & ~LAST_RANKS, up - 1, PLAIN)
    yield from pawn_steps(right & ~LAST_RANKS, up + 1, PLAIN)
    if (one | left | right) & LAST_RANKS:
        yield from promotions(one & LAST_RANKS, up)
        yield from promotions(left & LAST_RANKS, up - 1)
        yield from promotions(right & LAST_RANKS, up + 1)


def pawn_steps(targets: u64, step: int, kind: int) -> Iterator[int]:
    while targets:
        to = lowest_bit(targets)
        targets &= targets - 1
        yield (to - step) & 63 | to << TO | PAWN << PIECE | kind << KIND


def promotions(targets: u64, step: int) -> Iterator[int]:
    while targets:
        to = lowest_bit(targets)
        targets &= targets - 1
        base = (to - step) & 63 | to << TO | PAWN << PIECE
        yield base | QUEEN << PROMOTION
        yield base | ROOK << PROMOTION
        yield base | BISHOP << PROMOTION
        yield base | KNIGHT << PROMOTION


def en_passant_captures(state: State, king: int) -> Iterator[int]:
    """Captures en passant."""
    to = en_passant(state)
    pawns = state.pawns & own(state) & PAWN_ATTACKS[64 * (1 - mover(state)) + to]
    while pawns:
        pawn = lowest_bit(pawns)
        pawns &= pawns - 1
        if en_passant_is_legal(state, king, pawn, to):
            yield pawn | to << TO | PAWN << PIECE | EN_PASSANT_CAPTURE << KIND


def en_passant_is_legal(state: State, king: int, pawn: int, to: int) -> bool:
    """Is the king safe after this capture en passant? Two pawns leave their squares at once, so pins do not tell."""
    victim = u64(1) << (to ^ 8)
    after = (state.white | state.black) ^ u64(1) << pawn ^ victim | u64(1) << to
    return attackers(state, king, after, mover(state)) & ~victim == 0


def castlings(state: State, king: int, occupied: u64, side: int) -> Iterator[int]:
    """Castling to either side, for a king that is not in check. The squares that king and rook cross must be free, and
    those that the king crosses not attacked."""
    rooks = state.castles & own(state)
    while rooks:
        rook = lowest_bit(rooks)
        rooks &= rooks - 1
        home, corner = king_destination(king, rook), rook_destination(king, rook)
        way = BETWEEN[64 * king + home] | u64(1) << home
        rook_way = BETWEEN[64 * rook + corner] | u64(1) << corner
        others = occupied ^ u64(1) << king ^ u64(1) << rook
        if (way | rook_way) & others == 0:
            # The rook may have stood between the king and an attacker of the same rank.
            safe = rook_attacks(home, others | u64(1) << corner) & enemy(state) & (state.rooks | state.queens) == 0
            way &= ~(u64(1) << king)
            while way and safe:
                safe = attackers(state, lowest_bit(way), occupied, side) == 0
                way &= way - 1
            if safe:
                yield king | rook << TO | KING << PIECE | CASTLING << KIND


def king_destination(king: int, rook: int) -> int:
    """Where the king goes when castling with this rook: file g or c."""
    return (king & 56) + (6 if rook > king else 2)


def rook_destination(king: int, rook: int) -> int:
    """Where the rook goes: file f or d."""
    return (king & 56) + (5 if rook > king else 3)
