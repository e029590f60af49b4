"""How good a position looks.

A weighted sum of features, Σ wᵢ·fᵢ, each weight one number for the middle game and one for the ending; the two sums are
mixed by the pieces left on the board. Every feature is a function below; `weights.py` lists them and
`data/weights.json` has the numbers. A function looks at one side and gives its part of the sum, both weights packed
into one number.

`weights` is handed along so that the same functions can also count the features: see `explain.py`.
"""

from typing import Any, NamedTuple

from mossa import bit_count, byte_swap, lowest_bit, u64
from mossa.kernel.binding import outline
from mossa.kernel.memory import Bytes, Words
from mossa.kernel.table import Table

from .board import (
    BISHOP,
    BLACK,
    FILE_A,
    FILE_H,
    KING,
    KNIGHT,
    LIGHT_SQUARES,
    NOBODY,
    PAWN,
    QUEEN,
    RANK_1,
    ROOK,
    State,
    bishop_reach,
    mover,
    quiet_plies,
    rook_reach,
)
from .endgame import bounds, plies_to_end
from .exchange import gains
from .ordering import habit, may_pass, order, pass_turn, quiet, restless, threatens
from .tables import KING_STEPS, KNIGHT_LEAPS, SQUARES
from .weights import OFFSETS, PLACE, WEIGHTS, ending_of, middle_of

__all__ = [
    "TUNING",
    "bounds",
    "evaluate",
    "gains",
    "habit",
    "may_pass",
    "order",
    "pass_turn",
    "plies_to_end",
    "quiet",
    "restless",
    "threatens",
]

TUNING = {
    "continuation": 1,
    "internal": 1,
    "improving": 1,
    "history_step": 80,
    "history_most": 1200,
    "quiescence_evasions": 2,
    "quiescence_margin": 150,
    "null_depth": 4,
    "reduction_history": 4096,
    "reduction_cut": 1,
    "reduction_worse": 1,
    "reduction_root": 1,
    "reduction_regret": 60,
    "late_depth": 8,
    "late_base": 5,
    "late_growth": 1,
    "futility_depth": 8,
    "futility_margin": 80,
    "futility_quiet": 100,
    "futility_left": 1,
}
"""What suits chess: late moves are many and seldom good, and a single move changes much."""
FULL_PHASE = 24
"""Pieces at the start of the game: knight or bishop 1, rook 2, queen 4."""
FULL_SCALE = 64
FADE = 200
"""An advantage that makes no progress fades: none is left after so many quiet plies (a draw is claimed before)."""

# Weights by name; see `weights.GROUPS`.
MOBILITY_KNIGHT, MOBILITY_BISHOP = OFFSETS["mobility_knight"], OFFSETS["mobility_bishop"]
MOBILITY_ROOK, MOBILITY_QUEEN = OFFSETS["mobility_rook"], OFFSETS["mobility_queen"]
BISHOP_PAIR, OUTPOST = OFFSETS["bishop_pair"], OFFSETS["outpost"]
KNIGHT_NEAR, KNIGHT_KINGS, KNIGHT_SAFE = OFFSETS["knight_near"], OFFSETS["knight_kings"], OFFSETS["knight_safe"]
ROOK_OPEN, ROOK_HALF_OPEN = OFFSETS["rook_open"], OFFSETS["rook_half_open"]
ROOK_SEVENTH = OFFSETS["rook_seventh"]
ISOLATED, DOUBLED, BACKWARD = OFFSETS["isolated"], OFFSETS["doubled"], OFFSETS["backward"]
SUPPORTED, ABREAST = OFFSETS["supported"], OFFSETS["abreast"]
PASSED, PASSED_FREE = OFFSETS["passed"], OFFSETS["passed_free"]
PASSED_OWN_KING, PASSED_ENEMY_KING = OFFSETS["passed_own_king"], OFFSETS["passed_enemy_king"]
SHIELD_NEAR, SHIELD_FAR, SHIELD_GAP = OFFSETS["shield_near"], OFFSETS["shield_far"], OFFSETS["shield_gap"]
STORM, DANGER, TEMPO = OFFSETS["storm"], OFFSETS["danger"], OFFSETS["tempo"]
THREAT_BY_PAWN, THREAT_BY_MINOR = OFFSETS["threat_by_pawn"], OFFSETS["threat_by_minor"]
THREAT_BY_ROOK, HANGING = OFFSETS["threat_by_rook"], OFFSETS["hanging"]

