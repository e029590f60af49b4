"""What is noted of a move in a match: how deep and how long the player thought, its score, and its clock."""

from __future__ import annotations

from typing import Any, NamedTuple

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .score_text import show_score

__all__ = ["MoveNote"]


class MoveNote(NamedTuple):
    """What is noted of a move; None where nothing is known.

    Times are noted in games with a time control only, so all other matches are the same in each run.
    """

    score: int | None = None
    """The score that the player gave, from its own side."""
    depth: int | None = None
    seconds: float | None = None
    """How long it thought."""
    clock: float | None = None
    """Seconds left on its clock after the move."""

    def text(self, game: Game) -> str:
        """The note as the comments of matches write it: score, depth, time, and the clock as a command for viewers.

        >>> import mossa
        >>> MoveNote(31, 12, 0.5127, 59.2).text(mossa.game("chess"))
        '+0.31/12 0.513s [%clk 0:00:59.2]'
        """
        score = "" if self.score is None else show_score(game, self.score).replace("−", "-")
        depth = f"/{self.depth}" if self.depth else ""
        seconds = "" if self.seconds is None else f"{self.seconds:.3f}s"
        clock = "" if self.clock is None else f"[%clk {_hours(self.clock)}]"
        return " ".join(filter(None, (score + depth, seconds, clock)))

    def as_list(self) -> list[float | None]:
        """Its fields for JSON, in order, without the last ones that are unknown."""
        fields = list(self)
        while fields and fields[-1] is None:
            fields.pop()
        return fields

    @classmethod
    def from_list(cls, fields: Any) -> MoveNote:
        """The inverse of `as_list`."""
        if not fits(fields):
            raise MossaError(f"the note of a move is a list of score, depth, seconds and clock, not {fields!r}")
        return cls(*fields)


def fits(fields: Any) -> bool:
    """Is this what `as_list` gives?"""
    if not isinstance(fields, list) or len(fields) > len(MoveNote._fields):
        return False
    whole, numbers = fields[:2], fields[2:]
    return all(one is None or (isinstance(one, int) and not isinstance(one, bool)) for one in whole) and all(
        one is None or (isinstance(one, int | float) and abs(one) < 1e9) for one in numbers
    )


def _hours(seconds: float) -> str:
    """The form of the command `clk` of PGN: hours, minutes, seconds with tenths."""
    tenths = max(0, round(10 * seconds))
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"
