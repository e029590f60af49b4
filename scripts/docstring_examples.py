"""Examples in docstrings as blocks of code, for the pages of docs/reference: to Markdown, `>>>` is a quotation."""

from __future__ import annotations

from typing import Any

import griffe

__all__ = ["DocstringExamples", "fenced"]


def fenced(text: str) -> str:
    """The text with a fence around each example, up to the next empty line."""
    blocks, inside = [], False
    for line in text.split("\n"):
        if line.startswith(">>>") and not inside:
            blocks.append("```python")
            inside = True
        elif inside and not line.strip():
            blocks.append("```")
            inside = False
        blocks.append(line)
    return "\n".join([*blocks, "```"] if inside else blocks)


class DocstringExamples(griffe.Extension):
    """Fences the examples of every docstring that is read."""

    def on_object(self, *, obj: griffe.Object, loader: Any, **kwargs: Any) -> None:
        """An object has been read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
