"""The board of Othello: a click on a square places a disc."""

from mossa import Piece, Scene, bit_count, grid

from .notation import FILES, RANKS, write_position, write_square
from .rules import State

player_names = ("Black", "White")

PIECES = {"X": Piece("X", "black", "disc"), "O": Piece("O", "white", "disc")}


def scene(state: State, viewer: int | None) -> Scene:
    board = write_position(state)
    discs = (bit_count(state.mine), bit_count(state.theirs))
    black, white = discs[::-1] if state.turn else discs
    return grid(
        [board[8 * row : 8 * row + 8] for row in range(8)],
        PIECES,
        names=[[write_square(8 * row + column) for column in range(8)] for row in range(8)],
        ground="felt",
        notes=[f"Black {black}, White {white}"],
        column_labels=FILES,
        row_labels=RANKS,
    )
