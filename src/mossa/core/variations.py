"""The variations of a game: what might have been played instead, with variations of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mossa.kernel.errors import MossaError

from .protocol import State

__all__ = ["DEEPEST", "Variation", "VariationReader"]

DEEPEST = 20
"""The greatest depth of nested variations; what is deeper in a text is ignored."""

T = TypeVar("T")


@dataclass(frozen=True)
class Variation(Generic[T]):
    """Moves in place of those of a line: of the game, or of the variation that this one is part of."""

    after: int
    """How many moves of that line precede it, counted from the first state."""
    moves: tuple[T, ...]
    """At least one: all legal, one after the other; as numbers, or as text."""
    variations: tuple[Variation[T], ...] = ()
    """Variations of its own moves."""


class VariationReader:
    """Collects the moves of a game as a file lists them, with its variations.

    A variation ends at its first move that cannot be played: files contain plans and errors there.
    """

    def __init__(self, first: State, play: Callable[[Any, int], Any]) -> None:
        self._play = play
        self._lines = [_Line(0, first)]

    @property
    def state(self) -> Any:
        """The state after the moves of the current line."""
        return self._lines[-1].state

    @property
    def played(self) -> int:
        """How many moves the current line has, counted from the first state."""
        return self._lines[-1].played

    @property
    def in_variation(self) -> bool:
        """Is the current line a variation?"""
        return len(self._lines) > 1

    def open_variation(self) -> None:
        """A variation begins: it replaces the last move."""
        line = self._lines[-1]
        state, after = (line.before, line.played - 1) if line.moves else (line.state, line.played)
        self._lines.append(_Line(after, state, line.broken or len(self._lines) > DEEPEST))

    def close_variation(self) -> None:
        """A variation ends."""
        if not self.in_variation:
            raise MossaError(f"after {self.played} moves a variation is closed that was not opened")
        line = self._lines.pop()
        if line.moves:
            self._lines[-1].variations.append(Variation(line.after, tuple(line.moves), tuple(line.variations)))

    def add_move(self, read: Callable[..., int], *text: Any) -> None:
        """Add the next move, `read(state, played, *text)`; that raises a MossaError if there is none."""
        line = self._lines[-1]
        if line.broken:
            return
        try:
            move = read(self.state, self.played, *text)
        except MossaError:
            if not self.in_variation:
                raise
            line.broken = True
            return
        line.moves.append(move)
        line.before, line.state = line.state, self._play(line.state, move)

    def finish(self) -> tuple[tuple[int, ...], tuple[Variation[int], ...]]:
        """The moves of the game, and its variations."""
        if self.in_variation:
            raise MossaError("a variation is not closed")
        return tuple(self._lines[0].moves), tuple(self._lines[0].variations)


class _Line:
    """A line that is being read: after how many moves it begins, its last two states, its moves."""

    def __init__(self, after: int, state: Any, broken: bool = False) -> None:
        self.after, self.before, self.state, self.broken = after, state, state, broken
        self.moves: list[int] = []
        self.variations: list[Variation[int]] = []

    @property
    def played(self) -> int:
        """How many moves it has, counted from the first state of the game."""
        return self.after + len(self.moves)
