"""The two hands; a choice that the viewer may not see yet is a fist."""

from mossa import Cell, Piece, Scene

from .notation import SIGNS
from .rules import OPEN, State, is_over

player_names = ("first", "second")

ROLES = ("first", "third")


def scene(state: State, viewer: int | None) -> Scene:
    cells = []
    for player, choice in enumerate(state):
        shown = is_over(state) or viewer is None or viewer == player
        glyph = "" if choice == OPEN else SIGNS[choice] if shown else "chosen"
        cells.append(Cell(player, 0, "", "paper", Piece(glyph, ROLES[player]) if glyph else None))
    return Scene(tuple(cells), column_labels=player_names)
