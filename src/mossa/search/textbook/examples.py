"""The worked figures of the course (published signatures; the bodies follow)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["EXAMPLES", "Example"]


@dataclass(frozen=True)
class Example:
    """A named example: `mossa.game(example.spec)` under `example.algorithm` gives `example.expected`."""

    name: str
    spec: str  # a game spec such as "tree:tree=((3 12 8) …)"; empty for queens and funds
    algorithm: str
    expected: dict[str, Any]
    english: str
    italian: str
    options: dict[str, Any] = field(default_factory=dict)  # more arguments for `run`


EXAMPLES: dict[str, Example] = {}
