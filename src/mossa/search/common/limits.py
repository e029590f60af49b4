"""When a search stops: the same limits for every algorithm and engine."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from mossa.kernel.errors import MossaError

__all__ = ["MAX_PLY", "Limits"]

MAX_PLY = 250
"""No line is searched further than this from the root."""


@dataclass(frozen=True)
class Limits:
    """When to stop. A search with no limit runs until it is certain or told to stop."""

    time: float | None = None
    """Seconds."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Nodes; a single-threaded search with this limit is reproducible."""
    stop: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set by a clock, Ctrl-C or a closing browser tab; the search ends within a millisecond or so."""
    most: float | None = None
    """With it, `time` is a plan: an engine may end sooner where the move is clear, and think up to this many seconds
    where it is in doubt. Who does not plan keeps to `time`."""
    win: int | None = None
    """Plies within which a win is looked for, every move counted, by engines that can; `depth` does not end that."""
    analysis: bool = False
    """Somebody asks what is true of a position, and no clock runs: an engine that can looks for a forced win besides
    the best move, with a part of the nodes (a limit of depth leaves no time for it), and an algorithm of the textbook
    completes its first depth, however short the time."""

    def __post_init__(self) -> None:
        for name in ("time", "depth", "nodes", "win", "most"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 1e18:
                raise MossaError(f"the limit {name} is a number above 0, not {value}")
