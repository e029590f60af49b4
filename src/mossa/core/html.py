"""Results as HTML, for notebooks: tables and figures without scripts and without colours of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

__all__ = ["figure", "paragraph", "table"]

BOARD = 320
"""Pixels that a board is wide, at most: an SVG alone would fill the cell of a notebook."""


def paragraph(text: str) -> str:
    """A paragraph of plain text.

    >>> paragraph("a < b")
    '<p>a &lt; b</p>'
    """
    return f"<p>{escape(text)}</p>"


def figure(svg: str, caption: str = "") -> str:
    """A drawing with a caption."""
    return f'<figure style="max-width:{BOARD}px;margin:0">{svg}<figcaption>{escape(caption)}</figcaption></figure>'


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table: numbers to the right, floats with four digits, None as a dash.

    >>> table(["move", "value"], [["a1", 0.5]])
    '<table><tr><th>move</th><th>value</th></tr><tr><td>a1</td><td style="text-align:right">0.5</td></tr></table>'
    """
    head = "".join(f"<th>{escape(str(one))}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: Any) -> str:
    if value is None:
        return "<td>–</td>"
    if isinstance(value, int | float) and not isinstance(value, bool):
        shown = f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
        return f'<td style="text-align:right">{shown}</td>'
    return f"<td>{escape(str(value))}</td>"
