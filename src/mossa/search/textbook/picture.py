"""A drawing as shapes, and its SVG; `exports` writes the same shapes as PDF, animated GIF and TikZ.

Coordinates are pixels, x to the right and y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

__all__ = ["Circle", "Line", "Picture", "Polygon", "Rectangle", "Row", "Shape", "Text"]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; `dash` is the length of its strokes and of the gaps between them."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float
    dash: tuple[float, float] | None = None
    round: bool = False

    def svg(self) -> str:
        """As an element of SVG."""
        dash = f' stroke-dasharray="{self.dash[0]:g} {self.dash[1]:g}"' if self.dash else ""
        cap = ' stroke-linecap="round"' if self.round else ""
        return (
            f'<line x1="{self.x1:.1f}" y1="{self.y1:.1f}" x2="{self.x2:.1f}" y2="{self.y2:.1f}" '
            f'stroke="{self.stroke}" stroke-width="{self.width:g}"{dash}{cap}/>'
        )


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str
    stroke: str
    width: float

    def svg(self) -> str:
        """As an element of SVG."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)
        return f'<polygon points="{points}"{_style(self.fill, self.stroke, self.width)} stroke-linejoin="round"/>'


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled circle; without a `stroke` it has no edge."""

    x: float
    y: float
    radius: float
    fill: str
    stroke: str = ""
    width: float = 1.0

    def svg(self) -> str:
        """As an element of SVG."""
        style = _style(self.fill, self.stroke, self.width)
        return f'<circle cx="{self.x:.1f}" cy="{self.y:.1f}" r="{self.radius:.1f}"{style}/>'


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle from its upper left corner; without a `stroke` it has no edge."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str = ""
    line: float = 1.0

    def svg(self) -> str:
        """As an element of SVG."""
        size = f'width="{self.width:.1f}" height="{self.height:.1f}"'
        return f'<rect x="{self.x:.1f}" y="{self.y:.1f}" {size}{_style(self.fill, self.stroke, self.line)}/>'


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its baseline, around x (`middle`) or from there on (`start`)."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"
    strong: bool = False

    def svg(self) -> str:
        """As an element of SVG."""
        weight = ' font-weight="bold"' if self.strong else ""
        return (
            f'<text x="{self.x:.1f}" y="{self.y:.1f}" font-size="{self.size:g}" text-anchor="{self.anchor}" '
            f'fill="{self.colour}"{weight}>{escape(self.text)}</text>'
        )


Shape = Line | Polygon | Circle | Rectangle | Text


@dataclass(frozen=True, slots=True)
class Row:
    """Shapes that belong together; a page can let people click on those of a named node."""

    shapes: tuple[Shape, ...]
    node: str | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on white paper; later ones lie on earlier ones."""

    left: float
    width: float
    height: float
    title: str
    rows: tuple[Row, ...]

    @property
    def shapes(self) -> list[Shape]:
        """All shapes, from the lowest up."""
        return [shape for row in self.rows for shape in row.shapes]

    def svg(self) -> str:
        """The whole drawing."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="{self.left:.1f} 0 {self.width:.1f} {self.height:.1f}" '
            f'font-family="Helvetica, Arial, sans-serif" role="img">',
            f"<title>{escape(self.title)}</title>",
            Rectangle(self.left, 0.0, self.width, self.height, "#fff").svg(),
        ]
        for row in self.rows:
            drawn = "".join(shape.svg() for shape in row.shapes)
            parts.append(drawn if row.node is None else f'<g data-node="{row.node}">{drawn}</g>')
        return "\n".join([*parts, "</svg>\n"])


def _style(fill: str, stroke: str, width: float) -> str:
    edge = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f' fill="{fill}"{edge}'
