"""The features of the evaluation: places of one long table, each with its own weight.

Samuel's signature tables [Samuel67], larger than his memory allowed: the men on each of 16 sets of eight squares, read
as a number in base 3 with one digit a square (0 no man, 1 mine, 2 theirs). Seven sets are pairs of neighbouring rows,
nine are blocks of four rows and two squares of each. Beside them small tables for what sets of men do not show: how
many pieces there are, where the kings stand, mobility, runaway men.

The same position seen by the other player reads other places. What is good for one player is bad for the other, so a
place and its counterpart have opposite weights (`counterparts`), and only half of the table has to be learnt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mossa import bit_count, lowest_bit, parallel_extract, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Words

from .rules import (
    BOARD,
    CROWN,
    EVEN_ROWS,
    State,
    back_left,
    back_right,
    empty_squares,
    forward_left,
    forward_right,
)

SQUARES = 8
CONTENTS: int = 3**SQUARES
SETS = 16
MOST = 13  # numbers of men or kings of a side: 0 to 12
STEPS = 12  # differences of steps: −12 to 12

# Where the tables begin; the sets come first.
MEN = SETS * CONTENTS  # mine · 13 + theirs
KINGS = MEN + MOST * MOST
MY_KING = KINGS + MOST * MOST  # by its square
THEIR_KING = MY_KING + 32
MEN_STEPS = THEIR_KING + 32  # my men's steps − theirs + 12
KING_STEPS = MEN_STEPS + 2 * STEPS + 1
STUCK = KING_STEPS + 2 * STEPS + 1  # kings that cannot move, mine · 4 + theirs
RUN = STUCK + 16  # how near a man is to crowning unhindered, mine · 4 + theirs
THE_MOVE = RUN + 16  # pieces on the board · 2 + who has the opposition
SIZE = THE_MOVE + 50


def masks() -> list[int]:
    """The squares of each set."""
    rows = [0xFF << 4 * row for row in range(7)]
    blocks = [0x3333 << 4 * row + square for row in (0, 2, 4) for square in (0, 1, 2)]
    return rows + blocks


MASKS = ConstantTable(masks, Words)
BASE_THREE = ConstantTable(lambda: [sum(3**i for i in range(SQUARES) if byte >> i & 1) for byte in range(256)])


def reading(my_men: u64, their_men: u64, number: int) -> int:
    """The place that a set of squares reads."""
    mask = MASKS[number]
    mine: int = BASE_THREE[parallel_extract(my_men, mask)]
    theirs: int = BASE_THREE[parallel_extract(their_men, mask)]
    return number * CONTENTS + mine + 2 * theirs


def steps_up(pieces: u64, empty: u64) -> int:
    return bit_count(pieces & back_left(empty)) + bit_count(pieces & back_right(empty))


def steps_down(pieces: u64, empty: u64) -> int:
    return bit_count(pieces & forward_left(empty)) + bit_count(pieces & forward_right(empty))


def steps_anywhere(pieces: u64, empty: u64) -> int:
    return steps_up(pieces, empty) + steps_down(pieces, empty)


def beside(squares: u64) -> u64:
    return forward_left(squares) | forward_right(squares) | back_left(squares) | back_right(squares)


def run_up(men: u64, free: u64) -> int:
    """3, 2, 1 if a man can reach row 7 in one, two, three steps over free squares; else 0."""
    front = men & 0xFFFF0000
    for near in range(3, 0, -1):
        front = (forward_left(front) | forward_right(front)) & free
        if front & CROWN:
            return near
    return 0


def run_down(men: u64, free: u64) -> int:
    """`run_up` for the opponent's men and row 0."""
    front = men & 0x0000FFFF
    for near in range(3, 0, -1):
        front = (back_left(front) | back_right(front)) & free
        if front & 0xF:
            return near
    return 0


# Each of these gives the place to read in one of the small tables.


def men_place(my_men: u64, their_men: u64) -> int:
    return MEN + MOST * bit_count(my_men) + bit_count(their_men)


def kings_place(my_kings: u64, their_kings: u64) -> int:
    return KINGS + MOST * bit_count(my_kings) + bit_count(their_kings)


def difference(table: int, mine: int, theirs: int) -> int:
    return table + STEPS + max(-STEPS, min(STEPS, mine - theirs))


def stuck_place(my_kings: u64, their_kings: u64, empty: u64) -> int:
    near = beside(empty)
    return STUCK + 4 * min(3, bit_count(my_kings & ~near)) + min(3, bit_count(their_kings & ~near))


def run_place(my_men: u64, their_men: u64, mine: u64, theirs: u64, empty: u64) -> int:
    """Runs of both sides; a square is free if it is empty and no piece of the other side is adjacent."""
    return RUN + 4 * run_up(my_men, empty & ~beside(theirs)) + run_down(their_men, empty & ~beside(mine))


def move_place(state: State) -> int:
    """The mover has the opposition (the move) if the number of pieces on the even rows is odd."""
    even = (state.pieces | state.pieces >> 32) & EVEN_ROWS
    return THE_MOVE + 2 * bit_count(state.pieces) + (bit_count(even) & 1)


def features(state: State) -> Iterator[int]:
    """All places that a state reads, one after the other."""
    mine, theirs, empty = state.pieces & BOARD, state.pieces >> 32, empty_squares(state)
    my_kings, their_kings = state.kings & BOARD, state.kings >> 32
    my_men, their_men = mine ^ my_kings, theirs ^ their_kings
    for number in range(SETS):
        yield reading(my_men, their_men, number)
    yield men_place(my_men, their_men)
    yield kings_place(my_kings, their_kings)
    yield difference(MEN_STEPS, steps_up(my_men, empty), steps_down(their_men, empty))
    yield run_place(my_men, their_men, mine, theirs, empty)
    yield move_place(state)
    if state.kings:
        yield difference(KING_STEPS, steps_anywhere(my_kings, empty), steps_anywhere(their_kings, empty))
        yield stuck_place(my_kings, their_kings, empty)
        while my_kings:
            yield MY_KING + lowest_bit(my_kings)
            my_kings &= my_kings - 1
        while their_kings:
            yield THEIR_KING + lowest_bit(their_kings)
            their_kings &= their_kings - 1


def counterparts() -> Any:
    """For each place, its counterpart: the place that the other player reads instead; −1 if there is none.

    Only the opposition has none, since it depends on the side to move.
    """
    import numpy as np

    other = np.full(SIZE, -1, np.int64)
    sets = [[square for square in range(32) if mask >> square & 1] for mask in masks()]
    digits = np.arange(CONTENTS)[:, None] // 3 ** np.arange(SQUARES) % 3
    exchanged = np.array([0, 2, 1])[digits]
    for number, squares in enumerate(sets):
        turned = sets.index(sorted(31 - square for square in squares))
        powers = [3 ** sets[turned].index(31 - square) for square in squares]
        other[number * CONTENTS : (number + 1) * CONTENTS] = turned * CONTENTS + exchanged @ powers
    for table, side in ((MEN, MOST), (KINGS, MOST), (STUCK, 4), (RUN, 4)):
        square = np.arange(side * side).reshape(side, side)
        other[table : table + side * side] = table + square.T.reshape(-1)
    for table, count in ((MEN_STEPS, 2 * STEPS + 1), (KING_STEPS, 2 * STEPS + 1)):
        other[table : table + count] = table + np.arange(count)[::-1]
    other[MY_KING : MY_KING + 32] = THEIR_KING + 31 - np.arange(32)
    other[THEIR_KING : THEIR_KING + 32] = MY_KING + 31 - np.arange(32)
    return other
