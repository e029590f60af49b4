"""The rules of Hex. A cell is column + SIZE · row; a move is its cell, or SWAP.

     a b c                    a cell touches six others:     -SIZE  -SIZE+1
    1 . . .                                                    -1   ·   +1
     2 . . .                                                 +SIZE-1  +SIZE
      3 . . .

The board is six *planes*, each a word for each row with a bit for each cell: the stones of Red and of Blue; then, of
each, those that are joined to their first side, and those that are joined to their second. So a stone wins if it
touches both of the latter, and nothing else needs to be known. What a stone joins to a side is flooded once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, mix, parameter, replace, u64

SIZE = parameter("size", 11, "cells on a side", least=2, most=19)
SWAPS = parameter("swap", 1, "1: Blue may swap pieces as his first move", least=0, most=1)
CELLS = SIZE * SIZE
SWAP = CELLS
PLANES = 6
FACTS = Facts(
    players=2,
    utility=(-1, 1),
    widest=CELLS + SWAPS,
    longest=CELLS + SWAPS,
    features=(PLANES + 1, SIZE, SIZE),
    actions=CELLS + 1,
)
ROW = (1 << SIZE) - 1


class State(NamedTuple):
    rows: tuple[int, ...]  # the planes
    hash: u64  # of the stones
    turned: u64  # of the stones, the board turned by half
    stones: int
    turn: int  # 0 Red, 1 Blue
    won: int  # 1 if the last stone connected
    last: int  # its cell; −1 before the first stone and after a swap


def start() -> State:
    return State((0,) * (PLANES * SIZE), u64(0), u64(0), 0, 0, 0, -1)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    return state.won == 1


def utility(state: State, player: int) -> int:
    return -1 if player == state.turn else 1  # the last stone won


def may_swap(state: State) -> bool:
    return SWAPS == 1 and state.stones == 1 and state.turn == 1


def empty_row(rows: tuple[int, ...], row: int) -> int:
    """The empty cells of a row."""
    return ROW & ~(rows[row] | rows[SIZE + row])


def moves(state: State) -> Iterator[int]:
    for cell in range(CELLS):
        if empty_row(state.rows, cell // SIZE) >> cell % SIZE & 1:
            yield cell
    if may_swap(state):
        yield SWAP


def play(state: State, move: int) -> State:
    if move == SWAP:
        mirrored = state.last % SIZE * SIZE + state.last // SIZE
        return placed(start(), mirrored, 1)._replace(last=-1)
    return placed(state, move, state.turn)


def key(state: State) -> u64:
    """The board turned by half has the same key: its value is the same to the mover."""
    return mix(min(state.hash, state.turned) + u64(state.turn))


def placed(state: State, cell: int, player: int) -> State:
    """The state after a stone of a player on an empty cell."""
    rows = state.rows
    row, column = cell // SIZE, cell % SIZE
    rows = replace(rows, player * SIZE + row, rows[player * SIZE + row] | 1 << column)
    at, first, second = column if player else row, 2 + 2 * player, 3 + 2 * player
    to_first = at == 0 or around(rows, first, column, row) != 0
    to_second = at == SIZE - 1 or around(rows, second, column, row) != 0
    if to_first and not to_second:
        rows = flooded(rows, player, first, column, row)
    if to_second and not to_first:
        rows = flooded(rows, player, second, column, row)
    return State(
        rows,
        state.hash ^ mix(u64(2 * cell + player)),
        state.turned ^ mix(u64(2 * (CELLS - 1 - cell) + player)),
        state.stones + 1,
        1 - player,
        1 if to_first and to_second else 0,
        cell,
    )


def around(rows: tuple[int, ...], plane: int, column: int, row: int) -> int:
    """Those of the six cells around one that are in a plane, a bit each."""
    base = plane * SIZE + row
    near = (rows[base] << 1 >> column & 5) << 2
    if row > 0:
        near |= rows[base - 1] >> column & 3
    if row < SIZE - 1:
        near |= (rows[base + 1] << 1 >> column & 3) << 5
    return near


def flooded(rows: tuple[int, ...], player: int, plane: int, column: int, row: int) -> tuple[int, ...]:
    """The planes after a stone and all stones of its player that hang together with it have joined a side."""
    base, own = plane * SIZE, player * SIZE
    rows = replace(rows, base + row, rows[base + row] | 1 << column)
    growing = around(rows, player, column, row) != around(rows, plane, column, row)
    while growing:
        growing = False
        for i in range(SIZE):
            here = rows[base + i]
            near = here | here << 1 | here >> 1
            if i > 0:
                near |= rows[base + i - 1] | rows[base + i - 1] >> 1
            if i < SIZE - 1:
                near |= rows[base + i + 1] | rows[base + i + 1] << 1
            near &= rows[own + i]
            if near != here:
                rows = replace(rows, base + i, near)
                growing = True
    return rows
