"""A traced tree as a file for a slide: SVG, PDF or TikZ of one step, or an animated GIF of all of them.

All are made of the shapes of one drawing (`picture.Picture`). PDF and GIF are painted by matplotlib, which has a font
with all the signs (∞, ≤, chess pieces); the TikZ is a `tikzpicture` for a LaTeX document that loads the package
`tikz`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from mossa.core.figures import new_figure, require_matplotlib
from mossa.core.files import write_bytes
from mossa.kernel.errors import MossaError

from .drawing import draw
from .picture import Circle, Line, Picture, Polygon, Rectangle, Shape, Text
from .trace import Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "MOST_FRAMES", "exported", "save_drawing"]

MOST_FRAMES = 120
"""Steps that an animation shows; of a longer trace, so many at equal distances."""
FRAME, LAST_FRAME = 800, 4000
"""Milliseconds of a frame, and of the last one."""
SHARPNESS = 1.5
"""Dots of an animation for a pixel of the drawing."""
COLOURS = 64
"""Of an animation."""
DOTS = 72
"""matplotlib's dots an inch at which a pixel of the drawing is a point."""

Captions = Callable[[int], list[str]]
"""The lines below the drawing at a step."""


def save_drawing(trace: Trace, file: str | File, step: int | None = None) -> None:
    """Draw to a file, whose suffix gives the format: one step (by default the last), or in a GIF all up to that one."""
    path = File(file)
    write_bytes(path, exported(trace, path.suffix.lower().removeprefix("."), step))


def exported(trace: Trace, kind: str, step: int | None = None, captions: Captions | None = None) -> bytes:
    """The bytes of a drawing in one of the FORMATS."""
    if kind not in FORMATS:
        raise MossaError(f"a drawing is saved as {', '.join(FORMATS)}, by the suffix of its file, not as {kind!r}")
    return FORMATS[kind](trace, step, captions)


def _picture(trace: Trace, step: int | None, captions: Captions | None) -> Picture:
    at = len(trace.events) if step is None else step
    return draw(trace, step, captions=None if captions is None else captions(at))


def _svg(trace: Trace, step: int | None, captions: Captions | None) -> bytes:
    return _picture(trace, step, captions).svg().encode()


# Painting


def _pdf(trace: Trace, step: int | None, captions: Captions | None) -> bytes:
    picture = _picture(trace, step, captions)
    page = io.BytesIO()
    figure = _painted(picture, picture.width, picture.height, DOTS)
    figure.savefig(page, format="pdf", metadata={"Title": picture.title, "CreationDate": None})
    return page.getvalue()


