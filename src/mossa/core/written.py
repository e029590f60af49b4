"""A game as a file of its players' world holds it (PGN, PDN, a transcript), read but not yet replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Written"]


class Written(NamedTuple):
    """What `read_games(text)` of a game's `records.py` gives for each game, beside sentences about those left out."""

    first: Any
    """The state it began from."""
    moves: tuple[int, ...]
    """All legal, one after the other."""
    tags: Mapping[str, str] = {}
    """Players, date, result … as the file calls them."""
