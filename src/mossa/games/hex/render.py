"""The board of Hex, within a frame that shows whose the sides are."""

from dataclasses import replace

from mossa import Piece, Scene, hexagons

from .notation import SWAP_PIECES, owners, write_move
from .rules import SIZE, State, may_swap

player_names = ("Red", "Blue")

SIDES = {"r": "first", "b": "third"}
PIECES = {
    "R": Piece("R", "first", "disc"),
    "B": Piece("B", "third", "disc"),
    **{letter: Piece("", role, letter=letter) for letter, role in SIDES.items()},
}


def scene(state: State, viewer: int | None) -> Scene:
    board, red = owners(state), "r" * (SIZE + 1)
    inner = [f"b{board[SIZE * row :][:SIZE]}b" for row in range(SIZE)]
    names = [["", *(write_move(state, column + SIZE * row) for column in range(SIZE)), ""] for row in range(SIZE)]
    framed = hexagons(
        [f" {red}", *inner, red],
        PIECES,
        names=[[], *names, []],
        notes=["Red: top to bottom; Blue: left to right", *([f"{SWAP_PIECES} is possible"] if may_swap(state) else [])],
        row_labels=["", *(str(row + 1) for row in range(SIZE)), ""],
    )
    sides = {PIECES[letter]: role for letter, role in SIDES.items()}
    cells = (replace(cell, ground=sides[cell.piece]) if cell.piece in sides else cell for cell in framed.cells)
    return replace(framed, cells=tuple(cells))
