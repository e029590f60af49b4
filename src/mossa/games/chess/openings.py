"""Named openings: which one is being played, and how matches begin.

`data/openings.tsv` has a line for each: the code of the Encyclopaedia (ECO), the name, the moves, the score of its last
position by a search (for White, in hundredths of a pawn), and the key of that position in books. A name is found by the
position, so it does not matter in which order the moves were made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mossa import Position
from mossa.core.files import read_text

from .board import State
from .book import book_key
from .rules import start

__all__ = ["FILE", "Opening", "match_openings", "named_openings", "opening_of", "opening_of_states"]

FILE = Path(__file__).parent / "data" / "openings.tsv"
LONGEST = 40
"""No named opening is longer than this many plies."""
BALANCED = 60
"""Matches begin from openings that favour neither side by more than this, in hundredths of a pawn …"""
LEAST_PLIES = 6
"""… and that have at least this many plies."""


class Opening(NamedTuple):
    """A named opening."""

    eco: str
    name: str
    moves: tuple[str, ...]
    """The moves, in SAN."""
    score: int
    """A search's score for White, in hundredths of a pawn."""
    key: int
    """The `book.book_key` of its last position."""

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


@lru_cache(maxsize=1)
def named_openings() -> tuple[Opening, ...]:
    """All openings, by code."""
    found = []
    for line in read_text(FILE).splitlines():
        if line and not line.startswith("#"):
            eco, name, moves, score, key = line.split("\t")
            found.append(Opening(eco, name, tuple(moves.split()), int(score), int(key, 16)))
    return tuple(found)


@lru_cache(maxsize=1)
def _by_key() -> dict[int, Opening]:
    return {one.key: one for one in named_openings()}


def opening_of(position: Position) -> Opening | None:
    """The opening that a game was last in; None before the first move, and for a game from another position."""
    return opening_of_states([at.state for at in position.line])


def opening_of_states(states: Sequence[State]) -> Opening | None:
    """The opening that these states of a game were last in."""
    if states[0] != start():
        return None
    known, named = _by_key(), None
    for state in states[: LONGEST + 1]:
        named = known.get(book_key(state), named)
    return named


def match_openings() -> list[tuple[str, ...]]:
    """The openings that matches begin with: long enough and balanced."""
    return [one.moves for one in named_openings() if len(one.moves) >= LEAST_PLIES and abs(one.score) <= BALANCED]
