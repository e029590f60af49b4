"""Choices are written by their names (r1 … and c1 … unless given); a position as the choices made, `-` for none."""

from mossa import MossaError, parameter

from .payoffs import read_names
from .rules import COLUMNS, OPEN, ROWS, State

ROW_NAMES = read_names(parameter("rows", "", "names of the rows, blanks between"), ROWS, "rows", "r")
COLUMN_NAMES = read_names(parameter("columns", "", "names of the columns, blanks between"), COLUMNS, "columns", "c")


def write_move(state: State, move: int) -> str:
    return ROW_NAMES[move] if state.row == OPEN else COLUMN_NAMES[move]


def write_position(state: State) -> str:
    row = ROW_NAMES[state.row] if state.row != OPEN else "-"
    return row if state.column == OPEN else f"{row} {COLUMN_NAMES[state.column]}"


def read_position(text: str) -> State:
    words = [] if text == "-" else text.split()
    if len(words) > 2:
        raise MossaError(f"a position of a matrix game is -, a row, or a row and a column, not {text!r}")
    choices = []
    for word, names in zip(words, (ROW_NAMES, COLUMN_NAMES), strict=False):
        if word not in names:
            raise MossaError(f"{word!r} is not one of {', '.join(names)}")
        choices.append(names.index(word))
    return State(*choices, *[OPEN] * (2 - len(choices)))
