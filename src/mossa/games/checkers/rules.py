"""The rules of checkers.

The board as the mover sees it. His men come from below and move up; the squares are the bits of half a word:

        31    30    29    28        row 7: his men crown here
     27    26    25    24
        23    22    21    20
     19    18    17    16           to the left, a step up adds 4 from an odd row, 5 from an even one;
        15    14    13    12        to the right, 3 from an odd row, 4 from an even one;
     11    10     9     8           a jump adds 9 or 7 wherever it begins
         7     6     5     4
      3     2     1     0           row 0: the opponent's men crown here

The low half of a word is what belongs to the mover, the high half what belongs to the opponent. So changing sides after
a move is reversing the 64 bits: the opponent's half comes to the low end, upside down, as he sees it. Black sees square
1 as bit 0, White sees square 32 as bit 0.

A move is a number: the square it begins on in the low five bits, then

    a step    its direction
    a jump    a one, then the direction of each leap, the first one highest
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, byte_swap, highest_bit, lowest_bit, mix, parameter, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Words

DRAW_AFTER = parameter(
    "draw_after", 80, "moves, of both sides, without a capture or a move of a man that make a draw", least=2, most=1000
)

# A run of quiet moves is ended by a man's move (7 for each of 12 men a side) or a capture (24). A king has at most 16
# ways to jump, and the twelve best squares together 184 (a board full of pieces to jump: every other board has fewer
# ways).
FACTS = Facts(players=2, utility=(-1, 1), repetition=True, widest=184, longest=(2 * 12 * 7 + 24 + 1) * DRAW_AFTER)

BOARD = 0xFFFFFFFF
ODD_ROWS, EVEN_ROWS = 0xF0F0F0F0, 0x0F0F0F0F
NOT_LEFT, NOT_RIGHT = 0x77777777, 0xEEEEEEEE  # without the last square of each row, without the first
CROWN = 0xF0000000
LATE = 16  # the last quiet moves before the draw, where their count is part of the key

# Directions: forward right, forward left, back right, back left. The opposite of d is 3 − d.
LEAPS = (7, 9, -9, -7)
STEP_LIMIT = 1 << 7  # moves below are steps, from here on they are jumps


class State(NamedTuple):
    pieces: u64  # men and kings: low half the mover's, high half the opponent's
    kings: u64
    turn: int  # 0: Black moves
    quiet: int  # moves since the last capture or move of a man


def start() -> State:
    return State(u64(0xFFF00000_00000FFF), u64(0), 0, 0)


def mover(state: State) -> int:
    return state.turn


# A set of squares, moved one step. The names say where the *steps* lead; what leaves the board is dropped.


def forward_right(squares: u64) -> u64:
    return (squares & EVEN_ROWS) << 4 | (squares & ODD_ROWS & NOT_RIGHT) << 3


def forward_left(squares: u64) -> u64:
    return (squares & ODD_ROWS) << 4 | (squares & EVEN_ROWS & NOT_LEFT) << 5


def back_right(squares: u64) -> u64:
    return (squares & EVEN_ROWS) >> 4 | (squares & ODD_ROWS & NOT_RIGHT) >> 5


def back_left(squares: u64) -> u64:
    return (squares & ODD_ROWS) >> 4 | (squares & EVEN_ROWS & NOT_LEFT) >> 3


def neighbour(square: int, direction: int) -> u64:
    """The square one step away, as a set; empty beyond the edge."""
    here = u64(1) << square
    if direction == 0:
        there = forward_right(here)
    elif direction == 1:
        there = forward_left(here)
    elif direction == 2:
        there = back_right(here)
    else:
        there = back_left(here)
    return there & BOARD


def beyond(square: int, direction: int) -> u64:
    """The square behind that: where a leap lands."""
    middle = neighbour(square, direction)
    return neighbour(lowest_bit(middle), direction) if middle else u64(0)


NEXT = ConstantTable(lambda: [neighbour(square, d) for square in range(32) for d in range(4)], Words)
BEYOND = ConstantTable(lambda: [beyond(square, d) for square in range(32) for d in range(4)], Words)


def empty_squares(state: State) -> u64:
    return BOARD & ~(state.pieces | state.pieces >> 32)


def jumpers(mine: u64, kings: u64, theirs: u64, empty: u64) -> u64:
    """The pieces of `mine` that can capture; of `kings` only those of `mine` count."""
    ahead = back_left(theirs & back_left(empty)) | back_right(theirs & back_right(empty))
    behind = forward_left(theirs & forward_left(empty)) | forward_right(theirs & forward_right(empty))
    return mine & (ahead | kings & behind)


def must_capture(state: State) -> bool:
    return jumpers(state.pieces & BOARD, state.kings, state.pieces >> 32, empty_squares(state)) != 0


def moves(state: State) -> Iterator[int]:
    mine, theirs, empty = state.pieces & BOARD, state.pieces >> 32, empty_squares(state)
    kings = state.kings & BOARD
    hunters = jumpers(mine, kings, theirs, empty)
    if hunters:
        while hunters:
            square = lowest_bit(hunters)
            hunters &= hunters - 1
            here = u64(1) << square
            yield from jumps(square, square, (kings & here) != 0, theirs, empty | here, 1)
    else:
        yield from steps(mine & back_left(empty), 0)
        yield from steps(mine & back_right(empty), 1)
        yield from steps(kings & forward_left(empty), 2)
        yield from steps(kings & forward_right(empty), 3)


def steps(walkers: u64, direction: int) -> Iterator[int]:
    while walkers:
        yield direction << 5 | lowest_bit(walkers)
        walkers &= walkers - 1


def jumps(square: int, at: int, king: bool, theirs: u64, empty: u64, path: int) -> Iterator[int]:
    """The ways to go on capturing for the piece from `square` that has come to `at`; each is one move.

    A captured piece stays on the board until the move is done, but is not jumped twice. (No jump lands where a piece
    was captured: all landing squares of a piece lie on every other row.)
    """
    done = True
    for direction in range(4 if king else 2):
        prey = NEXT[4 * at + direction] & theirs
        if prey and BEYOND[4 * at + direction] & empty:
            done = False
            yield from jumps(square, at + LEAPS[direction], king, theirs ^ prey, empty, path << 2 | direction)
    if done:
        yield path << 5 | square


def play(state: State, move: int) -> State:
    square = move & 31
    here = u64(1) << square
    taken = u64(0)
    if move < STEP_LIMIT:
        there = NEXT[4 * square + (move >> 5)]
    else:
        path = move >> 5
        at, left = square, highest_bit(path)
        while left > 0:
            left -= 2
            direction = path >> left & 3
            taken |= NEXT[4 * at + direction]
            at += LEAPS[direction]
        there = u64(1) << at
    pieces = (state.pieces ^ here | there) & ~(taken << 32)
    kings = state.kings & ~(here | taken << 32)
    was_king = (state.kings & here) != 0
    if was_king or there & CROWN:
        kings |= there
    quiet = state.quiet + 1 if was_king and not taken else 0
    return State(reverse(pieces), reverse(kings), 1 - state.turn, quiet)


def reverse(word: u64) -> u64:
    """The 64 bits in reverse order: the board as the other player sees it."""
    word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2
    word = (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4
    return byte_swap(word)


def can_move(state: State) -> bool:
    mine, empty = state.pieces & BOARD, empty_squares(state)
    ahead = back_left(empty) | back_right(empty)
    behind = forward_left(empty) | forward_right(empty)
    return (mine & (ahead | state.kings & behind)) != 0 or must_capture(state)


def is_over(state: State) -> bool:
    return state.quiet >= DRAW_AFTER or not can_move(state)


def utility(state: State, player: int) -> int:
    if can_move(state):
        return 0
    return -1 if player == state.turn else 1


def key(state: State) -> u64:
    """The key of a state. It ignores the count of quiet moves, so that repetitions have equal keys.

    In the last LATE quiet moves before the draw the count is part of the key, since it matters there. Earlier, states
    with equal keys and different counts occur only within one run of quiet moves, and the counts differ little.
    """
    late = max(0, state.quiet - max(0, DRAW_AFTER - LATE))
    return mix(mix(state.pieces ^ u64(late << 1 | state.turn) * u64(0x9E3779B97F4A7C15)) ^ state.kings)


def reversible(state: State) -> int:
    return state.quiet


def noisy(state: State) -> bool:
    """Is a capture pending, for either side? Then the material is about to change."""
    return must_capture(state)
