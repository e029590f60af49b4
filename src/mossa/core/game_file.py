"""A game as it is read from and written to the files that players exchange (PGN, PDN, GGF, SGF …)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .position import Position
from .protocol import State
from .variations import Annotated, Variation

__all__ = ["GameFile"]


@dataclass(frozen=True)
class GameFile(Annotated):
    """One game of a file: `read_games(text)` of a game's `records.py` gives these (and sentences about games left out),
    `write_game(game_file)` writes one."""

    first: Any
    """The state it began from."""
    moves: tuple[int, ...] = ()
    """Legal moves from the first state on."""
    players: tuple[str, ...] = ()
    """The player in each seat; empty if the names are unknown."""
    result: tuple[float, ...] | None = None
    """The utilities of the seats; None: not ended, or not known."""
    ended: str = ""
    """How it ended, a key of `mossa.play.record.ENDINGS`, if that is known."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Other facts by their names in the file: Event, Date …"""
    comments: Mapping[int, str] = field(default_factory=dict)
    """After how many moves → the comment there."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """After how many moves → the annotation of the last one: `!`, `??` …; several are separated by blanks."""

    variations: tuple[Variation[int], ...] = ()
    """The variations of its moves."""

    @classmethod
    def of(cls, line: Sequence[Position], **known: Any) -> GameFile:
        """From a line of positions and other fields by name."""
        return cls(line[0].state, tuple(at.last for at in line[1:] if at.last is not None), **known)

    def states(self, play: Callable[[Any, int], Any]) -> list[State]:
        """All states of the game, the first one included."""
        states = [self.first]
        for move in self.moves:
            states.append(play(states[-1], move))
        return states
