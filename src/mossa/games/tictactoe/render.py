"""The board of tic-tac-toe."""

from mossa import Piece, Scene, grid

from .notation import write_move, write_position
from .rules import State

player_names = ("X", "O")


def scene(state: State, viewer: int | None) -> Scene:
    board = write_position(state).replace("-", ".")
    return grid(
        [board[row * 3 : row * 3 + 3] for row in (2, 1, 0)],
        {"X": Piece("X", "first"), "O": Piece("O", "third")},
        names=[[write_move(state, row * 3 + column) for column in range(3)] for row in (2, 1, 0)],
        column_labels="abc",
        row_labels="321",
    )
