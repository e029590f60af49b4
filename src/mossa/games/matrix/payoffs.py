"""Reading the table of a matrix game from its text, with errors that name the place."""

from __future__ import annotations

import math
import re

from mossa import MossaError

Number = int | float

MOST = 32  # rows or columns: the table becomes constants of the compiled rules
GREATEST = 10**15  # such payoffs stay exact as floats

_SHAPE = "payoffs are written [3 -1; -2 4] (zero-sum) or [3,3 0,5; 5,0 1,1] (a pair for each cell)"


def unbracket(text: str) -> str:
    """The text without blanks and one pair of brackets around it."""
    text = text.strip()
    return text[1:-1].strip() if text[:1] + text[-1:] in ("[]", "()", "{}") else text


def read_payoffs(text: str) -> tuple[tuple[tuple[Number, Number], ...], ...]:
    """The rows of the table; each cell holds the payoff of the row player and of the column player.

    >>> read_payoffs("[3 -1; -2 4]")
    (((3, -3), (-1, 1)), ((-2, 2), (4, -4)))
    """
    body = re.sub(r"\s*,\s*", ",", unbracket(text)).rstrip("; \t\n")
    rows = [row.split() for row in body.split(";")]
    width, pairs = len(rows[0]), "," in body
    if not all(rows):
        raise MossaError(f"row {rows.index([]) + 1} of the payoffs is empty; {_SHAPE}")
    if len(rows) > MOST or width > MOST:
        raise MossaError(f"the table of a matrix game has at most {MOST} rows and columns, not {len(rows)} × {width}")
    table = []
    for y, row in enumerate(rows, 1):
        if len(row) != width:
            raise MossaError(f"row {y} of the payoffs is {len(row)} wide where row 1 is {width} wide; {_SHAPE}")
        table.append(tuple(_read_cell(cell, pairs, f"row {y}, column {x}") for x, cell in enumerate(row, 1)))
    if all(isinstance(payoff, int) for row in table for cell in row for payoff in cell):
        return tuple(table)
    return tuple(tuple((float(mine), float(theirs)) for mine, theirs in row) for row in table)


def _read_cell(cell: str, pairs: bool, place: str) -> tuple[Number, Number]:
    parts = cell.split(",")
    if len(parts) != 1 + pairs:
        wanted = "two numbers with a comma, as in the other cells" if pairs else "one number"
        raise MossaError(f"{place} of the payoffs is {cell!r}: a cell here holds {wanted}; {_SHAPE}")
    numbers = [_read_number(part, place) for part in parts]
    return (numbers[0], numbers[1]) if pairs else (numbers[0], -numbers[0])


def _read_number(text: str, place: str) -> Number:
    plain = text.replace("−", "-")
    above, slash, below = plain.partition("/")
    try:
        number: Number = int(plain) if re.fullmatch(r"[+-]?\d+", plain) else float(above)
        number = number / float(below) if slash else number
    except (ArithmeticError, ValueError):
        number = math.nan
    if not abs(number) <= GREATEST:
        raise MossaError(
            f"{place} of the payoffs is {text!r}: a payoff is a number of at most {GREATEST:.0e}; {_SHAPE}"
        )
    return number


def read_names(text: str, count: int, what: str, letter: str) -> tuple[str, ...]:
    """The names of `count` choices, separated by blanks or commas; for an empty text `letter` and a number.

    >>> read_names("[silent confess]", 2, "rows", "r"), read_names("", 2, "rows", "r")
    (('silent', 'confess'), ('r1', 'r2'))
    """
    names = tuple(re.split(r"[\s,]+", unbracket(text))) if unbracket(text) else ()
    if not names:
        return tuple(f"{letter}{number}" for number in range(1, count + 1))
    if len(names) != count or len(set(names)) != count or "-" in names:
        raise MossaError(f"{what} takes {count} different words, one for each choice, not {text!r}")
    return names
