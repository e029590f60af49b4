"""The SVG drawing of a scene."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from mossa.kernel.errors import MossaError

from .drawings import DRAWINGS

if TYPE_CHECKING:
    from .scene import Cell, Piece, Scene

__all__ = ["COLOURS", "draw"]

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
    "hole": "#d9c39c",
    "clear": "none",
    "none": "none",
}
"""Role → colour. Games name roles, not colours. A cell on the ground `none` is no place; on `clear` it is one, though
nothing is drawn there."""
PALE = ("white", "second", "light", "paper")
"""Roles on which letters are dark."""
SUITS = "♠♥♦♣"


def draw(scene: Scene, cell: int) -> str:
    """A scene as SVG, a cell `cell` pixels wide."""
    width, height = scene.size
    left = cell * 0.6 if scene.row_labels else cell * 0.1
    bottom = cell * 0.5 if scene.column_labels else cell * 0.1
    total_height = height * cell + bottom + len(scene.notes) * cell * 0.5 + cell * 0.1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * cell + left + cell * 0.1:g} '
        f'{total_height:g}" font-family="system-ui, sans-serif" role="img">'
    ]
    for c in scene.cells:
        parts.append(_svg_cell(c, left + c.x * cell, cell * 0.1 + c.y * cell, cell))
    small = cell * 0.3
    for x, label in enumerate(scene.column_labels):
        at = left + (x + 0.5) * cell
        parts.append(_svg_text(at, cell * (height + 0.1) + small * 1.2, small, label, "neutral"))
    for y, label in scene.row_places():
        parts.append(_svg_text(left * 0.5, cell * (y + 0.6) + small * 0.35, small, label, "neutral"))
    for i, note in enumerate(scene.notes):
        y_note = height * cell + bottom + (i + 0.8) * cell * 0.5
        parts.append(
            f'<text x="{left:g}" y="{y_note:g}" font-size="{small:g}" fill="{_colour("neutral")}">{escape(note)}</text>'
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
    if cell.outline and _colour(cell.ground) != "none":
        corners = " ".join(f"{middle + dx * side:g},{centre + dy * side:g}" for dx, dy in cell.outline)
        parts.append(f'<polygon points="{corners}" fill="{_colour(cell.ground)}" stroke="#00000033"/>')
    elif _colour(cell.ground) != "none":
        edge = "" if cell.lines else ' stroke="#00000033"'
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{_colour(cell.ground)}"{edge}/>'
        )
    if cell.ground == "hole":
        parts.append(f'<circle cx="{middle:g}" cy="{centre:g}" r="{side * 0.2:g}" fill="#00000030"/>')
    if cell.corner:
        parts.append(_svg_text(x + side * 0.16, y + side * 0.24, side * 0.2, cell.corner, "paper"))
    if cell.alarm:
        parts.append(f'<circle cx="{middle:g}" cy="{centre:g}" r="{side * 0.45:g}" fill="#d3302088"/>')
    if cell.lines:
        ways = " ".join(f"M{middle:g} {centre:g}l{dx * side:g} {dy * side:g}" for dx, dy in cell.lines)
        parts.append(f'<path d="{ways}" stroke="{_colour("neutral")}"/>')
    if cell.piece is not None:
        closer = min(1.0, (cell.most - 1) / max(1, cell.count - 1))
        for i in range(cell.count):
            over = cell.count > cell.most and i == cell.count - 1
            piece = replace(cell.piece, glyph=str(cell.count), shape="token") if over else cell.piece
            dx, dy = (i * closer * part * side for part in cell.step)
            parts.append(_svg_piece(piece, middle + dx, centre + dy, side))
    return "".join(parts)


def _svg_piece(piece: Piece, x: float, y: float, side: float) -> str:
    """A piece around a point."""
    drawn = _svg_shape(piece, x, y, side)
    return f'<g opacity="0.35">{drawn}</g>' if piece.faint else drawn


def _svg_shape(piece: Piece, x: float, y: float, side: float) -> str:
    parts = []
    if piece.shape in DRAWINGS:
        return _svg_drawing(piece, x, y, side)
    if piece.shape in ("disc", "crowned", "token"):
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{side * 0.4:g}" fill="{_colour(piece.role)}" stroke="#00000055"/>'
        )
        if piece.shape == "crowned":
            parts.append(_svg_text(x, y + side * 0.17, side * 0.5, "♛", "second"))
        if piece.shape == "token":
            ink = "black" if piece.role in PALE else "white"
            parts.append(_svg_text(x, y + side * 0.14, side * 0.4, piece.glyph, ink))
        return "".join(parts)
    suit = piece.glyph[:1] if piece.shape == "card" else ""
    if piece.shape in ("card", "back"):
        wide = 0.66 if suit in SUITS or piece.shape == "back" else 0.84
        fill = "board" if piece.shape == "back" else "white"
        parts.append(
            f'<rect x="{x - side * wide / 2:g}" y="{y - side * 0.46:g}" width="{side * wide:g}" '
            f'height="{side * 0.92:g}" rx="{side * 0.08:g}" fill="{_colour(fill)}" stroke="#00000066"/>'
        )
    if suit and suit in SUITS:
        rank = piece.glyph[1:]
        parts.append(_svg_text(x - side * 0.17, y - side * 0.18, side * 0.28, rank, piece.role))
        parts.append(_svg_text(x + side * 0.06, y + side * 0.32, side * 0.5, suit, piece.role))
    elif piece.glyph:
        size = side * (0.6 if len(piece.glyph) == 1 else 0.9 / len(piece.glyph) + 0.1)
        parts.append(_svg_text(x, y + size * 0.35, size, piece.glyph, "white" if piece.shape == "back" else piece.role))
    return "".join(parts)


def _svg_drawing(piece: Piece, x: float, y: float, side: float) -> str:
    """A drawn piece around a point."""
    drawing = DRAWINGS[piece.shape]
    line = _colour("paper" if piece.role == "black" else "black")
    details = "".join(f'<path d="{path}" fill="none" stroke="{line}"/>' for path in drawing.details)
    details += "".join(f'<path d="{path}" fill="{line}" stroke="none"/>' for path in drawing.spots)
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
