"""Time controls and the clocks that keep them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from mossa.kernel.errors import MossaError

__all__ = ["Clock", "Control"]

FORMS = "5 (the whole game), 5+0.05 (and so much more after each move), 40/60 (40 moves in 60 seconds)"
NUMBER = r"\d+(?:\.\d*)?|\.\d+"
CONTROL = re.compile(rf"(?:(?P<moves>\d+)/)?(?P<seconds>{NUMBER})(?:\+(?P<increment>{NUMBER}))?")

# How a clock spends what is left when nothing says how many moves are to come.
EXPECTED_MOVES = 30
"""It plans as if this many moves were still to be made."""
SAFETY = 0.05
"""Seconds it never plans with: the way from the clock to the player and back."""
INCREMENT_SHARE = 0.9
"""Of the seconds that a move will bring, it plans with this share."""
GREATEST_SHARE = 0.5
"""No move gets more than this share of what is left, unless it is the last of a period."""
STRETCH = 3.0
"""A move in doubt may take this many times what was planned for it …"""
STRETCH_SHARE = 0.4
"""… and at most this share of what is left."""


@dataclass(frozen=True)
class Control:
    """How much time a player has.

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
    """Every move has all the seconds, and what is left over is lost."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and self.seconds > 0 and 0 <= self.increment < math.inf):
            raise MossaError(f"a clock has more than 0 seconds, not {self.seconds:g}+{self.increment:g}")

    @classmethod
    def parse(cls, text: str) -> Control:
        """The control that a text names: `5`, `5+0.05`, `40/60`, `40/60+1`."""
        match = CONTROL.fullmatch(text.strip())
        if match is None or (match["moves"] is not None and int(match["moves"]) == 0):
            raise MossaError(f"a clock is written as {FORMS}, in seconds, not {text!r}")
        return cls(float(match["seconds"]), float(match["increment"] or 0), int(match["moves"] or 0))

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
    """One player's clock. It is told the seconds each move took, so tests need no real time."""

    control: Control
    margin: float = 0.0
    """Seconds by which a move may overstep before the flag falls: what the referee itself may have cost."""
    left: float = field(init=False)
    moves_to_go: int = field(init=False)
    """Moves until the next period; 0: there are no periods."""

    def __post_init__(self) -> None:
        self.left = self.control.seconds
        self.moves_to_go = self.control.moves

    def budget(self) -> float:
        """The seconds to plan for the next move.

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
        """The most seconds that the next move may take if it is in doubt; None where every move has the same time.

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
        """Count a move that took so long; False if the flag fell."""
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
