"""Hex: connect your two sides of the board.

Rules: P. Hein (1942) and J. Nash (1948). Two players in turn put a stone on an empty cell of a rhombus of hexagons. The
first connects the upper side with the lower, the second the left with the right. One of them must. Parameter `size`:
cells of a side. There is no swap rule.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, Piece, Scene, hexagons, parameter, replace

SIZE = parameter("size", 5, "cells of a side", least=2, most=11)
CELLS = SIZE * SIZE
FACTS = Facts(players=2, utility=(-1, 1), widest=CELLS, longest=CELLS)


class State(NamedTuple):
    rows: tuple[tuple[int, ...], tuple[int, ...]]  # for each player and row, a bit for each stone
    won: int  # 1 if the last stone connected
    turn: int


def start() -> State:
    return State(((0,) * SIZE, (0,) * SIZE), 0, 0)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    return state.won == 1


def moves(state: State) -> Iterator[int]:
    for cell in range(CELLS):
        if not (state.rows[0][cell // SIZE] | state.rows[1][cell // SIZE]) >> cell % SIZE & 1:
            yield cell


def connects(rows: tuple[int, ...], player: int) -> bool:
    """Do these stones connect the two sides of a player? They are flooded from one side, row by row, until it rests."""
    reached = (0,) * SIZE
    for row in range(SIZE):
        if player == 0:
            reached = replace(reached, row, rows[row] if row == 0 else 0)
        else:
            reached = replace(reached, row, rows[row] & 1)
    growing = True
    while growing:
        growing = False
        for row in range(SIZE):
            here = reached[row]
            near = here | here << 1 | here >> 1
            if row > 0:
                near |= reached[row - 1] | reached[row - 1] >> 1
            if row < SIZE - 1:
                near |= reached[row + 1] | reached[row + 1] << 1
            near &= rows[row]
            if near != here:
                reached = replace(reached, row, near)
                growing = True
    if player == 0:
        return reached[SIZE - 1] != 0
    for row in range(SIZE):
        if reached[row] >> (SIZE - 1) & 1:
            return True
    return False


def play(state: State, move: int) -> State:
    mine = state.rows[state.turn]
    mine = replace(mine, move // SIZE, mine[move // SIZE] | 1 << move % SIZE)
    return State(replace(state.rows, state.turn, mine), 1 if connects(mine, state.turn) else 0, 1 - state.turn)


def utility(state: State, player: int) -> int:
    return -1 if player == state.turn else 1  # the last stone won


def write_move(state: State, move: int) -> str:
    return f"{chr(ord('a') + move % SIZE)}{move // SIZE + 1}"


def scene(state: State, viewer: int | None) -> Scene:
    letters = [
        "".join("X" if state.rows[0][y] >> x & 1 else "O" if state.rows[1][y] >> x & 1 else "." for x in range(SIZE))
        for y in range(SIZE)
    ]
    names = [[f"{chr(ord('a') + x)}{y + 1}" for x in range(SIZE)] for y in range(SIZE)]
    pieces = {"X": Piece("X", "first", "disc"), "O": Piece("O", "third", "disc")}
    return hexagons(letters, pieces, names=names, row_labels=[str(y + 1) for y in range(SIZE)])
