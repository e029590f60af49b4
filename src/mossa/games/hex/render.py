"""The board of Hex."""

from mossa import Piece, Scene, hexagons

from .notation import SWAP_PIECES, owners, write_move
from .rules import SIZE, State, may_swap

player_names = ("Red", "Blue")

PIECES = {"R": Piece("R", "first", "disc"), "B": Piece("B", "third", "disc")}


def scene(state: State, viewer: int | None) -> Scene:
    board = owners(state)
    return hexagons(
        [board[SIZE * row :][:SIZE] for row in range(SIZE)],
        PIECES,
        names=[[write_move(state, column + SIZE * row) for column in range(SIZE)] for row in range(SIZE)],
        notes=["Red: top to bottom; Blue: left to right", *([f"{SWAP_PIECES} is possible"] if may_swap(state) else [])],
        row_labels=[str(row + 1) for row in range(SIZE)],
    )
