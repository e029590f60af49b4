"""What PGN, the portable game notation of chess, and PDN, that of draughts, have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["OPEN", "read_result", "write_portable", "write_result"]

OPEN = "*"
"""The result of a game that is not finished, or whose result is not known."""
RESULTS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
LINE = 79
"""The longest line."""


def read_result(text: str) -> tuple[float, float] | None:
    """The utilities of a result, who begins first; None if it is open."""
    return RESULTS.get(text)


def write_result(result: Sequence[float] | None) -> str:
    """The result by its utilities.

    >>> write_result((1.0, -1.0)), write_result((0.0, 0.0)), write_result(None)
    ('1-0', '1/2-1/2', '*')
    """
    return OPEN if result is None else "1-0" if result[0] > 0 else "0-1" if result[0] < 0 else "1/2-1/2"


def write_portable(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """The text of a game: its tags, a blank line, its words in lines that are not too long.

    >>> print(write_portable({"White": "Ada"}, ["1.", "e4", "*"]))
    [White "Ada"]
    <BLANKLINE>
    1. e4 *
    <BLANKLINE>
    """
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *lines, ""])


def _quoted(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
