"""What the compiler refuses: file, line, column, the piece of source marked, what is wrong, what to write instead."""

from __future__ import annotations

import ast
import re
from types import FunctionType

from ..errors import MossaError
from ..generators import source_location

__all__ = ["Refused", "explain"]


class Refused(Exception):
    """Outside the subset. Raised without a place; the innermost expression or statement around it becomes its place."""

    def __init__(self, reason: str, instead: str = "", *, blames_caller: bool = False) -> None:
        """`blames_caller`: the function was called as it must not be; the place is where that was done."""
        super().__init__(reason)
        self.reason, self.instead, self.blames_caller = reason, instead, blames_caller
        self.called: FunctionType | None = None
        self.function: FunctionType | None = None
        self.node: ast.AST | None = None
        self.lines: list[str] = []

    def at(self, function: FunctionType, node: ast.AST, lines: list[str]) -> Refused:
        """The same, with its place, unless it has one already."""
        if self.blames_caller and self.called is None:
            self.called = function
        if self.node is None and function is not self.called:
            self.function, self.node, self.lines = function, node, lines
        return self


def explain(refused: Refused, name: str) -> MossaError:
    """The message for the person who wrote the rules of the kernel called `name`; the engine's function in that name
    says nothing to him."""
    name = re.sub(r" \w+\.\w+$", "", name)
    sentence = refused.reason + (f": {refused.instead}" if refused.instead else "")
    where, mark = "", ""
    line = getattr(refused.node, "lineno", None)
    if refused.function is not None:
        where = source_location(refused.function, line) + ": "
    if refused.function is not None and refused.node is not None and line is not None:
        first = getattr(refused.node, "col_offset", 0)
        where = f"{source_location(refused.function, line)}, column {first + 1}: "
        mark = _marked(refused.node, refused.lines)
    return MossaError(f"{where}{sentence} ({name} cannot be compiled; docs/protocol.md has the compiled subset){mark}")


def _marked(node: ast.AST, lines: list[str]) -> str:
    """The line of source, and under it a mark below the expression."""
    line, first = node.lineno, node.col_offset  # type: ignore[attr-defined]
    if not 0 < line <= len(lines):
        return ""
    text = lines[line - 1].rstrip("\n")
    # Columns of a syntax tree count bytes.
    start = len(text.encode()[:first].decode(errors="replace"))
    one_line = getattr(node, "end_lineno", line) == line
    end = len(text.encode()[: node.end_col_offset].decode(errors="replace")) if one_line else len(text)  # type: ignore[attr-defined]
    return f"\n    {text}\n    {' ' * start}{'^' * max(1, end - start)}"
