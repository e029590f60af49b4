"""What a player of checkers knows without searching: an estimate in hundredths of a man, and which moves to try first.

The estimate is a sum of simple features, each weighed for both sides, the opponent's seen from his own side of the
table. The weights were set by hand, from what the books say is worth what [Samuel59], [Schaeffer97].
"""

from mossa import bit_count, highest_bit, u64

from .endgame import bounds, distance
from .numbering import index, retract, slices, state_at
from .rules import (
    BOARD,
    CROWN,
    EVEN_ROWS,
    NEXT,
    STEP_LIMIT,
    State,
    back_left,
    back_right,
    empty_squares,
    forward_left,
    forward_right,
    reverse,
)

__all__ = ["bounds", "distance", "evaluate", "index", "order", "retract", "slices", "state_at"]

# Weights, in hundredths of a man.
MAN, KING = 100, 135
ADVANCE = (0, 0, 1, 3, 5, 8, 13)  # a man on row 0 … 6
GUARD = 6  # a man of the first row on the way to the king row: squares 1 and 3, or 30 and 32
BRIDGE = 8  # both of them: the other side crowns hardly
OTHER_GUARD = 3
CENTRE = 3  # a man on one of the eight middle squares
EDGE = -2  # a man at the side, where it bears on one square only
KING_CENTRE, KING_EDGE = 8, -5
MOBILITY = 2  # a step that can be made
STUCK_KING = -25  # a king without a step
RUNNER, RUNNER_STEP = 45, 8  # a man with a free way to the king row, less for each step it still has to go
THE_MOVE = 4  # the opposition, when the board empties
EXCHANGE = 1  # for a man more and a piece less on the board: who is ahead wants exchanges

MIDDLE = 0x00666600  # bits 9 10 13 14 17 18 21 22
SIDES = 0x18181818  # bits 3 4 11 12 19 20 27 28
BRIDGE_SQUARES, OTHER_SQUARES = 0b0101, 0b1010


def evaluate(state: State) -> int:
    other = reverse(state.pieces)
    other_kings = reverse(state.kings)
    mine, theirs = state.pieces & BOARD, state.pieces >> 32
    empty = empty_squares(state)
    total = bit_count(state.pieces)
    my_kings, their_kings = state.kings & BOARD, state.kings >> 32
    ahead = bit_count(mine) - bit_count(theirs)
    estimate = ahead * (MAN + EXCHANGE * (24 - total))
    estimate += (KING - MAN) * (bit_count(my_kings) - bit_count(their_kings))
    estimate += side(mine, my_kings, theirs, empty)
    estimate -= side(other & BOARD, other_kings & BOARD, other >> 32, BOARD & ~(other | other >> 32))
    if total <= 12:
        estimate += THE_MOVE if bit_count((mine | theirs) & EVEN_ROWS) & 1 else -THE_MOVE
    return estimate


def side(mine: u64, kings: u64, theirs: u64, empty: u64) -> int:
    """What the pieces of one side are worth by where they stand; `mine` moves up."""
    men = mine & ~kings
    worth = 0
    for row in range(1, 7):
        worth += ADVANCE[row] * bit_count(men >> 4 * row & 0xF)
    # The first row keeps the other side from crowning, as long as there are men to crown.
    guards = bit_count(men & BRIDGE_SQUARES)
    worth += GUARD * guards + OTHER_GUARD * bit_count(men & OTHER_SQUARES)
    if guards == 2:
        worth += BRIDGE
    worth += CENTRE * bit_count(men & MIDDLE) + EDGE * bit_count(men & SIDES)
    worth += KING_CENTRE * bit_count(kings & MIDDLE) + KING_EDGE * bit_count(kings & SIDES)
    ahead = back_left(empty), back_right(empty)
    behind = forward_left(empty), forward_right(empty)
    steps = bit_count(mine & ahead[0]) + bit_count(mine & ahead[1])
    steps += bit_count(kings & behind[0]) + bit_count(kings & behind[1])
    free_kings = kings & (ahead[0] | ahead[1] | behind[0] | behind[1])
    worth += MOBILITY * steps + STUCK_KING * bit_count(kings & ~free_kings)
    return worth + runners(men, theirs, empty)


def runners(men: u64, theirs: u64, empty: u64) -> int:
    """The nearest man that can walk to the king row over empty squares that no enemy piece touches."""
    danger = forward_left(theirs) | forward_right(theirs) | back_left(theirs) | back_right(theirs)
    free = empty & ~danger
    front = men & ~u64(0xFFFF)  # from row 4 on
    for steps in range(1, 4):
        front = (forward_left(front) | forward_right(front)) & free
        if front & CROWN:
            return RUNNER - RUNNER_STEP * steps
    return 0


def order(state: State, move: int) -> int:
    """Long captures first, then crowning. All other steps are left to what the search learns of them: to put steps that
    offer a piece last, or to spare them from reductions, made the search larger and the play no better.
    """
    if move >= STEP_LIMIT:
        return highest_bit(move >> 5) // 2
    square = move & 31
    return 1 if NEXT[4 * square + (move >> 5)] & CROWN and not state.kings >> square & 1 else 0
