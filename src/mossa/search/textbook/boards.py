"""The board of a position, small enough to stand inside a tree."""

from __future__ import annotations

from mossa.core.scene import Cell, Scene
from mossa.core.scene_svg import COLOURS

from .picture import Circle, Line, Polygon, Rectangle, Shape, Text

__all__ = ["board_shapes", "board_size"]

LEAST_CELL, USUAL_BOARD = 10.0, 44.0
"""Pixels: of a cell, and of a board whose cells can be as large."""


def board_size(scene: Scene) -> tuple[float, float]:
    """Width and height of a board in pixels."""
    width, height = scene.size
    cell = max(LEAST_CELL, USUAL_BOARD / max(width, height, 1.0))
    return width * cell, height * cell


def board_shapes(scene: Scene, middle: float, top: float) -> list[Shape]:
    """The board below this point."""
    width, _ = board_size(scene)
    side = width / scene.size[0]
    return [
        shape
        for cell in scene.cells
        for shape in _cell(cell, middle - width / 2 + cell.x * side, top + cell.y * side, side)
    ]


def _cell(cell: Cell, x: float, y: float, side: float) -> list[Shape]:
    shapes: list[Shape] = []
    middle, centre = x + side / 2, y + side / 2
    corners = tuple((middle + dx * side, centre + dy * side) for dx, dy in cell.outline)
    piece = cell.piece
    if len(corners) == 2:
        (x1, y1), (x2, y2) = corners
        colour = COLOURS[piece.role if piece is not None else cell.ground]
        return [Line(x1, y1, x2, y2, colour, side * (0.12 if piece else 0.05))] if colour != "none" else []
    if cell.ground != "none":
        ground = COLOURS[cell.ground]
        shapes.append(
            Polygon(corners, ground, "#b9b3a6", 0.4) if corners else Rectangle(x, y, side, side, ground, "#b9b3a6", 0.4)
        )
    if piece is None:
        return shapes
    colour = COLOURS[piece.role]
    if piece.shape in ("disc", "crowned"):
        shapes.append(Circle(middle, centre, side * 0.4, colour, "#555555", 0.4))
        glyph = "♛" if piece.shape == "crowned" else ""
        colour = COLOURS["second"]
    else:
        glyph = piece.glyph
    if glyph:
        size = side * (0.8 if len(glyph) == 1 else 1.1 / len(glyph) + 0.1)
        shapes.append(Text(middle, centre + size * 0.36, glyph, size, colour))
    return shapes
