"""The board of Connect Four: a click on a cell drops a stone into its column."""

from mossa import Piece, Scene, grid

from .notation import NAMES, owners
from .rules import COLUMNS, ROWS, State

player_names = ("Red", "Yellow")

PIECES = {"0": Piece("X", "first", "disc"), "1": Piece("O", "second", "disc")}


def scene(state: State, viewer: int | None) -> Scene:
    columns = [stones.ljust(ROWS, ".") for stones in owners(state)]
    return grid(
        ["".join(columns[column][row] for column in range(COLUMNS)) for row in reversed(range(ROWS))],
        PIECES,
        names=[NAMES] * ROWS,
        ground="board",
        column_labels=NAMES,
    )
