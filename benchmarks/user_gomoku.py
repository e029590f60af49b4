"""Gomoku as somebody writes it for the first time: the board is a tuple of numbers, 225 of them, changed by `replace`.

`mossa bench userspeed` measures it beside the same rules in C++, `mossa bench coldstart` how soon it answers.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, parameter, replace

SIZE = parameter("size", 15, "points on a side", least=5, most=25)
FACTS = Facts(players=2, utility=(-1, 1), widest=SIZE * SIZE, longest=SIZE * SIZE)
EMPTY = -1
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class State(NamedTuple):
    board: tuple[int, ...]
    mover: int
    count: int
    won: int


def start() -> State:
    return State((EMPTY,) * (SIZE * SIZE), 0, 0, 0)


def mover(state: State) -> int:
    return state.mover


def is_over(state: State) -> bool:
    return state.won == 1 or state.count == SIZE * SIZE


def utility(state: State, player: int) -> int:
    if not state.won:
        return 0
    return -1 if player == state.mover else 1


def moves(state: State) -> Iterator[int]:
    for point in range(SIZE * SIZE):
        if state.board[point] == EMPTY:
            yield point


def stones(board: tuple[int, ...], row: int, column: int, down: int, right: int) -> int:
    """How many stones of one player follow each other on this way, the first not counted."""
    player, count = board[row * SIZE + column], 0
    row, column = row + down, column + right
    while 0 <= row < SIZE and 0 <= column < SIZE and board[row * SIZE + column] == player:
        count += 1
        row, column = row + down, column + right
    return count


def play(state: State, move: int) -> State:
    board = replace(state.board, move, state.mover)
    row, column = divmod(move, SIZE)
    won = 0
    for down, right in WAYS:
        if stones(board, row, column, down, right) + stones(board, row, column, -down, -right) >= 4:
            won = 1
    return State(board, 1 - state.mover, state.count + 1, won)