# How much a piece adds to an attack on the king, for each square around him that it hits; a square around him that
# nothing else protects; a square from where a piece could check and not be captured.
PRESSURE_KNIGHT, PRESSURE_BISHOP, PRESSURE_ROOK, PRESSURE_QUEEN = 2, 2, 3, 4
PRESSURE_WEAK, PRESSURE_CHECK = 2, 5
MOST_DANGER = 63

LOWER_HALF = u64(0xFFFFFFFF)
OUTPOSTS = u64(0x0000FFFFFF000000)  # the ranks 4 to 6
RANK_7 = RANK_1 << 48


def distance(one: int, other: int) -> int:
    """Steps of a king."""
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


def within(square: int, steps: int) -> int:
    """The squares that a king reaches in so many steps."""
    return sum(1 << other for other in range(SQUARES) if other != square and distance(square, other) <= steps)


def files_at(square: int) -> int:
    """The file of a square and those beside it."""
    return sum(1 << other for other in range(SQUARES) if abs(other % 8 - square % 8) <= 1)


DISTANCE = Table(lambda: [distance(one, other) for one in range(SQUARES) for other in range(SQUARES)], Bytes)
NEAR = Table(lambda: [within(square, 2) for square in range(SQUARES)], Words)
FILES_AT = Table(lambda: [files_at(square) for square in range(SQUARES)], Words)


class Camp(NamedTuple):
    """One side as its pieces are: their part of the sum, and what they hit."""

    score: int  # packed
    pawn_hits: u64
    knight_hits: u64
    bishop_hits: u64
    rook_hits: u64
    queen_hits: u64
    king_hits: u64
    pressure: int  # on the enemy king


def evaluate(state: State) -> int:
    score: int = assess(state)
    return score


@outline
def assess(state: State) -> int:
    """The evaluation, from the mover's side, in hundredths of a pawn."""
    packed = balance(state, WEIGHTS)
    stage = phase(state)
    score = (middle_of(packed) * stage + ending_of(packed) * (FULL_PHASE - stage)) // FULL_PHASE
    score = score * scale(state, score > 0) // FULL_SCALE
    return (score + chase(state)) * (FADE - quiet_plies(state)) // FADE


def phase(state: State) -> int:
    """How much of the middle game is left: FULL_PHASE with all pieces, 0 with none but pawns."""
    pieces = bit_count(state.knights | state.bishops) + 2 * bit_count(state.rooks) + 4 * bit_count(state.queens)
    return min(pieces, FULL_PHASE)


def balance(state: State, weights: Any) -> int:
    """All features of the mover's side less those of the other, packed."""
    side = mover(state)
    mine, theirs = camp(state, side, weights), camp(state, 1 - side, weights)
    total: int = (
        features(state, side, mine, theirs, weights) - features(state, 1 - side, theirs, mine, weights) + weights[TEMPO]
    )
    return total


def features(state: State, side: int, mine: Camp, theirs: Camp, weights: Any) -> int:
    """All features of one side, packed."""
    return (
        mine.score
        + pawn_structure(state, side, weights)
        + passed_pawns(state, side, theirs, weights)
        + king_shelter(state, side, weights)
        + king_attack(state, side, mine, theirs, weights)
        + threats(state, side, mine, theirs, weights)
    )


# --------------------------------------------------------------------------------------------------------- pieces


