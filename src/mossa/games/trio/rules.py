"""The rules of Rolit for three. Cell number: column + SIZE·row, from a1 at the bottom left; a move is its cell."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, MossaError, bit_count, parameter, u64

SIZE = parameter("size", 4, "cells on a side of the board, an even number", least=4, most=8)
if SIZE % 2:
    raise MossaError(f"parameter size takes 4, 6 or 8, not {SIZE}")

CELLS = SIZE * SIZE
BOARD = u64((1 << CELLS) - 1)
FIRST_COLUMN = u64(sum(1 << SIZE * row for row in range(SIZE)))
LAST_COLUMN = FIRST_COLUMN << SIZE - 1
CORNER = (SIZE // 2 - 1) * (SIZE + 1)  # the lower left of the four cells in the middle

FACTS = Facts(players=3, utility=(-CELLS, 2 * CELLS), widest=CELLS - 4, longest=CELLS - 4, actions=CELLS)


class State(NamedTuple):
    mine: u64  # balls of the player to move, one bit a cell
    next: u64  # of the player after him
    last: u64  # of the player who has just moved
    nobody: u64  # the ball of the fourth colour, while nobody has turned it


def start() -> State:
    """One ball of each colour in the middle, in the order of play round the square."""
    one = u64(1)
    return State(one << CORNER, one << CORNER + SIZE, one << CORNER + SIZE + 1, one << CORNER + 1)


def mover(state: State) -> int:
    return (bit_count(taken(state)) - 4) % 3


def moves(state: State) -> Iterator[int]:
    """Cells that turn a ball; only if there are none, the cells next to a ball."""
    empty = BOARD & ~taken(state)
    turning = False
    for cell in range(CELLS):
        if empty >> cell & 1 != 0 and turned(state, cell) != 0:
            turning = True
            yield cell
    if not turning:
        near = empty & around(taken(state))
        for cell in range(CELLS):
            if near >> cell & 1 != 0:
                yield cell


def play(state: State, move: int) -> State:
    turning = turned(state, move)
    mine = state.mine | turning | u64(1) << move
    return State(state.next & ~turning, state.last & ~turning, mine, state.nobody & ~turning)


def is_over(state: State) -> bool:
    return taken(state) == BOARD


def utility(state: State, player: int) -> int:
    """Each ball counts 2 for its owner and −1 for each of the others."""
    mine, after, last = bit_count(state.mine), bit_count(state.next), bit_count(state.last)
    ahead = (player - mover(state)) % 3
    own = mine if ahead == 0 else after if ahead == 1 else last
    return 3 * own - (mine + after + last)


def taken(state: State) -> u64:
    """The cells with a ball."""
    return state.mine | state.next | state.last | state.nobody


def turned(state: State, cell: int) -> u64:
    """The balls of others that a ball of the mover on this cell would turn: runs of them that end at one of his own."""
    others = state.next | state.last | state.nobody
    turning = u64(0)
    for right in range(-1, 2):
        for up in range(-1, 2):
            run = u64(0)
            ahead = shifted(u64(1) << cell, right, up)
            while ahead & others != 0:
                run = run | ahead
                ahead = shifted(ahead, right, up)
            if ahead & state.mine != 0:
                turning = turning | run
    return turning


def around(cells: u64) -> u64:
    """These cells and their neighbours."""
    rows = cells | shifted(cells, 1, 0) | shifted(cells, -1, 0)
    return rows | shifted(rows, 0, 1) | shifted(rows, 0, -1)


def shifted(cells: u64, right: int, up: int) -> u64:
    """The cells moved one step; what leaves the board is gone."""
    if right > 0:
        cells = (cells & ~LAST_COLUMN) << 1
    elif right < 0:
        cells = (cells & ~FIRST_COLUMN) >> 1
    if up > 0:
        cells = cells << SIZE & BOARD
    elif up < 0:
        cells = cells >> SIZE
    return cells
