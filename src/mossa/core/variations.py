"""What might have been played instead: a game's variations, and variations of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mossa.kernel.errors import MossaError

from .protocol import State

__all__ = ["DEEPEST", "Variation", "Walk"]

DEEPEST = 20
"""Variations within variations; what is deeper in a text is passed over."""

T = TypeVar("T")


@dataclass(frozen=True)
class Variation(Generic[T]):
    """Another way to go on than a line has: a game's, or a variation's that this one is part of."""

    after: int
    """How many moves of that line come before it, counted from the first state."""
    moves: tuple[T, ...]
    """At least one: all legal, one after the other; as numbers, or as text."""
    variations: tuple[Variation[T], ...] = ()
    """Of its own moves."""


class Walk:
    """The moves of a game as they are read, in and out of its variations.

    What cannot be played in a variation ends it: files have plans and errors there.
    """

    def __init__(self, first: State, play: Callable[[Any, int], Any]) -> None:
        self._play = play
        self._lines = [_Line(0, [first])]

    @property
    def state(self) -> Any:
        """Where the line that is read now has come to."""
        return self._lines[-1].states[-1]

    @property
    def played(self) -> int:
        """How many moves it has, counted from the first state."""
        return len(self._lines[-1].states) - 1

    @property
    def is_aside(self) -> bool:
        """Is it a variation?"""
        return len(self._lines) > 1

    def open(self) -> None:
        """A variation begins: it replaces the last move."""
        line = self._lines[-1]
        after = max(line.after, self.played - 1)
        self._lines.append(_Line(after, line.states[: after + 1], line.broken or len(self._lines) > DEEPEST))

    def close(self) -> None:
        """A variation ends."""
        if not self.is_aside:
            raise MossaError(f"after {self.played} moves a variation is closed that was not opened")
        line = self._lines.pop()
        if line.moves:
            self._lines[-1].variations.append(Variation(line.after, tuple(line.moves), tuple(line.variations)))

    def move(self, read: Callable[..., int], *what: Any) -> None:
        """The next move, which `read` finds from the state, the number of moves made and `what` stands in the text; a
        MossaError says why there is none."""
        line = self._lines[-1]
        if line.broken:
            return
        try:
            move = read(self.state, self.played, *what)
        except MossaError:
            if not self.is_aside:
                raise
            line.broken = True
            return
        line.moves.append(move)
        line.states.append(self._play(line.states[-1], move))

    def end(self) -> tuple[tuple[int, ...], tuple[Variation[int], ...]]:
        """The moves of the game, and its variations."""
        if self.is_aside:
            raise MossaError("a variation is not closed")
        return tuple(self._lines[0].moves), tuple(self._lines[0].variations)


class _Line:
    """A line under way: after how many moves it begins, its states from the first one of the game on."""

    def __init__(self, after: int, states: list[Any], broken: bool = False) -> None:
        self.after, self.states, self.broken = after, states, broken
        self.moves: list[int] = []
        self.variations: list[Variation[int]] = []
