"""When a search stops: the same limits for every algorithm and engine."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from mossa.kernel.errors import MossaError

__all__ = ["MAX_PLY", "Limits", "OverlongGame"]

MAX_PLY = 250
"""No line is searched further than this from the root."""


class OverlongGame(MossaError):
    """A search met a line with more moves than the game declares: what it found so far proves nothing."""

    def __init__(self, name: str, longest: int) -> None:
        self.pair = name, longest
        super().__init__(
            f"{name} declares longest={longest} in FACTS, but a game goes on after that many moves: declare more "
            f"(mossa check {name.partition(':')[0]} says which moves)"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return OverlongGame, self.pair


@dataclass(frozen=True)
class Limits:
    """When to stop. A search without limits runs until its result is certain or `stop` is set."""

    time: float | None = None
    """Seconds."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Nodes; a single-threaded search with this limit is reproducible."""
    stop: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set by a clock, Ctrl-C or a closing browser tab; the search ends within a millisecond or so."""
    most: float | None = None
    """Seconds at most, where `time` is a planned time: an engine may end sooner where the move is clear, and search up
    to this long where it is not. Engines without a time plan keep to `time`."""
    win: int | None = None
    """Plies within which engines with a mate search look for a forced win; `depth` does not limit that."""
    analysis: bool = False
    """The search is an analysis, not a move on the clock. An engine with a mate search also looks for a forced win,
    with a share of the nodes (not with a limit of depth); an algorithm of the textbook completes its first depth,
    however short the time."""

    def __post_init__(self) -> None:
        for name in ("time", "depth", "nodes", "win", "most"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 1e18:
                raise MossaError(f"the limit {name} is a number above 0, not {value}")