@outline
def camp(state: State, side: int, weights: Any) -> Camp:
    """Material, piece-square and mobility of one side, and what belongs to single pieces."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    occupied, flip = us | them, 56 if side else 0
    pawns, enemy_pawns = state.pawns & us, state.pawns & them
    hits, enemy_hits = pawn_hits(pawns, side), pawn_hits(enemy_pawns, 1 - side)
    king, enemy_king = lowest_bit(state.kings & us), lowest_bit(state.kings & them)
    around = ring(enemy_king, 1 - side)
    area = ~(pawns | state.kings & us | enemy_hits)  # squares that count for mobility
    chased = fill_down(enemy_hits) if side == 0 else fill_up(enemy_hits)  # where a pawn may yet drive a piece away
    pressure = 0
    knight_hits, bishop_hits, rook_hits, queen_hits = NOBODY, NOBODY, NOBODY, NOBODY

    score = weights[PLACE + 64 * (KING - 1) + (king ^ flip)]
    rest = pawns
    while rest:
        score += weights[PLACE + 64 * (PAWN - 1) + (lowest_bit(rest) ^ flip)]
        rest &= rest - 1
    rest = state.knights & us
    while rest:
        square = lowest_bit(rest)
        rest &= rest - 1
        reached = KNIGHT_LEAPS[square]
        knight_hits |= reached
        pressure += PRESSURE_KNIGHT * bit_count(reached & around)
        score += weights[PLACE + 64 * (KNIGHT - 1) + (square ^ flip)]
        score += weights[MOBILITY_KNIGHT + bit_count(reached & area)]
        score += course_knight(square, king, enemy_king, them & ~enemy_pawns, weights)
    rest = state.bishops & us
    while rest:
        square = lowest_bit(rest)
        rest &= rest - 1
        reached = bishop_reach(square, occupied)
        bishop_hits |= reached
        pressure += PRESSURE_BISHOP * bit_count(reached & around)
        score += weights[PLACE + 64 * (BISHOP - 1) + (square ^ flip)]
        score += weights[MOBILITY_BISHOP + bit_count(reached & area)]
    rest = state.rooks & us
    while rest:
        square = lowest_bit(rest)
        rest &= rest - 1
        reached = rook_reach(square, occupied)
        rook_hits |= reached
        pressure += PRESSURE_ROOK * bit_count(reached & around)
        score += weights[PLACE + 64 * (ROOK - 1) + (square ^ flip)]
        score += weights[MOBILITY_ROOK + bit_count(reached & area)]
        score += rook_file(square, pawns, enemy_pawns, weights)
    rest = state.queens & us
    while rest:
        square = lowest_bit(rest)
        rest &= rest - 1
        reached = rook_reach(square, occupied) | bishop_reach(square, occupied)
        queen_hits |= reached
        pressure += PRESSURE_QUEEN * bit_count(reached & around)
        score += weights[PLACE + 64 * (QUEEN - 1) + (square ^ flip)]
        score += weights[MOBILITY_QUEEN + bit_count(reached & area)]
    score += bishop_pair(state.bishops & us, weights)
    score += outposts(state.knights & us, state.bishops & us, hits, chased, side, weights)
    score += rooks_on_seventh(state, side, weights)
    return Camp(score, hits, knight_hits, bishop_hits, rook_hits, queen_hits, KING_STEPS[king], pressure)


def course_knight(square: int, king: int, enemy_king: int, enemies: u64, weights: Any) -> int:
    """What the course says of a knight besides its square: up to 4 for enemy pieces within two squares, growing as the
    game goes on; less for each square from each king. (Its worth and square are in PLACE; pawns: `outposts`.)"""
    near = min(4, bit_count(NEAR[square] & enemies))
    away = DISTANCE[64 * square + king] + DISTANCE[64 * square + enemy_king]
    part: int = weights[KNIGHT_NEAR] * near + weights[KNIGHT_KINGS] * away
    return part


def outposts(knights: u64, bishops: u64, hits: u64, chased: u64, side: int, weights: Any) -> int:
    """Knights and bishops that no pawn can drive away: the knights at all, both where a pawn protects them."""
    there = OUTPOSTS >> 8 * side & ~chased  # the ranks 4 to 6, for Black 5 to 3
    part: int = (
        weights[KNIGHT_SAFE] * bit_count(knights & there)
        + weights[OUTPOST] * bit_count(knights & there & hits)
        + weights[OUTPOST + 1] * bit_count(bishops & there & hits)
    )
    return part


def bishop_pair(bishops: u64, weights: Any) -> int:
    """Bishops on squares of both colours."""
    part: int = weights[BISHOP_PAIR] * (1 if bishops & LIGHT_SQUARES and bishops & ~LIGHT_SQUARES else 0)
    return part


def rook_file(square: int, pawns: u64, enemy_pawns: u64, weights: Any) -> int:
    """A rook on an open or half-open file."""
    file = FILE_A << (square & 7)
    half_open = 0 if pawns & file else 1
    is_open = half_open if enemy_pawns & file == 0 else 0
    part: int = weights[ROOK_OPEN] * is_open + weights[ROOK_HALF_OPEN] * (half_open - is_open)
    return part


def rooks_on_seventh(state: State, side: int, weights: Any) -> int:
    """Rooks on the seventh rank, where there are pawns to take or a king to shut in."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    seventh, last = (RANK_1 << 8, RANK_1) if side else (RANK_7, RANK_7 << 8)
    useful = state.pawns & them & seventh | state.kings & them & last
    part: int = weights[ROOK_SEVENTH] * (bit_count(state.rooks & us & seventh) if useful else 0)
    return part


# ---------------------------------------------------------------------------------------------------------- pawns


