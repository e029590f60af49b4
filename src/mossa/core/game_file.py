"""A game as a file of its players' world holds it (PGN, PDN, GGF, SGF …): what is read from one, and written to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .position import Position
from .protocol import State
from .variations import Variation

__all__ = ["GameFile"]


@dataclass(frozen=True)
class GameFile:
    """What `read_games(text)` of a game's `records.py` finds, beside sentences about games left out, and what its
    `write_game(written)` writes."""

    first: Any
    """The state it began from."""
    moves: tuple[int, ...] = ()
    """All legal, one after the other."""
    players: tuple[str, ...] = ()
    """Who had which seat; nothing where nobody is named."""
    result: tuple[float, ...] | None = None
    """The utilities of the seats; None: not ended, or not known."""
    ended: str = ""
    """How, a key of `mossa.play.record.ENDINGS`, where that is known."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """What else is said of the game, as the file calls it: Event, Date …"""
    comments: Mapping[int, str] = field(default_factory=dict)
    """After how many moves → what was said there."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """After how many moves → the sign given to the last one: `!`, `??` …; several have blanks between them."""

    variations: tuple[Variation[int], ...] = ()
    """What might have been played instead."""

    @classmethod
    def of(cls, line: Sequence[Position], **known: Any) -> GameFile:
        """A line of positions, and what else is known of the game, by the names of the fields."""
        return cls(line[0].state, tuple(at.last for at in line[1:] if at.last is not None), **known)

    def states(self, play: Callable[[Any, int], Any]) -> list[State]:
        """Every state of the game by its rules' `play`, the first one included."""
        states = [self.first]
        for move in self.moves:
            states.append(play(states[-1], move))
        return states

    def remark(self, played: int) -> str:
        """Mark and comment after so many moves, for files that know only comments."""
        return " ".join(filter(None, (self.marks.get(played), self.comments.get(played))))
