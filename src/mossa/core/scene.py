"""A board as a scene: cells on a grid, from which the terminal, SVG and the web pages are drawn.

A game's `render.py` returns a `Scene`; no game draws. A cell may have a ground, a piece and the name that moves use for
it (`e4`, a column, a card), so that clicks and drags can become moves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

from mossa.kernel.errors import MossaError

from .drawings import DRAWINGS

__all__ = ["HEXAGON", "Cell", "Piece", "Scene", "crossings", "grid", "hexagons", "line"]

COLOURS = {
    "first": "#c0392b",
    "second": "#e0b020",
    "third": "#2e6da4",
    "white": "#fafafa",
    "black": "#222222",
    "neutral": "#777777",
    "light": "#f0e6d2",
    "dark": "#b58863",
    "felt": "#2f6f4f",
    "board": "#2c5aa0",
    "paper": "#ffffff",
    "none": "none",
}
"""Role → colour. Games name roles, not colours."""

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
    """`glyph` (the letters), `disc` (a stone), `crowned` (a stone with a crown), `card`, or a drawn piece: a key of
    `mossa.core.drawings.DRAWINGS`."""
    letter: str = ""
    """The text for it in plain text, if the glyph alone does not show whose it is."""

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


@dataclass(frozen=True)
class Scene:
    """Cells, the labels at the edges, and lines of text below."""

    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    surplus: tuple[Piece, ...] = ()
    """The pieces that one side has more of than the other, to be shown beside the board."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in cells."""
        return (
            max((cell.x for cell in self.cells), default=0) + 1,
            max((cell.y for cell in self.cells), default=0) + 1,
        )

    def text(self) -> str:
        """The scene as plain text, a line for each row.

        >>> print(grid(["X.", ".O"], {"X": Piece("X"), "O": Piece("O", "second")}).text())
        X .
        . O
        """
        if not all(float(cell.x).is_integer() and float(cell.y).is_integer() for cell in self.cells):
            return "\n".join([*self._fractional_lines(), *self.notes])
        at = {(round(cell.x), round(cell.y)): cell for cell in self.cells}
        width, height = (round(side) for side in self.size)
        wide = max([1, *(len(c.piece.text) for c in self.cells if c.piece), *map(len, self.column_labels)])
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

    def _fractional_lines(self) -> list[str]:
        """The lines of text of cells at fractional places: a line for each height at which there are cells."""
        rows: dict[float, list[Cell]] = {}
        for cell in sorted(self.cells, key=lambda cell: (cell.y, cell.x)):
            rows.setdefault(round(cell.y, 2), []).append(cell)
        wide = max([1, *(len(c.piece.text) for c in self.cells if c.piece)])
        left = min(cell.x for cell in self.cells)

        def places(row: list[Cell], unit: int) -> list[int]:
            return [round((cell.x - left) * unit) for cell in row]

        def apart(unit: int) -> bool:
            return all(b - a > wide for row in rows.values() for a, b in pairwise(places(row, unit)))

        unit = next((unit for unit in range(wide + 1, FINEST * (wide + 1)) if apart(unit)), FINEST * (wide + 1))
        heights, names = sorted(rows), dict(self._row_places())
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

    def _row_places(self) -> list[tuple[float, str]]:
        """Where the labels of rows stand: at the heights at which there are cells, if they are as many."""
        heights = sorted({round(cell.y, 2) for cell in self.cells})
        if len(heights) != len(self.row_labels):
            heights = [float(y) for y in range(len(self.row_labels))]
        return list(zip(heights, self.row_labels, strict=True))

    def svg(self, cell: int = 48) -> str:
        """The scene as an SVG drawing, a cell `cell` pixels wide."""
        width, height = self.size
        left = cell * 0.6 if self.row_labels else cell * 0.1
        bottom = cell * 0.5 if self.column_labels else cell * 0.1
        total_height = height * cell + bottom + len(self.notes) * cell * 0.5 + cell * 0.1
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * cell + left + cell * 0.1:g} '
            f'{total_height:g}" font-family="system-ui, sans-serif" role="img">'
        ]
        for c in self.cells:
            parts.append(_svg_cell(c, left + c.x * cell, cell * 0.1 + c.y * cell, cell))
        small = cell * 0.3
        for x, label in enumerate(self.column_labels):
            at = left + (x + 0.5) * cell
            parts.append(_svg_text(at, cell * (height + 0.1) + small * 1.2, small, label, "neutral"))
        for y, label in self._row_places():
            parts.append(_svg_text(left * 0.5, cell * (y + 0.6) + small * 0.35, small, label, "neutral"))
        for i, note in enumerate(self.notes):
            y_note = height * cell + bottom + (i + 0.8) * cell * 0.5
            parts.append(
                f'<text x="{left:g}" y="{y_note:g}" font-size="{small:g}" fill="{_colour("neutral")}">'
                f"{escape(note)}</text>"
            )
        return "".join([*parts, "</svg>"])


