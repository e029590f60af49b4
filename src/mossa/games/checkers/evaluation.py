"""The evaluation of checkers in hundredths of a man, and its move ordering.

The evaluation is the sum of the weights at all places of `patterns` that a position reads. They were learnt from
self-play, as Samuel's were: `mossa.learn.recipes.checkers`.
"""

from mossa import bit_count, highest_bit, lowest_bit
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Int32s

from .endgame import bounds
from .indexing import index, retract, slices, state_at
from .patterns import (
    KING_STEPS,
    MEN_STEPS,
    MY_KING,
    SETS,
    THEIR_KING,
    difference,
    kings_place,
    men_place,
    move_place,
    reading,
    run_place,
    steps_anywhere,
    steps_down,
    steps_up,
    stuck_place,
)
from .rules import BOARD, CROWN, NEXT, STEP_LIMIT, State, empty_squares
from .weights import UNIT, weights

__all__ = ["bounds", "evaluate", "index", "order", "retract", "slices", "state_at"]

TUNING = {"extensions": 0}
"""Search options: quiescence already plays out forced captures; extending them too costs five plies and gains
nothing."""
WEIGHTS = ConstantTable(weights, Int32s, name="checkers weights")
ALL_PIECES = 24


def evaluate(state: State) -> int:
    mine, theirs, empty = state.pieces & BOARD, state.pieces >> 32, empty_squares(state)
    my_kings, their_kings = state.kings & BOARD, state.kings >> 32
    my_men, their_men = mine ^ my_kings, theirs ^ their_kings
    total: int = 0
    for number in range(SETS):
        total += WEIGHTS[reading(my_men, their_men, number)]
    total += WEIGHTS[men_place(my_men, their_men)] + WEIGHTS[kings_place(my_kings, their_kings)]
    total += WEIGHTS[difference(MEN_STEPS, steps_up(my_men, empty), steps_down(their_men, empty))]
    total += WEIGHTS[run_place(my_men, their_men, mine, theirs, empty)] + WEIGHTS[move_place(state)]
    if state.kings:
        steps = difference(KING_STEPS, steps_anywhere(my_kings, empty), steps_anywhere(their_kings, empty))
        total += WEIGHTS[steps] + WEIGHTS[stuck_place(my_kings, their_kings, empty)]
        while my_kings:
            total += WEIGHTS[MY_KING + lowest_bit(my_kings)]
            my_kings &= my_kings - 1
        while their_kings:
            total += WEIGHTS[THEIR_KING + lowest_bit(their_kings)]
            their_kings &= their_kings - 1
    # The two sums were added as one number: its lower sixteen bits, with their sign, are the sum for the empty board.
    on_empty = (total + 32768 & 65535) - 32768
    on_full = total - on_empty >> 16
    pieces = bit_count(state.pieces)
    mixed: int = on_full * pieces + on_empty * (ALL_PIECES - pieces)
    return mixed // (ALL_PIECES * UNIT)


def order(state: State, move: int) -> int:
    """Long captures first, then crowning. Other steps are left to the history heuristic: putting steps that offer a
    piece last, or exempting them from reductions, made the search larger and the play no better.
    """
    if move >= STEP_LIMIT:
        return highest_bit(move >> 5) // 2
    square = move & 31
    return 1 if NEXT[4 * square + (move >> 5)] & CROWN and not state.kings >> square & 1 else 0
