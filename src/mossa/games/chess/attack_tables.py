"""Attack tables, and random keys. Square number: file + 8·rank, a1 = 0, h1 = 7, a8 = 56, h8 = 63.

A set of squares is a 64-bit word (a bitboard), bit n for square n. Rooks and bishops attack as far as the first
occupied square of each line. SLIDER_ATTACKS has their attacks for every square and every set of *relevant* occupied
squares: those of its lines without the last of each, since a piece there blocks nothing (PEXT bitboards).

    index = base of the square + the relevant occupied squares, packed together (`parallel_extract`)

That is 2^10 to 2^12 entries for a rook and 2^5 to 2^9 for a bishop on each square, 841 KiB in all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mossa import draw, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Words

if TYPE_CHECKING:
    import numpy as np

Step = tuple[int, int]
"""Files to the right, ranks up."""

SQUARES = 64
ROOK_WAYS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
BISHOP_WAYS: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
KING_WAYS = ROOK_WAYS + BISHOP_WAYS
KNIGHT_WAYS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def walk(square: int, step: Step) -> list[int]:
    """The squares that a repeated step leads to, up to the edge."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    found = []
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(file + 8 * rank)
        file, rank = file + step[0], rank + step[1]
    return found


def bitboard(squares: Iterable[int]) -> int:
    """The squares as a bitboard."""
    return sum(1 << square for square in squares)


def leaps(steps: Iterable[Step]) -> list[int]:
    """square → the squares that a single step leads to"""
    steps = tuple(steps)
    return [bitboard(place for step in steps for place in walk(square, step)[:1]) for square in range(SQUARES)]


def lines(whole: bool) -> list[int]:
    """64·one + other → the squares between two squares of one line, or the whole line through them."""
    found = [0] * SQUARES**2
    for one in range(SQUARES):
        for right, up in KING_WAYS:
            ahead = walk(one, (right, up))
            line = bitboard([*ahead, one, *walk(one, (-right, -up))])
            for i, other in enumerate(ahead):
                found[SQUARES * one + other] = line if whole else bitboard(ahead[:i])
    return found


# ------------------------------------------------------------------------------------------------------ sliders


def relevant(square: int, steps: Iterable[Step]) -> int:
    """The squares whose occupation matters to a slider."""
    return bitboard(place for step in steps for place in walk(square, step)[:-1])


def every_slider() -> list[tuple[int, tuple[Step, ...]]]:
    """Square and steps of a rook on each square, and of a bishop."""
    return [(square, steps) for square in range(SQUARES) for steps in (ROOK_WAYS, BISHOP_WAYS)]


def sliders() -> list[int]:
    """For each slider, the relevant squares and where its entries begin in SLIDER_ATTACKS."""
    found, base = [], 0
    for square, steps in every_slider():
        mask = relevant(square, steps)
        found += [mask, base]
        base += 1 << mask.bit_count()
    return found


def slider_attacks() -> list[int]:
    """The attacks of all sliders, one after the other."""
    return [answer for square, steps in every_slider() for answer in slider_attacks_from(square, steps).tolist()]


def slider_attacks_from(square: int, steps: Iterable[Step]) -> np.ndarray[Any, Any]:
    """The attacks of a slider for all sets of relevant squares at once."""
    import numpy as np

    one = np.uint64(1)
    mask = relevant(square, steps)
    places = [np.uint64(place) for place in range(SQUARES) if mask >> place & 1]
    packed = np.arange(1 << len(places), dtype=np.uint64)
    occupied, found = np.zeros_like(packed), np.zeros_like(packed)
    for i, place in enumerate(places):
        occupied |= (packed >> np.uint64(i) & one) << place
    for step in steps:
        open_ = np.ones_like(packed)  # is the line still open here?
        for at in walk(square, step):
            found |= open_ << np.uint64(at)
            open_ &= ~(occupied >> np.uint64(at))
    return found


KNIGHT_ATTACKS = ConstantTable(lambda: leaps(KNIGHT_WAYS), Words)
KING_ATTACKS = ConstantTable(lambda: leaps(KING_WAYS), Words)
PAWN_ATTACKS = ConstantTable(lambda: leaps(((-1, 1), (1, 1))) + leaps(((-1, -1), (1, -1))), Words)
"""64·side + square → the squares where a pawn captures."""

SLIDERS = ConstantTable(sliders, Words)
"""4·square → relevant squares and base of a rook there, then of a bishop: one cache line."""
SLIDER_ATTACKS = ConstantTable(slider_attacks, Words)

BETWEEN = ConstantTable(lambda: lines(whole=False), Words)
"""64·one + other → the squares between, without the two; empty if they are on no line."""
LINE = ConstantTable(lambda: lines(whole=True), Words)
"""64·one + other → the line through both from edge to edge; empty if there is none."""


# --------------------------------------------------------------------------------------------------------- keys

KINDS = 6
"""Pawn to king, numbered from 1; 0 is no piece."""


def random_words(count: int, stream: int) -> list[int]:
    """Pseudorandom 64-bit words, the same in every run."""
    return [int(draw(u64(stream << 32 | i))) for i in range(count)]


PIECE_KEY = ConstantTable(lambda: [0] * (2 * SQUARES) + random_words(KINDS * 2 * SQUARES, 1), Words)
"""128·piece + 64·side + square → a 64-bit word. The key of a position is the xor of the words of its pieces and of
those below [Zobrist70]; a move changes a few of them."""
CASTLING_KEY = ConstantTable(lambda: random_words(SQUARES, 2), Words)
"""square of a rook that may still castle → a 64-bit word"""
EN_PASSANT_KEY = ConstantTable(lambda: [0, *random_words(SQUARES - 1, 3)], Words)
"""en passant square → a 64-bit word; 0 for none"""
TURN_KEY = u64(0xA0761D6478BD642F)
"""The word for Black to move."""
