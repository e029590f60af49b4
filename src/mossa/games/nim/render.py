"""The heaps as columns of matches. A match is named by the move that takes it and those above it."""

from mossa import Cell, Piece, Scene

from .notation import LETTERS
from .rules import FIRST, State

player_names = ("First", "Second")


def scene(state: State, viewer: int | None) -> Scene:
    tallest = max(FIRST)
    cells = []
    for x, heap in enumerate(state.heaps):
        for row in range(tallest):
            match = Piece("|", "neutral") if row < heap else None
            name = f"{LETTERS[x]}{heap - row}" if match else ""
            cells.append(Cell(x, tallest - 1 - row, name, "paper" if match else "none", match))
    return Scene(tuple(cells), ("-".join(map(str, state.heaps)),), tuple(LETTERS))
