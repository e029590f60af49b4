"""What the techniques of the second half of the course may be told: a clock, the size of a table, how many moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from mossa.kernel.errors import MossaError

__all__ = ["ABOUT", "REPLACE", "Settings"]

REPLACE = ("depth", "age")
"""What a full table forgets: the entry that was searched least deep, or the oldest one."""

ABOUT = {
    "nodes": "generate at most N nodes; the move of the last completed iteration counts",
    "seconds": "search for at most S seconds; the move of the last completed iteration counts",
    "entries": "entries of the table (as many as are stored)",
    "replace": "what a full table forgets: depth, the entry searched least deep, or age, the oldest one",
    "extra": "plies of the second look (1)",
    "margin": "how much better than its siblings a singular move is, or how wide half a first window (a tenth)",
    "keep": "moves that forward pruning searches at each node (2)",
    "reply": "what the opponent answers while the search ponders (the reply that was foreseen)",
}
"""What each is, in a line."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run; each technique takes some of them (`Algorithm.settings`)."""

    nodes: int | None = None
    seconds: float | None = None
    entries: int | None = None
    replace: str = REPLACE[0]
    extra: int = 1
    margin: float | None = None
    keep: int = 2
    reply: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any], name: str, taken: tuple[str, ...]) -> Settings:
        """The settings that were given to the algorithm of this name, checked; it takes those in `taken`."""
        given = {key: value for key, value in given.items() if value is not None}
        unknown = sorted(given.keys() - {field.name for field in fields(cls)})
        if unknown:
            raise TypeError(f"run() has no option {unknown[0]!r}")
        for key in given:
            if key not in taken:
                mine = f"its settings are {', '.join(taken)}" if taken else "it has no settings of this kind"
                raise MossaError(f"{name} knows no {key}: {mine}")
        settings = cls(**given)
        for key, least in (("nodes", 1), ("entries", 1), ("extra", 1), ("keep", 1)):
            number = getattr(settings, key)
            if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
                raise MossaError(f"{key} is a whole number from {least} up, not {number!r}")
        for key in ("seconds", "margin"):
            number = getattr(settings, key)
            if number is not None and not (isinstance(number, int | float) and 0 < number < 1e9):
                raise MossaError(f"{key} is a number above 0, not {number!r}")
        if settings.replace not in REPLACE:
            raise MossaError(f"replace is {' or '.join(REPLACE)}, not {settings.replace!r}")
        if not isinstance(settings.reply, str):
            raise MossaError("the reply is a move, as the game writes it")
        return settings
