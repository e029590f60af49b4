"""The evaluation of Othello, its move ordering, and search options."""

from mossa import bit_count, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Int16s, Ints, Words

from .end_solver import QUADRANTS, near_end, plies_left, solve_end
from .patterns import DISCS, INSTANCES, MINE, SIZE, THEIRS, reading, stage
from .rules import PASS, SQUARES, State, flips, mobility, play
from .weights import weights

__all__ = ["PROVING", "TUNING", "costly_order", "evaluate", "near_end", "order", "plies_left", "solve_end"]

TUNING = {"singular": 0}
"""Scores in hundredths of a disc are so fine that nearly every position has a singular move."""
PROVING = {"lookahead_depth": 10, "lookahead_ply": 60, "share_depth": 14}
"""In a proof, all replies are looked up in the table and threads share the work at nodes whose search costs more than
that."""

WEIGHTS = ConstantTable(weights, Int16s, name="othello weights")
MOST = 6400
"""A board is worth at most 64 discs."""

CORNERS = u64(0x8100000000000081)
NOT_LEFT, NOT_RIGHT = u64(0xFEFEFEFEFEFEFEFE), u64(0x7F7F7F7F7F7F7F7F)

# Weights of a reply, the frontier and parity in the move ordering, beside that of the square.
REPLY = 16
FRONTIER = 4
PARITY = 4
COSTLY_ORDER_EMPTIES = 12
"""From this many empty squares on, the evaluation of the board after the move counts too."""


def squares() -> list[int]:
    """The value of a square by itself: corners most, the squares next to them least."""
    eighth = ((9, 2, 8, 6), (2, 1, 3, 4), (8, 3, 7, 5), (6, 4, 5, 0))
    return [eighth[min(s // 8, 7 - s // 8)][min(s % 8, 7 - s % 8)] for s in range(SQUARES)]


def quadrants() -> list[int]:
    """The quadrant of each square."""
    return [next(q for q in QUADRANTS if q >> s & 1) for s in range(SQUARES)]


SQUARE = ConstantTable(squares, Ints)
QUADRANT = ConstantTable(quadrants, Words)


def order(state: State, move: int) -> int:
    """Fastest first: the move that leaves the opponent the fewest replies, corners counted double."""
    if move == PASS:
        return 0
    turned = flips(state.mine, state.theirs, move)
    mine, theirs = state.mine ^ turned ^ u64(1) << move, state.theirs ^ turned
    empty = ~(mine | theirs)
    replies = mobility(theirs, mine)
    last_word = bit_count(empty & QUADRANT[move]) & 1  # an odd number left there: the opponent gets the last one
    cost = REPLY * (bit_count(replies) + bit_count(replies & CORNERS))
    cost += FRONTIER * bit_count(around(mine) & empty) + PARITY * last_word
    welcome: int = SQUARE[move]
    return welcome - cost


def costly_order(state: State, move: int) -> int:
    """The evaluation of the board after the move, if enough squares are empty."""
    if bit_count(state.mine | state.theirs) > SQUARES - 1 - COSTLY_ORDER_EMPTIES:
        return 0
    return -evaluate(play(state, move)) // 8


def around(discs: u64) -> u64:
    """These squares and their neighbours."""
    wide = discs | (discs & NOT_RIGHT) << 1 | (discs & NOT_LEFT) >> 1
    return wide | wide << 8 | wide >> 8


def evaluate(state: State) -> int:
    """The sum of the learnt weights of a state: the expected final difference, in hundredths of a disc."""
    mine, theirs = state.mine, state.theirs
    discs = bit_count(mine | theirs)
    at = SIZE * stage(discs)
    total: int = WEIGHTS[at + MINE + bit_count(mobility(mine, theirs))]
    total += WEIGHTS[at + THEIRS + bit_count(mobility(theirs, mine))] + WEIGHTS[at + DISCS + discs]
    for instance in range(INSTANCES):
        total += WEIGHTS[at + reading(mine, theirs, instance)]
    return max(-MOST, min(MOST, total))
