"""The board of checkers, Black above, as it is printed in books; a capture of several pieces is made jump by jump."""

from dataclasses import replace
from itertools import pairwise

from mossa import Cell, Draft, Piece, Scene, grid

from .notation import by_colour, write_move
from .rules import DRAW_AFTER, State, moves

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
    return grid(
        rows, PIECES, names=names, ground="light", second_ground="dark", notes=notes, compared=True, numbered=True
    )


def draft(state: State, made: tuple[str, ...], viewer: int | None) -> Draft:
    """The jumps are the parts, if any capture has several."""
    captures = [text.split("x") for text in (write_move(state, move) for move in moves(state)) if "x" in text]
    path = [part.partition("x")[0] for part in made[:1]] + [part.partition("x")[2] for part in made]
    board = scene(state, viewer)
    if not any(len(squares) > 2 for squares in captures):
        return Draft(board)
    going = [squares for squares in captures if squares[: len(path)] == path and len(squares) > len(path)]
    parts = dict.fromkeys("x".join(squares[max(0, len(path) - 1) :][:2]) for squares in going)
    board = replace(board, cells=jumped(board.cells, path))
    return Draft(board, tuple(parts), "" if going else "x".join(path))


def jumped(cells: tuple[Cell, ...], path: list[str]) -> tuple[Cell, ...]:
    """The cells when a piece has jumped along a path."""
    at = {cell.name: cell for cell in cells if cell.name}
    stops = [at[name] for name in path]
    over = {((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(stops)}
    found = []
    for cell in cells:
        if stops and cell is stops[-1]:
            cell = replace(cell, piece=stops[0].piece)
        elif cell in stops or (cell.x, cell.y) in over:
            cell = replace(cell, piece=None)
        found.append(cell)
    return tuple(found)
