"""A board as a scene: cells on a grid, from which the terminal, SVG and the web pages are drawn.

A game's `render.py` returns a `Scene`; no game draws. A cell may have a ground, a piece and the name that moves use for
it (`e4`, a column, a card), so that clicks and drags can become moves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

__all__ = ["HEXAGON", "Cell", "Draft", "Piece", "Scene", "crossings", "grid", "hexagons", "line"]

Outline = tuple[tuple[float, float], ...]
"""The corners of a cell, from its middle, in widths of a cell."""

HEXAGON: Outline = tuple(
    (round(math.sin(math.pi * i / 3) / math.sqrt(3), 6), round(-math.cos(math.pi * i / 3) / math.sqrt(3), 6))
    for i in range(6)
)
"""A hexagon of width 1 that stands on a corner: rows of them are sqrt(3)/2 apart."""
FINEST = 12
"""Columns of text for the width of a cell, at most, where cells are at fractional places."""


@dataclass(frozen=True)
class Piece:
    """A piece, a card or a text on a cell."""

    glyph: str
    """One or a few characters: `X`, `♞`, `♥6`, `12`; none if only plain text is to show something (`letter`)."""
    role: str = "first"
    """Whose it is or what it is: a key of COLOURS."""
    shape: str = "glyph"
    """`glyph` (the letters), `disc` (a stone), `crowned` (a stone with a crown), `token` (one with its glyph on it),
    `card`, `back` (of a card, with its glyph on it), or a drawn piece: a key of `mossa.core.drawings.DRAWINGS`."""
    letter: str = ""
    """The text for it in plain text, if the glyph alone does not show whose it is."""
    faint: bool = False
    """Is it pale: a die that has been played, a card of the trick before?"""

    @property
    def text(self) -> str:
        """The piece in plain text."""
        return self.letter or self.glyph


@dataclass(frozen=True)
class Cell:
    """One cell; `x` grows to the right and `y` downwards."""

    x: float
    y: float
    name: str = ""
    ground: str = "light"
    piece: Piece | None = None
    outline: Outline = ()
    """The corners of the cell, from its middle: three or more make a polygon (`HEXAGON`), two a line (`line`). By
    default a square of width 1."""
    alarm: bool = False
    """Must this cell be seen at once: a king in check?"""
    lines: Outline = ()
    """The ends of lines that go out from the middle of the cell, below its piece: in Gomoku stones stand on
    crossings."""
    corner: str = ""
    """A small text in the left upper corner of the cell: the number of a square in checkers."""
    count: int = 1
    """How many of the piece stand here."""
    step: tuple[float, float] = (0.0, 0.0)
    """From each of several pieces to the next, in widths of a cell: the checkers on a point of backgammon."""
    most: int = 5
    """How many of them stand at that distance; more are closer together, and the last shows their number."""


@dataclass(frozen=True)
class Scene:
    """Cells, the labels at the edges, and lines of text below."""

    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    surplus: tuple[Piece, ...] = ()
    """The pieces that one side has more of than the other, to be shown beside the board."""
    seated: bool = False
    """Is it drawn from the viewer's side, so that a page need not turn it?"""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in cells."""
        ends = [
            (cell.x + max(0.0, across) * (cell.most - 1), cell.y + max(0.0, down) * (cell.most - 1))
            for cell in self.cells
            for across, down in [cell.step]
        ]
        width, height = (max((end[axis] for end in ends), default=0) + 1 for axis in (0, 1))
        return width, height

    def _places(self) -> tuple[Cell, ...]:
        """The cells of plain text: one for each place where a piece of several may stand. If there are more pieces than
        places, the last one is their number; at steps that are no whole cells there is one place."""
        found: list[Cell] = []
        for cell in self.cells:
            dx, dy = cell.step
            places = cell.most if (dx or dy) and float(dx).is_integer() and float(dy).is_integer() else 1
            for i in range(places):
                piece = cell.piece if i < cell.count else None
                if piece and i == places - 1 and cell.count > places:
                    piece = replace(piece, glyph=str(cell.count), letter="")
                found.append(replace(cell, x=cell.x + i * dx, y=cell.y + i * dy, piece=piece))
        return tuple(found)

    def text(self) -> str:
        """The scene as plain text, a line for each row.

        >>> print(grid(["X.", ".O"], {"X": Piece("X"), "O": Piece("O", "second")}).text())
        X .
        . O
        """
        cells = self._places()
        if not all(float(cell.x).is_integer() and float(cell.y).is_integer() for cell in cells):
            return "\n".join([*self._fractional_lines(cells), *self.notes])
        at = {(round(cell.x), round(cell.y)): cell for cell in cells}
        width, height = (round(side) for side in self.size)
        wide = max([1, *(len(c.piece.text) for c in cells if c.piece), *map(len, self.column_labels)])
        margin = max(map(len, self.row_labels), default=0)
        lines = []
        for y in range(height):
            glyphs = []
            for x in range(width):
                cell = at.get((x, y))
                empty = "" if cell is None or cell.ground == "none" else "."
                glyphs.append((cell.piece.text if cell and cell.piece else empty).rjust(wide))
            label = self.row_labels[y].rjust(margin) + " " if y < len(self.row_labels) else ""
            lines.append((label + " ".join(glyphs)).rstrip())
        if self.column_labels:
            indent = " " * (margin + 1) if self.row_labels else ""
            lines.append((indent + " ".join(label.rjust(wide) for label in self.column_labels)).rstrip())
        return "\n".join([*lines, *self.notes])

    def _fractional_lines(self, cells: Sequence[Cell]) -> list[str]:
        """The lines of text of cells at fractional places: a line for each height at which there are cells."""
        rows: dict[float, list[Cell]] = {}
        for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
            rows.setdefault(round(cell.y, 2), []).append(cell)
        wide = max([1, *(len(c.piece.text) for c in cells if c.piece)])
        left = min(cell.x for cell in cells)

        def places(row: list[Cell], unit: int) -> list[int]:
            return [round((cell.x - left) * unit) for cell in row]

        def apart(unit: int) -> bool:
            return all(b - a > wide for row in rows.values() for a, b in pairwise(places(row, unit)))

        unit = next((unit for unit in range(wide + 1, FINEST * (wide + 1)) if apart(unit)), FINEST * (wide + 1))
        heights, names = sorted(rows), dict(self.row_places())
        margin = max(map(len, names.values()), default=-1) + 1
        lines = []
        for y in heights:
            line = ""
            for cell, place in zip(rows[y], places(rows[y], unit), strict=True):
                empty = "" if cell.ground == "none" or len(cell.outline) == 2 else "."
                line = line.ljust(place) + (cell.piece.text if cell.piece else empty).rjust(wide)
            lines.append((names.get(y, "").rjust(margin - 1) + " " * (margin > 0) + line).rstrip())
        if self.column_labels:
            line = ""
            for x, label in enumerate(self.column_labels):
                line = line.ljust(round(x * unit)) + label.rjust(wide)
            lines.append((" " * margin + line).rstrip())
        return lines

    def row_places(self) -> list[tuple[float, str]]:
        """Where the labels of rows stand: at the heights at which there are cells, if they are as many."""
        heights = sorted({round(cell.y, 2) for cell in self.cells})
        if len(heights) != len(self.row_labels):
            heights = [float(y) for y in range(len(self.row_labels))]
        return list(zip(heights, self.row_labels, strict=True))

    def svg(self, cell: int = 48) -> str:
        """The scene as an SVG drawing, a cell `cell` pixels wide."""
        from .scene_svg import draw

        return draw(self, cell)


