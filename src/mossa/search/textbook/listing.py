"""The source of an algorithm beside its trace: which of its lines reported each event."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path as File

from .trace import Trace

__all__ = ["Listing", "listing_of"]


@dataclass(frozen=True)
class Listing:
    """The functions that reported the events of a trace, docstrings left out."""

    file: str
    lines: tuple[tuple[int, str], ...]
    """Number and text of each line; between two functions the numbers jump."""

    def line_at(self, trace: Trace, step: int) -> int:
        """The number of the line that reported the event before `step`; 0 if none of them did."""
        file, line = trace.places[step - 1] if 0 < step <= len(trace.places) else ("", 0)
        return line if file == self.file else 0


def listing_of(trace: Trace) -> Listing | None:
    """The source of a trace's algorithm; None if the trace was read from a file, or the source is not at hand.

    >>> from mossa import game
    >>> from mossa.search.textbook import run
    >>> trace = run("alphabeta", game("tree").rules)
    >>> listing = listing_of(trace)
    >>> cut = next(step for step, event in enumerate(trace.events, 1) if event.kind == "cut")
    >>> dict(listing.lines)[listing.line_at(trace, cut)].strip()
    'tree.cut(child, value=v, reason=tree.refuted(node, v, alpha))'
    """
    if not trace.places:
        return None
    ((file, _),) = Counter(file for file, _ in trace.places).most_common(1)
    reporting = {line for place, line in trace.places if place == file}
    try:
        source = File(file).read_text("utf-8")
    except OSError:
        return None
    texts = source.splitlines()
    lines: list[tuple[int, str]] = []
    for function in ast.parse(source).body:
        if not isinstance(function, ast.FunctionDef) or function.end_lineno is None:
            continue
        if any(function.lineno <= line <= function.end_lineno for line in reporting):
            told = _docstrings(function)
            numbers = range(function.lineno, function.end_lineno + 1)
            lines += [(number, texts[number - 1]) for number in numbers if number not in told]
    return Listing(file, tuple(lines))


def _docstrings(function: ast.FunctionDef) -> set[int]:
    """The lines of all docstrings in a function, and the empty ones after them."""
    found: set[int] = set()
    for inner in ast.walk(function):
        if isinstance(inner, ast.FunctionDef) and ast.get_docstring(inner) is not None:
            text, after = inner.body[0], inner.body[1] if len(inner.body) > 1 else inner.body[0]
            found |= set(range(text.lineno, max(after.lineno, (text.end_lineno or text.lineno) + 1)))
    return found
