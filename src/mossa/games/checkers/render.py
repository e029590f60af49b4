"""The board of checkers, Black above, as it is printed in books."""

from mossa import Piece, Scene, grid

from .notation import by_colour
from .rules import DRAW_AFTER, State

player_names = ("Black", "White")

PIECES = {
    "b": Piece("b", "black", "disc"),
    "B": Piece("B", "black", "crowned"),
    "w": Piece("w", "white", "disc"),
    "W": Piece("W", "white", "crowned"),
}


def scene(state: State, viewer: int | None) -> Scene:
    (black_men, black_kings), (white_men, white_kings) = by_colour(state)
    letters = {"b": black_men, "B": black_kings, "w": white_men, "W": white_kings}
    rows, names = [], []
    for row in range(8):
        line, called = ["."] * 8, [""] * 8
        for square in range(4 * row, 4 * row + 4):
            column = 2 * (square % 4) + (row + 1) % 2
            line[column] = next((letter for letter, squares in letters.items() if squares >> square & 1), ".")
            called[column] = str(square + 1)
        rows.append("".join(line))
        names.append(called)
    quiet = f"{state.quiet} of {DRAW_AFTER} quiet moves" if state.quiet > DRAW_AFTER // 2 else ""
    notes = [f"{player_names[state.turn]} to move", *filter(None, [quiet])]
    return grid(rows, PIECES, names=names, ground="light", second_ground="dark", notes=notes, compared=True)