@dataclass(frozen=True)
class Draft:
    """A move that is put together from parts, as far as it has been made: half moves, jumps, pegs."""

    scene: Scene
    """The board with those parts made. Its first cells are those of the game's `scene`, in their order."""
    parts: tuple[str, ...] = ()
    """The parts that may come next, each a text that begins with the cells to click, as the text of a move does."""
    move: str = ""
    """The text of the whole move, if it is complete."""
    confirm: bool = False
    """Is a complete move played only when the person says so? If not, it is played as soon as nothing can follow."""


def grid(
    rows: Iterable[str],
    pieces: dict[str, Piece],
    *,
    names: Iterable[Iterable[str]] = (),
    ground: str = "light",
    second_ground: str = "",
    notes: Iterable[str] = (),
    column_labels: Iterable[str] = (),
    row_labels: Iterable[str] = (),
    compared: bool = False,
    numbered: bool = False,
) -> Scene:
    """A rectangular board from its rows of letters, top row first; a letter without a piece is an empty cell.

    `second_ground` makes a chequered board; `names` are the names of the cells in the same order. With `compared`,
    pieces of one kind and two roles cancel each other out, and the rest is the surplus. With `numbered`, each cell
    shows its name in a corner.
    """
    called = [list(row) for row in names]
    cells = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            name = called[y][x] if y < len(called) and x < len(called[y]) else ""
            below = second_ground if second_ground and (x + y) % 2 else ground
            cells.append(Cell(x, y, name, below, pieces.get(letter), corner=name if numbered else ""))
    surplus = _surplus([cell.piece for cell in cells if cell.piece], pieces.values()) if compared else ()
    return Scene(tuple(cells), tuple(notes), tuple(column_labels), tuple(row_labels), surplus)