def _gif(trace: Trace, step: int | None, captions: Captions | None) -> bytes:
    require_matplotlib("a drawing as GIF")
    import numpy as np
    from PIL import Image  # which matplotlib brings

    last = len(trace.events) if step is None else step
    count = min(last + 1, MOST_FRAMES)
    steps = sorted({round(i * last / max(1, count - 1)) for i in range(count)})
    pictures = [_picture(trace, at, captions) for at in steps]
    width, height = max(one.width for one in pictures), max(one.height for one in pictures)
    frames = []
    for picture in pictures:
        canvas: Any = _painted(picture, width, height, DOTS * SHARPNESS).canvas
        canvas.draw()
        colours = Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3].copy())
        frames.append(colours.quantize(COLOURS, dither=Image.Dither.NONE))
    film = io.BytesIO()
    times = [FRAME] * (len(frames) - 1) + [LAST_FRAME]
    frames[0].save(film, format="GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return film.getvalue()


def _painted(picture: Picture, width: float, height: float, dots: float) -> Figure:
    """The picture in the middle of a page of this size, painted by matplotlib."""
    figure = new_figure(width / DOTS, height / DOTS, "a drawing as PDF or GIF", dpi=dots)
    from matplotlib import patches
    from matplotlib.lines import Line2D

    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    left = picture.left - (width - picture.width) / 2
    axes.set_xlim(left, left + width)
    axes.set_ylim(height, 0)
    axes.axis("off")

    def paint(shape: Shape, order: int) -> None:
        match shape:
            case Line():
                style: Any = (0, shape.dash) if shape.dash else "-"
                ends = [shape.x1, shape.x2], [shape.y1, shape.y2]
                axes.add_line(Line2D(*ends, color=shape.stroke, lw=shape.width, ls=style, zorder=order))
            case Text():
                axes.text(
                    *(shape.x, shape.y, shape.text.replace("$", r"\$")),
                    fontsize=shape.size,
                    color=shape.colour,
                    ha={"middle": "center", "start": "left"}[shape.anchor],
                    va="baseline",
                    fontweight="bold" if shape.strong else "normal",
                    fontfamily="DejaVu Sans",
                    zorder=order,
                )
            case Polygon():
                axes.add_patch(patches.Polygon(shape.points, **edge(shape.fill, shape.stroke, shape.width, order)))
            case Circle():
                style = edge(shape.fill, shape.stroke, shape.width, order)
                axes.add_patch(patches.Circle((shape.x, shape.y), shape.radius, **style))
            case Rectangle():
                style = edge(shape.fill, shape.stroke, shape.line, order)
                axes.add_patch(patches.Rectangle((shape.x, shape.y), shape.width, shape.height, **style))

    def edge(fill: str, stroke: str, width: float, order: int) -> dict[str, Any]:
        return {"fc": fill, "ec": stroke or "none", "lw": width, "joinstyle": "round", "zorder": order}

    for order, shape in enumerate(picture.shapes, 2):
        paint(shape, order)
    return figure


# TikZ

TEX = {
    "\\": r"\textbackslash{}",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "−": "$-$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "…": r"\dots{}",
    "⌈": r"$\lceil$",
    "⌉": r"$\rceil$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "♥": r"$\heartsuit$",
    "♦": r"$\diamondsuit$",
    "♣": r"$\clubsuit$",
    "♠": r"$\spadesuit$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "·": r"$\cdot$",
    "→": r"$\to$",
    "≠": r"$\ne$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
"""Signs that LaTeX writes in its own way; any other that is not ASCII wants XeLaTeX or LuaLaTeX, and its font."""


def _tikz(trace: Trace, step: int | None, captions: Captions | None) -> bytes:
    picture = _picture(trace, step, captions)
    shapes = picture.shapes
    colours = sorted({colour for shape in shapes for colour in _colours(shape)})
    names = {colour: f"mossa{i}" for i, colour in enumerate(colours)}
    lines = [
        "% \\usepackage{tikz} in the preamble; one unit is a pixel of the drawing, y grows downwards.",
        "\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, line join=round, font=\\sffamily]",
        *(f"\\definecolor{{{name}}}{{HTML}}{{{_hexadecimal(colour)}}}" for colour, name in names.items()),
        *(_tikz_shape(shape, names) for shape in shapes),
        "\\end{tikzpicture}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _tikz_shape(shape: Shape, names: dict[str, str]) -> str:
    def drawn(fill: str, stroke: str, width: float) -> str:
        edge = f", draw={names[stroke]}, line width={0.75 * width:g}pt" if stroke else ""
        return f"\\path[fill={names[fill]}{edge}]"

    match shape:
        case Line():
            dash = f", dash pattern=on {0.75 * shape.dash[0]:g}pt off {0.75 * shape.dash[1]:g}pt" if shape.dash else ""
            cap = ", line cap=round" if shape.round else ""
            style = f"{names[shape.stroke]}, line width={0.75 * shape.width:g}pt{dash}{cap}"
            return f"\\draw[{style}] ({shape.x1:.1f},{shape.y1:.1f}) -- ({shape.x2:.1f},{shape.y2:.1f});"
        case Polygon():
            corners = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in shape.points)
            return f"{drawn(shape.fill, shape.stroke, shape.width)} {corners} -- cycle;"
        case Circle():
            centre = f"({shape.x:.1f},{shape.y:.1f})"
            return (
                f"{drawn(shape.fill, shape.stroke, shape.width)} {centre} circle[radius={0.75 * shape.radius:.2f}pt];"
            )
        case Rectangle():
            corners = (
                f"({shape.x:.1f},{shape.y:.1f}) rectangle ({shape.x + shape.width:.1f},{shape.y + shape.height:.1f})"
            )
            return f"{drawn(shape.fill, shape.stroke, shape.line)} {corners};"
        case Text():
            anchor = {"middle": "base", "start": "base west"}[shape.anchor]
            size = f"\\fontsize{{{0.75 * shape.size:g}}}{{{0.9 * shape.size:g}}}\\selectfont"
            weight = "\\bfseries" if shape.strong else ""
            place = (
                f"\\node[anchor={anchor}, inner sep=0pt, text={names[shape.colour]}] at ({shape.x:.1f},{shape.y:.1f})"
            )
            return f"{place} {{{size}{weight} {_tex(shape.text)}}};"


def _tex(text: str) -> str:
    return "".join(TEX.get(sign, sign) for sign in text)


def _colours(shape: Shape) -> Sequence[str]:
    match shape:
        case Line():
            return (shape.stroke,)
        case Text():
            return (shape.colour,)
        case _:
            return (shape.fill, shape.stroke) if shape.stroke else (shape.fill,)


def _hexadecimal(colour: str) -> str:
    digits = colour.removeprefix("#")
    return (digits if len(digits) == 6 else "".join(2 * digit for digit in digits)).upper()


FORMATS: dict[str, Callable[[Trace, int | None, Captions | None], bytes]] = {
    "svg": _svg,
    "pdf": _pdf,
    "gif": _gif,
    "tikz": _tikz,
    "tex": _tikz,
}
"""The suffixes of files."""
