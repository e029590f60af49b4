"""The board of Mastermind: the code on top, hidden from its breaker until the end, then guesses and marks.

A code is put together from the pegs of a palette: each goes to the first free hole, and a peg that is clicked is taken
out again.
"""

from dataclasses import replace

from mossa import Cell, Draft, Piece, Scene

from .notation import write_code
from .rules import COLOURS, GUESSES, NONE, PEGS, State, answers, is_over

player_names = ("Maker", "Breaker")

ROLES = ("first", "second", "third", "felt", "dark", "white", "black", "neutral", "light")
"""What the colours look like."""
HOLES = "abcdefgh"[:PEGS]
"""The names of the holes of a code that is put together."""
PALETTE = GUESSES + 1
"""The row of the palette."""
MARKS = {"●": Piece("●", "black", "pin"), "○": Piece("○", "white", "pin")}


def scene(state: State, viewer: int | None) -> Scene:
    hidden = viewer == 1 and not is_over(state)
    code = "" if state.code == NONE else "?" * PEGS if hidden else write_code(state.code)
    rows = [(code, ""), *((write_code(g), "●" * black + "○" * white) for g, black, white in answers(state))]
    rows += [("", "")] * (GUESSES + 1 - len(rows))
    cells = []
    for y, (pegs, marks) in enumerate(rows):
        for x, digit in enumerate(pegs.ljust(PEGS)):
            cells.append(Cell(x, y, "", "hole", peg(digit) if pegs else None))
        for x, mark in enumerate(marks, PEGS):
            cells.append(Cell(x, y, "", "none", MARKS[mark]))
    return Scene(tuple(cells), row_labels=("code", *map(str, range(1, GUESSES + 1))))


def peg(digit: str) -> Piece:
    """A peg of a colour, or one that is not seen."""
    return Piece(digit, "neutral", "token") if digit == "?" else Piece(digit, ROLES[int(digit) - 1], "token")


def draft(state: State, made: tuple[str, ...], viewer: int | None) -> Draft:
    """The parts: a colour, which goes to the first free hole; the name of a hole whose peg is taken out."""
    holes = [""] * PEGS
    for part in made:
        if part in HOLES:
            holes[HOLES.index(part)] = ""
        else:
            holes[holes.index("")] = part
    row = 0 if state.code == NONE else state.made + 1
    board = scene(state, viewer)
    cells = list(board.cells)
    for i, cell in enumerate(cells):
        if cell.y == row and cell.x < PEGS:
            held = holes[int(cell.x)]
            cells[i] = replace(cell, name=HOLES[int(cell.x)], piece=peg(held) if held else None)
    digits = [str(colour + 1) for colour in range(COLOURS)]
    cells += [Cell(x, PALETTE, digit, "none", peg(digit)) for x, digit in enumerate(digits)]
    full = all(holes)
    parts = (() if full else tuple(digits)) + tuple(name for name, held in zip(HOLES, holes, strict=True) if held)
    label = (*board.row_labels, "colours")
    return Draft(replace(board, cells=tuple(cells), row_labels=label), parts, "".join(holes) if full else "", True)
