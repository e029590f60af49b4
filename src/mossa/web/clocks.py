"""The clocks of a board: they run while a page is open, and are stored with the game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from mossa.kernel.errors import MossaError
from mossa.play.clock import Clock, Control
from mossa.play.player import THINKING_TIME

from .player_pool import MoveTime

__all__ = ["Clocks", "TimeSettings", "read_control"]

LONGEST = 10 * 3600.0
"""The greatest time on a clock, in seconds."""


def read_control(text: Any) -> Control | None:
    """The time control that a page names (`300+2`), or none."""
    if text is None or text == "":
        return None
    if not isinstance(text, str) or len(text) > 40:
        raise MossaError("a clock is a text such as 300+2: seconds for the game, and for each move")
    control = Control.parse(text)
    if max(control.seconds, control.increment) > LONGEST:
        raise MossaError(f"a clock has at most {LONGEST:g} seconds")
    return control


@dataclass(frozen=True)
class TimeSettings:
    """How fast a game is played."""

    seconds: float = THINKING_TIME
    """For a move of a machine, where there is no clock."""
    control: Control | None = None
    """The clocks, if there are any."""
    left: list[float] | None = None
    """What the clocks showed last."""


class Clocks:
    """A clock for each seat; at most one of them runs."""

    def __init__(self, control: Control, seats: int, left: list[float] | None = None) -> None:
        self.control = control
        self.clocks = [Clock(control) for _ in range(seats)]
        for clock, seconds in zip(self.clocks, left or (), strict=False):
            clock.left = seconds
        self.running: int | None = None
        self._since = 0.0

    def start(self, seat: int) -> None:
        """Start this clock, and stop any other."""
        if self.running != seat:
            self.pause()
            self.running, self._since = seat, time.monotonic()

    def pause(self) -> None:
        """Stop the running clock."""
        if self.running is not None:
            self.clocks[self.running].left -= time.monotonic() - self._since
        self.running = None

    def press(self) -> bool:
        """A move was made: False if the flag had fallen before."""
        seat = self.running
        self.pause()
        return seat is None or self.clocks[seat].spend(0.0)

    def left(self, seat: int) -> float:
        """Seconds that a seat has left now."""
        running = time.monotonic() - self._since if seat == self.running else 0.0
        return self.clocks[seat].left - running

    def move_time(self, seat: int) -> MoveTime:
        """What a machine may plan for its move."""
        return MoveTime(self.clocks[seat].budget(), self.left(seat))

    def message(self) -> dict[str, Any]:
        """What a page shows."""
        seats = range(len(self.clocks))
        return {
            "left": [max(0.0, self.left(seat)) for seat in seats],
            "running": self.running,
            "text": str(self.control),
        }
