"""The rules of chess: the first position, what a move does, how the game ends. `move_generation.py` finds the moves."""

from mossa import Facts, lowest_bit, parameter, u64

from .attack_tables import BETWEEN, CASTLING_KEY, EN_PASSANT_KEY, KING_ATTACKS, PAWN_ATTACKS, PIECE_KEY, TURN_KEY
from .board import (
    BISHOP,
    EMPTY_SET,
    EN_PASSANT,
    KING,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    State,
    attackers,
    en_passant,
    enemy,
    insufficient_material,
    king_square,
    make_info,
    mover,
    own,
    piece_at,
    plies_played,
    quiet_plies,
    with_info,
)
from .move_generation import (
    CASTLING,
    EN_PASSANT_CAPTURE,
    KIND,
    PIECE,
    PROMOTION,
    TO,
    TWO_STEPS,
    en_passant_is_legal,
    king_destination,
    moves,
    rook_destination,
    tactical,
)

__all__ = ["FACTS", "State", "is_drawn", "key", "mover", "moves", "play", "reversible", "start", "tactical", "utility"]

START = parameter("start", 518, "number of the first position in Chess960; 518 is that of chess", least=0, most=959)

MOST_QUIET = 150
"""Plies without a capture or a pawn's move that end the game: 75 moves of each side."""

# The count of quiet plies restarts at a capture (at most 30) or a pawn move (at most 6 of each of 16 pawns). No
# reachable position has more than 218 moves.
FACTS = Facts(
    players=2,
    utility=(-1, 1),
    repetition=True,
    widest=256,
    longest=(30 + 6 * 16 + 1) * MOST_QUIET,
    actions=64 * 64 + 3 * 8 * 3,
)


def first_rank(number: int) -> tuple[int, ...]:
    """The pieces on the first rank of a first position of Chess960, numbered as Scharnagl did [Scharnagl04]."""
    number, light_bishop = divmod(number, 4)
    number, dark_bishop = divmod(number, 4)
    knights, queen = divmod(number, 6)
    pieces = [NOTHING] * 8
    pieces[2 * light_bishop + 1] = pieces[2 * dark_bishop] = BISHOP
    empty = [file for file in range(8) if pieces[file] == NOTHING]
    pieces[empty.pop(queen)] = QUEEN
    one, other = [(i, j) for i in range(5) for j in range(i + 1, 5)][knights]
    pieces[empty[one]] = pieces[empty[other]] = KNIGHT
    empty = [file for file in range(8) if pieces[file] == NOTHING]
    for file, piece in zip(empty, (ROOK, KING, ROOK), strict=True):
        pieces[file] = piece
    return tuple(pieces)


def start() -> State:
    rank = first_rank(START)
    boards = [u64(sum(1 << file | 1 << 56 + file for file in range(8) if rank[file] == piece)) for piece in range(7)]
    _, _, knights, bishops, rooks, queens, kings = boards
    pawns, white = RANK_1 << 8 | RANK_1 << 48, RANK_1 | RANK_1 << 8
    return with_key(
        State(pawns, knights, bishops, rooks, queens, kings, white, white << 48, rooks, make_info(0, 0, 0, 0), u64(0))
    )


def with_key(state: State) -> State:
    """The state with its key, computed from scratch."""
    word = (TURN_KEY if mover(state) else u64(0)) ^ EN_PASSANT_KEY[en_passant(state)] ^ castling_keys(state.castles)
    occupied = state.white | state.black
    while occupied:
        square = lowest_bit(occupied)
        occupied &= occupied - 1
        word ^= PIECE_KEY[128 * piece_at(state, square) + 64 * int(state.black >> square & 1) + square]
    return state._replace(key=word)


def action(state: State, move: int) -> int:
    """From and to, 64 · from + to; then the promotions to a knight, bishop or rook, by file and by direction."""
    at, to, promotion = move & 63, move >> TO & 63, move >> PROMOTION & 7
    if promotion in (NOTHING, QUEEN):
        return 64 * at + to
    return 64 * 64 + 24 * (promotion - KNIGHT) + 3 * (at & 7) + (to & 7) - (at & 7) + 1


# -------------------------------------------------------------------------------------------------- what a move does


def play(state: State, move: int) -> State:
    if move >> KIND == CASTLING:
        castled: State = castle(state, move)
        return castled
    side = mover(state)
    at, to, piece, promotion = move & 63, move >> TO & 63, move >> PIECE & 7, move >> PROMOTION & 7
    here, there = u64(1) << at, u64(1) << to
    left = ~(here | there)  # squares that keep their piece
    put = promotion if promotion else piece
    captured = piece_at(state, to)
    word = (
        state.key
        ^ TURN_KEY
        ^ EN_PASSANT_KEY[en_passant(state)]
        ^ PIECE_KEY[128 * piece + 64 * side + at]
        ^ PIECE_KEY[128 * put + 64 * side + to]
        ^ PIECE_KEY[128 * captured + 64 * (1 - side) + to]
    )
    pawns, white, black = state.pawns & left, state.white & left, state.black & left
    if move >> KIND == EN_PASSANT_CAPTURE:
        victim = u64(1) << (to ^ 8)
        pawns, white, black = pawns & ~victim, white & ~victim, black & ~victim
        word ^= PIECE_KEY[128 * PAWN + 64 * (1 - side) + (to ^ 8)]
    castles = state.castles
    if castles:
        castles &= left
        if piece == KING:
            castles &= ~(RANK_8 if side else RANK_1)
        word ^= castling_keys(state.castles ^ castles)
    quiet = 0 if piece == PAWN or captured else quiet_plies(state) + 1
    after = State(
        pawns | (there if put == PAWN else EMPTY_SET),
        state.knights & left | (there if put == KNIGHT else EMPTY_SET),
        state.bishops & left | (there if put == BISHOP else EMPTY_SET),
        state.rooks & left | (there if put == ROOK else EMPTY_SET),
        state.queens & left | (there if put == QUEEN else EMPTY_SET),
        state.kings & left | (there if put == KING else EMPTY_SET),
        white if side else white | there,
        black | there if side else black,
        castles,
        make_info(1 - side, 0, quiet, plies_played(state) + 1),
        word,
    )
    if move >> KIND == TWO_STEPS:
        middle = (at + to) >> 1
        if PAWN_ATTACKS[64 * side + middle] & state.pawns & enemy(state):
            after = offer_en_passant(after, middle)
    return after