def _colour(role: str) -> str:
    if role not in COLOURS:
        raise MossaError(f"a scene has no role {role!r}; roles are {', '.join(COLOURS)}")
    return COLOURS[role]


def _svg_cell(cell: Cell, x: float, y: float, side: float) -> str:
    parts = []
    middle, centre = x + side / 2, y + side / 2
    if len(cell.outline) == 2:
        return _svg_line(cell, middle, centre, side)
    if cell.outline and cell.ground != "none":
        corners = " ".join(f"{middle + dx * side:g},{centre + dy * side:g}" for dx, dy in cell.outline)
        parts.append(f'<polygon points="{corners}" fill="{_colour(cell.ground)}" stroke="#00000033"/>')
    elif cell.ground != "none":
        edge = "" if cell.lines else ' stroke="#00000033"'
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{_colour(cell.ground)}"{edge}/>'
        )
    if cell.alarm:
        parts.append(f'<circle cx="{middle:g}" cy="{centre:g}" r="{side * 0.45:g}" fill="#d3302088"/>')
    if cell.lines:
        ways = " ".join(f"M{middle:g} {centre:g}l{dx * side:g} {dy * side:g}" for dx, dy in cell.lines)
        parts.append(f'<path d="{ways}" stroke="{_colour("neutral")}"/>')
    piece = cell.piece
    if piece is None:
        return "".join(parts)
    if piece.shape in DRAWINGS:
        return "".join([*parts, _svg_drawing(piece, middle, centre, side)])
    if piece.shape in ("disc", "crowned"):
        parts.append(
            f'<circle cx="{middle:g}" cy="{centre:g}" r="{side * 0.4:g}" fill="{_colour(piece.role)}" '
            f'stroke="#00000055"/>'
        )
        if piece.shape == "crowned":
            parts.append(_svg_text(middle, centre + side * 0.17, side * 0.5, "♛", "second"))
        return "".join(parts)
    if piece.shape == "card":
        parts.append(
            f'<rect x="{x + side * 0.08:g}" y="{y + side * 0.04:g}" width="{side * 0.84:g}" '
            f'height="{side * 0.92:g}" rx="{side * 0.1:g}" fill="#fff" stroke="#00000066"/>'
        )
    if not piece.glyph:
        return "".join(parts)
    size = side * (0.6 if len(piece.glyph) == 1 else 0.9 / len(piece.glyph) + 0.1)
    parts.append(_svg_text(middle, centre + size * 0.35, size, piece.glyph, piece.role))
    return "".join(parts)


def _svg_drawing(piece: Piece, x: float, y: float, side: float) -> str:
    """A drawn piece around a point."""
    drawing = DRAWINGS[piece.shape]
    line = _colour("paper" if piece.role == "black" else "black")
    details = "".join(f'<path d="{path}" fill="none" stroke="{line}"/>' for path in drawing.details)
    return (
        f'<g transform="translate({x:g} {y:g}) scale({side / 100:g})" stroke-width="3" stroke-linejoin="round" '
        f'stroke-linecap="round"><path d="{drawing.outline}" fill="{_colour(piece.role)}" '
        f'stroke="{_colour("black")}"/>{details}</g>'
    )


def _svg_line(cell: Cell, x: float, y: float, side: float) -> str:
    """A cell that is a line: thick in the colour of its piece, else thin in that of its ground."""
    (x1, y1), (x2, y2) = ((x + dx * side, y + dy * side) for dx, dy in cell.outline)
    role, width = (cell.piece.role, 0.12) if cell.piece else (cell.ground, 0.05)
    colour = _colour(role)
    if colour == COLOURS["none"]:
        return ""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
        f'stroke-width="{width * side:g}" stroke-linecap="round"/>'
    )


def _svg_text(x: float, y: float, size: float, text: str, role: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" fill="{_colour(role)}">'
        f"{escape(text)}</text>"
    )


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
) -> Scene:
    """A rectangular board from its rows of letters, top row first; a letter without a piece is an empty cell.

    `second_ground` makes a chequered board; `names` are the names of the cells in the same order. With `compared`,
    pieces of one kind and two roles cancel each other out, and the rest is the surplus.
    """
    called = [list(row) for row in names]
    cells = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            name = called[y][x] if y < len(called) and x < len(called[y]) else ""
            below = second_ground if second_ground and (x + y) % 2 else ground
            cells.append(Cell(x, y, name, below, pieces.get(letter)))
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
