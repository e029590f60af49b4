"""Time controls and game clocks."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from mossa.core.numbers import whole_number
from mossa.kernel.errors import MossaError

__all__ = ["Clock", "Control"]

FORMS = "5 (the whole game), 5+0.05 (0.05 more after each move), 40/60 (40 moves in 60 seconds)"
NUMBER = r"\d+(?:\.\d*)?|\.\d+"
CONTROL = re.compile(rf"(?:(?P<moves>\d+)/)?(?P<seconds>{NUMBER})(?:\+(?P<increment>{NUMBER}))?")

# The time plan of a move.
EXPECTED_MOVES = 30
"""Without a period, it plans as if this many moves were still to come."""
SAFETY = 0.05
"""Seconds that are never planned with: the delay between the clock and the player."""
INCREMENT_SHARE = 0.9
"""The share of the increment that is planned with."""
GREATEST_SHARE = 0.5
"""The largest share of the remaining time for one move, unless it is the last move of a period."""
STRETCH = 3.0
"""The time of a move whose search is unstable is at most this many times its budget."""
STRETCH_SHARE = 0.4
"""It is also at most this share of the remaining time."""


@dataclass(frozen=True)
class Control:
    """A time control: how much time a player has.

    >>> Control.parse("40/60")
    Control(seconds=60.0, increment=0.0, moves=40, per_move=False)
    """

    seconds: float
    """For the whole game, for each period of `moves`, or for each move."""
    increment: float = 0.0
    """Seconds added after each move."""
    moves: int = 0
    """Moves to make in a period; 0: the seconds are for the whole game."""
    per_move: bool = False
    """Every move has all the seconds; unused time is lost."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and self.seconds > 0 and 0 <= self.increment < math.inf):
            raise MossaError(f"a clock has more than 0 seconds, not {self.seconds:g}+{self.increment:g}")

    @classmethod
    def parse(cls, text: str) -> Control:
        """The control that a text names: `5`, `5+0.05`, `40/60`, `40/60+1`."""
        match = CONTROL.fullmatch(text.strip())
        if match is None or (match["moves"] is not None and whole_number(match["moves"]) <= 0):
            raise MossaError(f"a clock is written as {FORMS}, in seconds, not {text!r}")
        return cls(float(match["seconds"]), float(match["increment"] or 0), whole_number(match["moves"] or "0"))

    @classmethod
    def each_move(cls, seconds: float) -> Control:
        """The same time for every move."""
        return cls(seconds, per_move=True)

    def __str__(self) -> str:
        if self.per_move:
            return f"{self.seconds:g} s a move"
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.seconds:g}" + (f"+{self.increment:g}" if self.increment else "")


@dataclass
class Clock:
    """One player's clock. The caller says how many seconds each move took, so tests need no real time."""

    control: Control
    margin: float = 0.0
    """Seconds that a move may exceed its time before the flag falls, for the delay of the referee itself."""
    left: float = field(init=False)
    moves_to_go: int = field(init=False)
    """Moves until the next period; 0 without periods."""

    def __post_init__(self) -> None:
        self.left = self.control.seconds
        self.moves_to_go = self.control.moves

    def budget(self) -> float:
        """The seconds planned for the next move (the soft limit).

        >>> Clock(Control.parse("60")).budget() < 3 < Clock(Control.parse("2/60")).budget() < 30
        True
        """
        if self.control.per_move:
            return self.control.seconds
        usable = max(self.left - SAFETY, self.left * 0.1)
        share = usable / (self.moves_to_go or EXPECTED_MOVES) + self.control.increment * INCREMENT_SHARE
        cap = 1.0 if self.moves_to_go == 1 else GREATEST_SHARE
        return max(min(share, usable * cap), 0.001)

    def maximum(self) -> float | None:
        """The hard limit: seconds that the next move may take if its search is unstable; None with a fixed time a move.

        >>> clock = Clock(Control.parse("60"))
        >>> clock.budget() < clock.maximum() < clock.left
        True
        """
        if self.control.per_move:
            return None
        planned = self.budget()
        share = 0.9 if self.moves_to_go == 1 else STRETCH_SHARE
        return max(planned, min(STRETCH * planned, share * (self.left - SAFETY)))

    def spend(self, seconds: float) -> bool:
        """Take the seconds of a move off the clock; False if the flag fell."""
        self.left -= seconds
        if self.left + self.margin < 0:
            return False
        if self.control.per_move:
            self.left = self.control.seconds
            return True
        self.left = max(self.left, 0.0) + self.control.increment
        if self.moves_to_go:
            self.moves_to_go -= 1
            if self.moves_to_go == 0:
                self.moves_to_go = self.control.moves
                self.left += self.control.seconds
        return True