def castling_keys(rooks: u64) -> u64:
    """The keys of rooks that lost their right to castle."""
    word = u64(0)
    while rooks:
        word ^= CASTLING_KEY[lowest_bit(rooks)]
        rooks &= rooks - 1
    return word


def offer_en_passant(state: State, middle: int) -> State:
    """The state with the en passant square set, if a capture there is legal."""
    pawns = state.pawns & own(state) & PAWN_ATTACKS[64 * (1 - mover(state)) + middle]
    king = king_square(state)
    while pawns:
        if en_passant_is_legal(state, king, lowest_bit(pawns), middle):
            return with_info(state, state.info | middle << EN_PASSANT, state.key ^ EN_PASSANT_KEY[middle])
        pawns &= pawns - 1
    return state


def castle(state: State, move: int) -> State:
    side, at, rook = mover(state), move & 63, move >> TO & 63
    to, rook_to = king_destination(at, rook), rook_destination(at, rook)
    left = ~(u64(1) << at | u64(1) << rook)
    both = u64(1) << to | u64(1) << rook_to
    castles = state.castles & ~(RANK_8 if side else RANK_1)
    word = (
        state.key
        ^ TURN_KEY
        ^ EN_PASSANT_KEY[en_passant(state)]
        ^ castling_keys(state.castles ^ castles)
        ^ PIECE_KEY[128 * KING + 64 * side + at]
        ^ PIECE_KEY[128 * KING + 64 * side + to]
        ^ PIECE_KEY[128 * ROOK + 64 * side + rook]
        ^ PIECE_KEY[128 * ROOK + 64 * side + rook_to]
    )
    return State(
        state.pawns,
        state.knights,
        state.bishops,
        state.rooks & left | u64(1) << rook_to,
        state.queens,
        state.kings & left | u64(1) << to,
        state.white if side else state.white & left | both,
        state.black & left | both if side else state.black,
        castles,
        make_info(1 - side, 0, quiet_plies(state) + 1, plies_played(state) + 1),
        word,
    )


# ------------------------------------------------------------------------------------------------- how the game ends


def is_drawn(state: State) -> bool:
    """A draw although there are moves: insufficient material, or 75 quiet moves of each side; mate takes precedence."""
    if quiet_plies(state) >= MOST_QUIET:
        return not is_mate(state)
    return insufficient_material(state)


def utility(state: State, player: int) -> int:
    if not is_mate(state):
        return 0
    return -1 if player == mover(state) else 1


def is_mate(state: State) -> bool:
    """Is the mover checkmated?"""
    side, us = mover(state), own(state)
    occupied, king = state.white | state.black, king_square(state)
    checkers = attackers(state, king, occupied, side)
    if checkers == 0 or en_passant(state):  # a capture en passant is noted only if it is legal
        return False
    steps = KING_ATTACKS[king] & ~us
    while steps:
        if attackers(state, lowest_bit(steps), occupied ^ u64(1) << king, side) == 0:
            return False
        steps &= steps - 1
    if checkers & (checkers - 1):
        return True
    answers = checkers | BETWEEN[64 * king + lowest_bit(checkers)]
    while answers:
        to = lowest_bit(answers)
        answers &= answers - 1
        helpers = pieces_reaching(state, to)
        while helpers:
            after = occupied ^ helpers & -helpers | u64(1) << to
            helpers &= helpers - 1
            if attackers(state, king, after, side) & ~(u64(1) << to) == 0:
                return False
    return True


def pieces_reaching(state: State, to: int) -> u64:
    """The mover's pieces, except the king, with a pseudo-legal move to a square."""
    side, occupied = mover(state), state.white | state.black
    found = attackers(state, to, occupied, 1 - side) & ~state.kings
    if occupied >> to & 1:
        return found
    back, pawns = (8 if side else -8), state.pawns & own(state)
    found &= ~pawns  # pawns capture diagonally and move straight ahead
    found |= pawns & u64(1) << (to + back & 63)
    if to >> 3 == (4 if side else 3) and not occupied >> to + back & 1:
        found |= pawns & u64(1) << to + 2 * back
    return found


def key(state: State) -> u64:
    """Equal for equal positions in the sense of the Laws (9.2.3), however they were reached."""
    return state.key


def reversible(state: State) -> int:
    return quiet_plies(state)
