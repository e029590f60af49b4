"""The variations of a game: what might have been played instead, with variations of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from mossa.kernel.errors import MossaError

from .protocol import State

__all__ = ["DEEPEST", "Annotated", "Variation", "VariationReader"]

DEEPEST = 20
"""The greatest depth of nested variations; what is deeper in a text is ignored."""

T = TypeVar("T")


class Annotated:
    """A line of moves with comments and annotations: a game or a variation."""

    comments: Mapping[int, str]
    marks: Mapping[int, str]

    def remark(self, played: int) -> str:
        """Annotation and comment after this many moves as one text, for formats with comments only."""
        return " ".join(filter(None, (self.marks.get(played), self.comments.get(played))))


@dataclass(frozen=True)
class Variation(Annotated, Generic[T]):
    """Moves in place of those of a line: of the game, or of the variation that this one is part of."""

    after: int
    """How many moves of that line precede it, counted from the first state."""
    moves: tuple[T, ...]
    """At least one: all legal, one after the other; as numbers, or as text."""
    variations: tuple[Variation[T], ...] = ()
    """Variations of its own moves."""
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    """After how many moves of the line, with those that precede the variation → the comment there."""
    marks: Mapping[int, str] = field(default_factory=dict, hash=False)
    """The same for annotations: `!`, `$14`; several are separated by blanks."""


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
            told = joined(line.comments), joined(line.marks)
            self._lines[-1].variations.append(Variation(line.after, tuple(line.moves), tuple(line.variations), *told))

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

    def add_comment(self, words: Iterable[str]) -> None:
        """Add the words of a comment on the last move."""
        self._add(self._lines[-1].comments, words)

    def add_mark(self, mark: str) -> None:
        """Add an annotation of the last move; an empty one is ignored."""
        self._add(self._lines[-1].marks, [mark] if mark else [])

    def _add(self, texts: dict[int, list[str]], words: Iterable[str]) -> None:
        if not self._lines[-1].broken:
            texts.setdefault(self.played, []).extend(words)

    def remarks(self) -> tuple[dict[int, str], dict[int, str]]:
        """The comments on the moves of the game, and the annotations."""
        return joined(self._lines[0].comments), joined(self._lines[0].marks)

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
        self.comments: dict[int, list[str]] = {}
        self.marks: dict[int, list[str]] = {}

    @property
    def played(self) -> int:
        """How many moves it has, counted from the first state of the game."""
        return self.after + len(self.moves)


def joined(words: Mapping[int, list[str]]) -> dict[int, str]:
    """The words at each place as one text; none where there are none."""
    return {played: " ".join(some) for played, some in words.items() if some}
