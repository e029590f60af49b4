"""The board of Gomoku: stones on the crossings of lines."""

from mossa import Piece, Scene, crossings

from .notation import LETTERS, owners, write_move
from .rules import SIZE, State

player_names = ("Black", "White")

PIECES = {"X": Piece("X", "black", "disc"), "O": Piece("O", "white", "disc")}


def scene(state: State, viewer: int | None) -> Scene:
    board, rows = owners(state), range(SIZE - 1, -1, -1)
    return crossings(
        [board[SIZE * row :][:SIZE] for row in rows],
        PIECES,
        names=[[write_move(state, column + SIZE * row) for column in range(SIZE)] for row in rows],
        column_labels=LETTERS,
        row_labels=[str(row + 1) for row in rows],
    )
