"""The piles as rows of matches, the greatest on top."""

from mossa import Cell, Piece, Scene

from .notation import write_position
from .rules import State

player_names = ("MAX", "MIN")


def scene(state: State, viewer: int | None) -> Scene:
    sizes = write_position(state).split("-")
    cells = [Cell(x, y, size, "paper", Piece("|", "neutral")) for y, size in enumerate(sizes) for x in range(int(size))]
    return Scene(tuple(cells), row_labels=tuple(sizes))
