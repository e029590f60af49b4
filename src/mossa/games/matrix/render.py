"""The table of payoffs, the chosen row and column marked as far as the viewer may see them."""

from mossa import Cell, Piece, Scene

from .notation import COLUMN_NAMES, ROW_NAMES
from .rules import FACTS, OPEN, TABLE, State, is_over

player_names = ("row player", "column player")


def scene(state: State, viewer: int | None) -> Scene:
    all_seen = viewer is None or is_over(state)
    row = state.row if all_seen or viewer == 0 else OPEN
    cells = []
    for y, payoffs in enumerate(TABLE):
        for x, (mine, theirs) in enumerate(payoffs):
            text = f"{mine:g}" if FACTS.zero_sum else f"{mine:g},{theirs:g}"
            marked = y == row and state.column in (OPEN, x)
            cells.append(Cell(x, y, "", "light" if marked else "paper", Piece(text, "first" if marked else "black")))
    chosen = [f"row {ROW_NAMES[state.row]}"] if row != OPEN else ["the row is chosen"] if state.row != OPEN else []
    if state.column != OPEN:
        chosen.append(f"column {COLUMN_NAMES[state.column]}")
    return Scene(tuple(cells), (", ".join(chosen),) if chosen else (), COLUMN_NAMES, ROW_NAMES)
