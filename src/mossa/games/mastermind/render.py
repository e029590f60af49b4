"""The board of Mastermind: the code on top, hidden from its breaker until the end, then guesses and marks."""

from mossa import Cell, Piece, Scene

from .notation import write_code
from .rules import GUESSES, NONE, PEGS, State, answers, is_over

player_names = ("Maker", "Breaker")

ROLES = ("first", "second", "third", "felt", "dark", "white", "black", "neutral", "light")
"""What the colours look like."""


def scene(state: State, viewer: int | None) -> Scene:
    hidden = viewer == 1 and not is_over(state)
    code = "" if state.code == NONE else "?" * PEGS if hidden else write_code(state.code)
    rows = [(code, ""), *((write_code(g), "●" * black + "○" * white) for g, black, white in answers(state))]
    rows += [("", "")] * (GUESSES + 1 - len(rows))
    cells = []
    for y, (pegs, marks) in enumerate(rows):
        for x, digit in enumerate(pegs.ljust(PEGS)):
            peg = (
                Piece(digit, "neutral")
                if digit == "?"
                else Piece(digit, ROLES[int(digit) - 1], "disc")
                if pegs
                else None
            )
            cells.append(Cell(x, y, "", "paper", peg))
        for x, mark in enumerate(marks, PEGS):
            cells.append(Cell(x, y, "", "none", Piece(mark, "black")))
    return Scene(tuple(cells), row_labels=("code", *map(str, range(1, GUESSES + 1))))