def hexagons(
    rows: Iterable[str],
    pieces: dict[str, Piece],
    *,
    names: Iterable[Iterable[str]] = (),
    shift: float = 0.5,
    ground: str = "light",
    notes: Iterable[str] = (),
    column_labels: Iterable[str] = (),
    row_labels: Iterable[str] = (),
) -> Scene:
    """A board of hexagons from its rows of letters: each row begins `shift` cells to the right of the one above.

    With a shift of 0.5 the board is a rhombus, as in Hex. A blank is no cell, so boards of other forms are written with
    blanks before the first cell.

    >>> print(hexagons(["X.", ".O"], {"X": Piece("X"), "O": Piece("O", "second")}).text())
    X .
     . O
    """
    called = [list(row) for row in names]
    cells = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != " ":
                name = called[y][x] if y < len(called) and x < len(called[y]) else ""
                place = x + shift * y, round(y * math.sqrt(3) / 2, 6)
                cells.append(Cell(*place, name, ground, pieces.get(letter), HEXAGON))
    left = min((cell.x for cell in cells), default=0)
    cells = [replace(cell, x=cell.x - left) for cell in cells]
    return Scene(tuple(cells), tuple(notes), tuple(column_labels), tuple(row_labels))


def crossings(
    rows: Iterable[str],
    pieces: dict[str, Piece],
    *,
    names: Iterable[Iterable[str]] = (),
    ground: str = "light",
    notes: Iterable[str] = (),
    column_labels: Iterable[str] = (),
    row_labels: Iterable[str] = (),
) -> Scene:
    """A board whose pieces stand on crossings of lines, from its rows of letters, as `grid` makes one of squares."""
    scene = grid(
        rows, pieces, names=names, ground=ground, notes=notes, column_labels=column_labels, row_labels=row_labels
    )
    width, height = scene.size
    cells = []
    for cell in scene.cells:
        across = ((0.5, 0.0, cell.x < width - 1), (-0.5, 0.0, cell.x > 0))
        along = ((0.0, 0.5, cell.y < height - 1), (0.0, -0.5, cell.y > 0))
        cells.append(replace(cell, lines=tuple((dx, dy) for dx, dy, there in across + along if there)))
    return replace(scene, cells=tuple(cells))


def line(dx: float, dy: float) -> Outline:
    """The outline of a cell that is a line, from one end to the other: `line(1, 0)` lies, `line(0, 1)` stands."""
    return (-dx / 2, -dy / 2), (dx / 2, dy / 2)


def _surplus(standing: Sequence[Piece], kinds: Iterable[Piece]) -> tuple[Piece, ...]:
    """For each kind of piece, in their order, those that have no counterpart in the other role."""
    there = Counter(standing)
    likes = Counter((_kind(piece), piece.role) for piece in standing)
    spare: list[Piece] = []
    for piece in kinds:
        other = sum(count for (kind, role), count in likes.items() if kind == _kind(piece) and role != piece.role)
        spare += [piece] * (there[piece] - other)
    return tuple(spare)


def _kind(piece: Piece) -> str:
    """The kind of a piece, whichever side owns it: its glyph, or else its shape."""
    return piece.glyph if piece.shape == "glyph" else piece.shape
