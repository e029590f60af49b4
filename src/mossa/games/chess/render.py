"""The board of chess, White below, and how a game ended.

Cells are named `a1` … `h8`, so that two clicks make a move as UCI writes it.
"""

from dataclasses import replace

from mossa import Piece, Scene, grid

from .board import State, in_check, insufficient_material, mover, quiet_plies
from .draws import FIFTY_MOVES
from .fen import FILES, RANKS, SIDES, ranks_of, square_name
from .rules import moves

player_names = SIDES

GLYPHS = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♟"}
SHAPES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
PIECES = {letter: Piece(glyph, "white", SHAPES[letter], letter) for letter, glyph in GLYPHS.items()} | {
    letter.lower(): Piece(glyph, "black", SHAPES[letter], letter.lower()) for letter, glyph in GLYPHS.items()
}


def scene(state: State, viewer: int | None) -> Scene:
    notes = [f"{SIDES[mover(state)]} to move{', in check' if in_check(state) else ''}"]
    if quiet_plies(state) > FIFTY_MOVES // 2:
        notes.append(f"{quiet_plies(state) // 2} moves without a capture or a pawn's move")
    board = grid(
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
    if not in_check(state):
        return board
    king = PIECES["kK"[mover(state) == 0]]
    return replace(board, cells=tuple(replace(cell, alarm=cell.piece == king) for cell in board.cells))


def ending(state: State) -> str:
    """How a game without agreement or resignation ended: checkmate, stalemate or another draw by the rules."""
    if next(moves(state), None) is None:
        return "checkmate" if in_check(state) else "stalemate"
    return "insufficient material" if insufficient_material(state) else "75 moves without a capture or a pawn's move"
