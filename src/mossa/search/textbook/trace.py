"""One kind of trace for all algorithms (published signatures; the bodies follow)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

__all__ = ["Event", "Trace"]

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One step: `enter`, `leaf`, `update`, `value`, `cut`, `list` or `choose`, at the node with this path."""

    kind: str
    path: Path


class Trace:
    """What an algorithm answered (value, best, moves), what it cost (nodes, leaves, cuts, held), and its events."""

    algorithm: str
    value: Any  # float from MAX's side (player 0); with max^n a tuple, one value per player
    best: str | None  # the root move as text; None where there is nothing to choose
    best_index: int | None  # its place among the root moves, from 0
    moves: tuple[str, ...]  # all root moves known to be equally good
    pv: tuple[str, ...]
    nodes: int
    leaves: int
    cuts: int
    held: int
    events: list[Event]
    message: str  # empty, or one sentence: the trace was too long and holds only its beginning

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values: what `mossa lab --json` prints."""
        raise NotImplementedError

    def text(self, step: int | None = None) -> str:
        """The tree as text for a terminal, at a step or at the end."""
        raise NotImplementedError

    def svg(self, step: int | None = None) -> str:
        """The tree as an SVG drawing, at a step or at the end."""
        raise NotImplementedError

    def save(self, file: str | File) -> None:
        """Write as JSON."""
        raise NotImplementedError

    @classmethod
    def load(cls, file: str | File) -> Trace:
        """Read what `save` wrote."""
        raise NotImplementedError
