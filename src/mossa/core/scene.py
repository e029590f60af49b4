"""A board as a scene: cells on a grid, from which the terminal, SVG and the web pages are drawn.

A game's `render.py` returns a `Scene`; no game draws. A cell may have a ground, a piece and the name that moves use for
it (`e4`, a column, a card), so that clicks and drags can become moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from mossa.kernel.errors import MossaError

__all__ = ["Cell", "Piece", "Scene", "grid"]

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


@dataclass(frozen=True)
class Piece:
    """A piece, a card or a text on a cell."""

    glyph: str
    """One or a few characters: `X`, `♞`, `♥6`, `12`."""
    role: str = "first"
    """Whose it is or what it is: a key of COLOURS."""
    shape: str = "glyph"
    """`glyph` (the letters), `disc` (a stone), `crowned` (a stone with a crown) or `card`."""
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
        for y, label in enumerate(self.row_labels):
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
    if cell.ground != "none":
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{_colour(cell.ground)}" '
            f'stroke="#00000033"/>'
        )
    piece = cell.piece
    if piece is None:
        return "".join(parts)
    middle, centre = x + side / 2, y + side / 2
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
    size = side * (0.6 if len(piece.glyph) == 1 else 0.9 / len(piece.glyph) + 0.1)
    parts.append(_svg_text(middle, centre + size * 0.35, size, piece.glyph, piece.role))
    return "".join(parts)


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