def pawn_hits(pawns: u64, side: int) -> u64:
    """The squares that pawns of a side hit."""
    if side:
        return (pawns & ~FILE_H) >> 7 | (pawns & ~FILE_A) >> 9
    return (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9


def fill_up(squares: u64) -> u64:
    """The squares and all above them on their files."""
    squares |= squares << 8
    squares |= squares << 16
    return squares | squares << 32


def fill_down(squares: u64) -> u64:
    """The squares and all below them on their files."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32


def beside(squares: u64) -> u64:
    """The squares to the left and to the right."""
    return (squares & ~FILE_H) << 1 | (squares & ~FILE_A) >> 1


def pawn_structure(state: State, side: int, weights: Any) -> int:
    """Isolated, doubled and backward pawns; pawns that support each other."""
    mine, theirs = as_seen(state.pawns & state.white, state.pawns & state.black, side)
    hits = pawn_hits(mine, 0)
    files = fill_up(fill_down(mine))
    alone = mine & ~beside(files)
    held = mine << 8 & pawn_hits(theirs, BLACK) & ~fill_up(hits)  # squares before them where no pawn protects them
    part: int = (
        weights[ISOLATED] * bit_count(alone)
        + weights[DOUBLED] * bit_count(mine & fill_up(mine << 8))
        + weights[BACKWARD] * bit_count(held >> 8 & ~alone)
        + weights[SUPPORTED] * bit_count(mine & hits)
        + weights[ABREAST] * bit_count(mine & beside(mine))
    )
    return part


def passed_pawns(state: State, side: int, theirs: Camp, weights: Any) -> int:
    """Pawns that no enemy pawn can stop: their rank, whether the way is free, how far the kings are."""
    pawns, enemy_pawns = as_seen(state.pawns & state.white, state.pawns & state.black, side)
    ahead = fill_down(enemy_pawns >> 8)
    passed = pawns & ~(ahead | beside(ahead)) & ~fill_down(pawns >> 8)
    part: int = weights[PASSED] * 0
    if passed == 0:
        return part
    king, enemy_king = as_seen(state.kings & state.white, state.kings & state.black, side)
    own, other = lowest_bit(king), lowest_bit(enemy_king)
    barred = state.white | state.black | all_hits(theirs)
    if side:
        barred = byte_swap(barred)
    while passed:
        square = lowest_bit(passed)
        passed &= passed - 1
        rank, stop = square >> 3, square + 8
        part += weights[PASSED + rank]
        part += weights[PASSED_FREE + rank] * (0 if barred >> stop & 1 else 1)
        part += weights[PASSED_OWN_KING + rank] * DISTANCE[64 * own + stop]
        part += weights[PASSED_ENEMY_KING + rank] * DISTANCE[64 * other + stop]
    return part


def as_seen(white: u64, black: u64, side: int) -> tuple[u64, u64]:
    """What is one's own and what is the enemy's, the board turned so that one plays up."""
    if side:
        return byte_swap(black), byte_swap(white)
    return white, black


# ----------------------------------------------------------------------------------------------- kings and threats


def ring(king: int, side: int) -> u64:
    """The squares around a king, and those before them."""
    steps: u64 = KING_STEPS[king] | u64(1) << king
    return steps | (steps >> 8 if side else steps << 8)


def king_shelter(state: State, side: int, weights: Any) -> int:
    """The pawns before the king, and the enemy's that come to break them up."""
    mine, theirs = as_seen(state.pawns & state.white, state.pawns & state.black, side)
    king, _ = as_seen(state.kings & state.white, state.kings & state.black, side)
    square = lowest_bit(king)
    near = (king << 8) | beside(king << 8)
    files: u64 = FILES_AT[square]
    gaps = files & RANK_1 & ~fill_down(mine)
    part: int = (
        weights[SHIELD_NEAR] * bit_count(mine & near)
        + weights[SHIELD_FAR] * bit_count(mine & near << 8)
        + weights[SHIELD_GAP] * bit_count(gaps)
        + weights[STORM] * bit_count(theirs & files & LOWER_HALF)
    )
    return part


def all_hits(camp: Camp) -> u64:
    """All squares that a side hits."""
    pieces = camp.knight_hits | camp.bishop_hits | camp.rook_hits | camp.queen_hits
    return camp.pawn_hits | pieces | camp.king_hits


def king_attack(state: State, side: int, mine: Camp, theirs: Camp, weights: Any) -> int:
    """The attack on the enemy king: squares hit around him, weak ones among them, and checks that cost nothing."""
    us, them = (state.black, state.white) if side else (state.white, state.black)
    occupied, king = us | them, lowest_bit(state.kings & them)
    protected = theirs.pawn_hits | theirs.knight_hits | theirs.bishop_hits | theirs.rook_hits | theirs.queen_hits
    weak = theirs.king_hits & ~protected & all_hits(mine)
    safe = ~(protected | theirs.king_hits | us)
    straight, diagonal = rook_reach(king, occupied) & safe, bishop_reach(king, occupied) & safe
    checks = (
        bit_count(KNIGHT_LEAPS[king] & safe & mine.knight_hits)
        + bit_count(diagonal & mine.bishop_hits)
        + bit_count(straight & mine.rook_hits)
        + bit_count((straight | diagonal) & mine.queen_hits)
    )
    size = mine.pressure + PRESSURE_WEAK * bit_count(weak) + PRESSURE_CHECK * min(checks, 4)
    if state.queens & us == 0:
        size //= 2
    part: int = weights[DANGER + min(size, MOST_DANGER)]
    return part


def threats(state: State, side: int, mine: Camp, theirs: Camp, weights: Any) -> int:
    """Enemy pieces attacked by less valuable ones, and all that hang."""
    them = state.white if side else state.black
    pieces = them & ~(state.pawns | state.kings)
    loose = them & ~state.kings & all_hits(mine) & ~all_hits(theirs)
    part: int = (
        weights[THREAT_BY_PAWN] * bit_count(pieces & mine.pawn_hits)
        + weights[THREAT_BY_MINOR]
        * bit_count(them & (state.rooks | state.queens) & (mine.knight_hits | mine.bishop_hits))
        + weights[THREAT_BY_ROOK] * bit_count(them & state.queens & mine.rook_hits)
        + weights[HANGING] * bit_count(loose)
    )
    return part


# --------------------------------------------------------------------------------------------------- special endings


def scale(state: State, mine: bool) -> int:
    """How much of an advantage counts, of FULL_SCALE: with little left, many endings are drawn."""
    side = mover(state) if mine else 1 - mover(state)
    us, them = (state.black, state.white) if side else (state.white, state.black)
    if state.pawns & us == 0:
        # Without pawns, a piece up is rarely enough: what is needed is a rook more.
        lead = strength(state, us) - strength(state, them)
        if lead <= 3:
            return 8 if lead < 3 or state.pawns & them else 12
        if lead < 5 or (state.rooks | state.queens | state.bishops) & us == 0:
            return 24 if (state.rooks | state.queens | state.bishops) & us else 0
    elif state.queens | state.rooks | state.knights == 0:
        bishops, others = state.bishops & us, state.bishops & them
        single = bishops & (bishops - 1) == 0 and others & (others - 1) == 0
        if bishops and others and single:
            if (bishops & LIGHT_SQUARES == 0) != (others & LIGHT_SQUARES == 0):
                return 32  # bishops of opposite colours
    return FULL_SCALE


def strength(state: State, us: u64) -> int:
    """The pieces in pawns: knight and bishop 3, rook 5, queen 9."""
    return (
        3 * bit_count((state.knights | state.bishops) & us)
        + 5 * bit_count(state.rooks & us)
        + 9 * bit_count(state.queens & us)
    )


def chase(state: State) -> int:
    """Against a bare king that can be mated: drive him to the edge, with the own king near. From the mover's side."""
    side = mover(state)
    us, them = (state.black, state.white) if side else (state.white, state.black)
    if them & (them - 1) == 0:
        return driven(state, us, them)
    if us & (us - 1) == 0:
        return -driven(state, them, us)
    return 0


def driven(state: State, us: u64, them: u64) -> int:
    """How far a bare king has been driven."""
    if state.pawns or strength(state, us) < 5 or (state.rooks | state.queens | state.bishops) == 0:
        return 0
    king, bare = lowest_bit(state.kings & us), lowest_bit(them)
    file, rank = bare & 7, bare >> 3
    edge = max(3 - file, file - 4) + max(3 - rank, rank - 4)
    if (state.rooks | state.queens) == 0 and state.knights and state.bishops:
        # Bishop and knight mate only in a corner of the bishop's colour: h1 and a8 are light.
        light = (state.bishops & LIGHT_SQUARES) != 0
        one, other = (7, 56) if light else (0, 63)
        corner = min(corner_distance(bare, one), corner_distance(bare, other))
        edge = 14 - corner
    apart: int = DISTANCE[64 * king + bare]
    return 200 + 20 * edge + 16 * (7 - apart)


def corner_distance(one: int, other: int) -> int:
    """Steps of a rook-like walk: files and ranks apart together."""
    files, ranks = (one & 7) - (other & 7), (one >> 3) - (other >> 3)
    return (files if files > 0 else -files) + (ranks if ranks > 0 else -ranks)
