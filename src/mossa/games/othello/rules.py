"""The rules of Othello. Square number: column + 8·row, a1 = 0 at the top left, h8 = 63; a move is its square, or PASS.

  a  b  c  d  e  f  g  h                 -9 -8 -7
1  0  1  2  3  4  5  6  7      a step    -1     +1
2  8  9 10 11 12 13 14 15      is one of +7 +8 +9
…
8 56 57 58 59 60 61 62 63
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, bit_count, highest_bit, lowest_bit, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Words

FACTS = Facts(players=2, utility=(-64, 64), score=(-64, 64), widest=60, longest=120, actions=65)

SQUARES = 64
PASS = 64
INNER_COLUMNS = u64(0x7E7E7E7E7E7E7E7E)  # a line that leaves the board sideways ends in column a or h


class State(NamedTuple):
    mine: u64  # discs of the player to move, one bit a square
    theirs: u64
    turn: int  # who moves: 0 Black, 1 White


def start() -> State:
    return State(u64(1) << 28 | u64(1) << 35, u64(1) << 27 | u64(1) << 36, 0)


def mover(state: State) -> int:
    return state.turn


def moves(state: State) -> Iterator[int]:
    squares = mobility(state.mine, state.theirs)
    if squares == 0:
        yield PASS
    while squares != 0:
        yield lowest_bit(squares)
        squares &= squares - 1


def play(state: State, move: int) -> State:
    if move == PASS:
        return State(state.theirs, state.mine, 1 - state.turn)
    turned = flips(state.mine, state.theirs, move)
    return State(state.theirs ^ turned, state.mine ^ turned ^ u64(1) << move, 1 - state.turn)


def is_over(state: State) -> bool:
    return mobility(state.mine, state.theirs) == 0 and mobility(state.theirs, state.mine) == 0


def utility(state: State, player: int) -> int:
    lead = margin(state.mine, state.theirs)
    return lead if player == state.turn else -lead


def score(state: State, player: int) -> int:
    return utility(state, player)


def key(state: State) -> u64:
    """The side to move is not part of it, since the colours are symmetric."""
    word = state.mine * u64(0x9E3779B97F4A7C15) + (state.theirs ^ state.theirs >> 32) * u64(0xC2B2AE3D27D4EB4F)
    return word ^ word >> 29


def margin(mine: u64, theirs: u64) -> int:
    """The final difference of discs, the empty squares counted for the winner."""
    ours, others = bit_count(mine), bit_count(theirs)
    if ours > others:
        return 64 - 2 * others
    if ours < others:
        return 2 * ours - 64
    return 0


# ------------------------------------------------------------------------------------------ where one may move


def mobility(mine: u64, theirs: u64) -> u64:
    """The empty squares where a disc of `mine` would turn discs of `theirs`, all at once."""
    inner = theirs & INNER_COLUMNS
    found = along_rows(mine, inner) | beyond(mine, theirs, 8) | beyond(mine, inner, 7) | beyond(mine, inner, 9)
    return found & ~(mine | theirs)


def beyond(mine: u64, between: u64, step: int) -> u64:
    """The squares behind runs of `between` that begin next to `mine`, both ways along a step.

    Parallel prefix: after three rounds a run may have grown to the six squares it can have.
    """
    up = between & mine << step
    down = between & mine >> step
    up |= between & up << step
    down |= between & down >> step
    pairs = between & between << step
    up |= pairs & up << 2 * step
    down |= pairs >> step & down >> 2 * step
    up |= pairs & up << 2 * step
    down |= pairs >> step & down >> 2 * step
    return up << step | down >> step


def along_rows(mine: u64, between: u64) -> u64:
    """`beyond` along the rows; to the right the carry of an addition runs through the discs between."""
    right = (between & mine << 1) + between
    down = between & mine >> 1
    down |= between & down >> 1
    pairs = between & between >> 1
    down |= pairs & down >> 2
    down |= pairs & down >> 2
    return right | down >> 1


# --------------------------------------------------------------------------------------------- what a move turns


def rays() -> list[int]:
    """For each square its eight rays to the edge: towards greater squares (+1 +7 +8 +9), then towards lesser ones."""
    masks = []
    for square in range(SQUARES):
        for right, down in ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)):
            mask, column, row = 0, square % 8 + right, square // 8 + down
            while 0 <= column < 8 and 0 <= row < 8:
                mask |= 1 << column + 8 * row
                column, row = column + right, row + down
            masks.append(mask)
    return masks


RAYS = ConstantTable(rays, Words)


def flips(mine: u64, theirs: u64, square: int) -> u64:
    """The discs of `theirs` that a disc of `mine` on an empty square turns."""
    at = 8 * square
    return (
        upward(mine, theirs, RAYS[at])
        | upward(mine, theirs, RAYS[at + 1])
        | upward(mine, theirs, RAYS[at + 2])
        | upward(mine, theirs, RAYS[at + 3])
        | downward(mine, theirs, RAYS[at + 4])
        | downward(mine, theirs, RAYS[at + 5])
        | downward(mine, theirs, RAYS[at + 6])
        | downward(mine, theirs, RAYS[at + 7])
    )


def upward(mine: u64, theirs: u64, ray: u64) -> u64:
    """The discs of `theirs` enclosed at the near end of a ray towards greater squares.

    With all squares off the ray filled, adding 1 carries through `theirs` to the first other square of the ray.
    """
    end = ((theirs | ~ray) + 1) & ray & mine
    return (end - (end != 0)) & ray


def downward(mine: u64, theirs: u64, ray: u64) -> u64:
    """The discs of `theirs` enclosed at the near end of a ray towards lesser squares: its first other square is the
    highest."""
    end = (u64(1) << highest_bit(~theirs & ray | 1)) & ray & mine
    return -(end << 1) & ray
