"""The board of chess, White below. Cells are named `a1` … `h8`, so that two clicks make a move as UCI writes it."""

from mossa import Piece, Scene, grid

from .board import State, in_check, mover, quiet_plies
from .draws import FIFTY_MOVES
from .fen import FILES, RANKS, SIDES, ranks_of, square_name

player_names = SIDES

GLYPHS = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♟"}
PIECES = {letter: Piece(glyph, "white", letter=letter) for letter, glyph in GLYPHS.items()} | {
    letter.lower(): Piece(glyph, "black", letter=letter.lower()) for letter, glyph in GLYPHS.items()
}


def scene(state: State, viewer: int | None) -> Scene:
    notes = [f"{SIDES[mover(state)]} to move{', in check' if in_check(state) else ''}"]
    if quiet_plies(state) > FIFTY_MOVES // 2:
        notes.append(f"{quiet_plies(state) // 2} moves without a capture or a pawn's move")
    return grid(
        ranks_of(state),
        PIECES,
        names=[[square_name(8 * rank + file) for file in range(8)] for rank in range(7, -1, -1)],
        ground="light",
        second_ground="dark",
        notes=notes,
        column_labels=FILES,
        row_labels=RANKS[::-1],
        compared=True,
    )
