"""The board of Trio."""

from mossa import Piece, Scene, grid

from .notation import COLUMNS, ROWS, write_move, write_position
from .rules import SIZE, State

player_names = ("Red", "Yellow", "Blue")

PIECES = {
    "R": Piece("R", "first", "disc"),
    "Y": Piece("Y", "second", "disc"),
    "B": Piece("B", "third", "disc"),
    "G": Piece("G", "felt", "disc"),
}


def scene(state: State, viewer: int | None) -> Scene:
    board = write_position(state)
    rows = [board[row * SIZE :][:SIZE] for row in reversed(range(SIZE))]
    return grid(
        rows,
        PIECES,
        names=[[write_move(state, row * SIZE + column) for column in range(SIZE)] for row in reversed(range(SIZE))],
        notes=[", ".join(f"{name} {board.count(letter)}" for name, letter in zip(player_names, "RYB", strict=True))],
        column_labels=COLUMNS,
        row_labels=ROWS[::-1],
    )
