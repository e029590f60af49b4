"""What the widgets show, as plain data, and what they do when they are clicked. No framework is needed here."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from mossa.core.position import Position
from mossa.core.scene import Scene
from mossa.kernel.errors import MossaError
from mossa.play.player import Player, ask
from mossa.play.players import player
from mossa.play.seeded_random import derive_seed, draw_chance_move
from mossa.search.common.limits import Limits
from mossa.search.textbook.trace import Trace

__all__ = ["BoardView", "TraceView", "cell_boxes"]

SIDE = 48
"""Pixels of a cell in the drawing of a scene."""


class BoardView:
    """A board on which a game is played against an opponent, or by hand on all sides."""

    def __init__(
        self, start: Position, opponent: str | None, *, side: int | None = None, time: float = 1.0, seed: int = 0
    ) -> None:
        players = start.game.facts.players
        if side is not None and not 0 <= side < players:
            raise MossaError(f"a side of {start.game.name} is a number from 0 to {players - 1}, not {side}")
        self.start, self.time = start, time
        self.seed, self.games = seed, 0
        self.opponents: list[Player] = (
            [] if opponent is None else [player(opponent, start.game) for _ in range(players)]
        )
        if any(one.spec.partition(":")[0] == "human" for one in self.opponents):
            raise MossaError("the opponent of a widget moves by itself; with opponent=None all moves are yours")
        self.rng = random.Random(seed)
        self.position = self._after_chance(start)
        self.side = side if side is not None else 0 if self.position.is_over else self.position.mover
        self.error = ""

    def begin(self) -> None:
        """A new game from the first position."""
        self.games += 1
        self.rng = random.Random(derive_seed(self.seed, self.games))
        for one in self.opponents:
            one.begin(derive_seed(self.seed, self.games))
        self.position, self.error = self._after_chance(self.start), ""

    @property
    def waits(self) -> bool:
        """Is it a person's turn?"""
        return not self.position.is_over and (not self.opponents or self.position.mover == self.side)

    def hear(self, message: dict[str, Any], changed: Callable[[], None]) -> None:
        """Do what a click asks for; `changed` is called each time that there is something new to see."""
        self.error = ""
        try:
            if "move" in message and self.waits:
                self.position = self._after_chance(self.position.play(str(message["move"])))
            elif "undo" in message:
                self._undo()
            elif "new" in message:
                self.begin()
        except MossaError as error:
            self.error = str(error)
        changed()
        self.let_others_move(changed)

    def let_others_move(self, changed: Callable[[], None]) -> None:
        """The opponents move until it is a person's turn."""
        while not self.position.is_over and not self.waits:
            mover = self.opponents[self.position.mover]
            limits = Limits() if mover.is_limited else Limits(time=self.time)
            found = ask(mover, self.position, limits, self.rng.getrandbits(63))
            self.position = self._after_chance(self.position.play(found.move))
            changed()

    def _undo(self) -> None:
        """Back to the position before the last one in which a person was to move."""
        at = self.position.parent
        while at is not None and at is not self.start.parent:
            if not at.is_chance and (not self.opponents or at.mover == self.side):
                self.position = at
                return
            at = at.parent

    def _after_chance(self, position: Position) -> Position:
        while not position.is_over and position.is_chance:
            position = position.play(draw_chance_move(position, self.rng.getrandbits(63), 0))
        return position

    def view(self) -> dict[str, Any]:
        """What is to be seen."""
        viewer = None if self.position.game.facts.perfect or not self.opponents else self.side
        if viewer is None and not self.position.game.facts.perfect and not self.position.is_over:
            viewer = self.position.mover
        scene = self.position.scene(viewer)
        played = [
            at.write_move(after.last) for at, after in _steps(self.position, self.start) if after.last is not None
        ]
        return {
            "title": self.position.game.title,
            "svg": scene.svg(SIDE),
            "cells": cell_boxes(scene),
            "moves": list(self.position.moves) if self.waits else [],
            "caption": self.position.caption if self.waits or self.position.is_over else f"{self.position.caption} …",
            "history": played if self.position.game.facts.perfect else [],
            "error": self.error,
        }


def _steps(position: Position, start: Position) -> list[tuple[Position, Position]]:
    """Each position since the start, with the next one."""
    found = []
    at = position
    while at is not start and at.parent is not None:
        found.append((at.parent, at))
        at = at.parent
    return found[::-1]


def cell_boxes(scene: Scene) -> list[dict[str, Any]]:
    """The named cells of a scene with their places in its drawing: what can be clicked."""
    left = SIDE * (0.6 if scene.row_labels else 0.1)
    boxes = []
    for cell in scene.cells:
        if cell.name:
            size = SIDE / 2 if len(cell.outline) == 2 else SIDE  # a line between two dots
            shift = (SIDE - size) / 2
            x, y = left + cell.x * SIDE + shift, SIDE * 0.1 + cell.y * SIDE + shift
            boxes.append({"name": cell.name, "x": round(x, 2), "y": round(y, 2), "size": size})
    return boxes


class TraceView:
    """A trace of the textbook, shown after some of its events."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = len(trace.events)

    def hear(self, message: dict[str, Any], changed: Callable[[], None]) -> None:
        """Go to the step that is asked for."""
        step = message.get("step")
        if isinstance(step, int):
            self.step = min(max(step, 0), len(self.trace.events))
        changed()

    def view(self) -> dict[str, Any]:
        """What is to be seen."""
        event = self.trace.events[self.step - 1] if self.step else None
        return {
            "title": self.trace.algorithm,
            "svg": self.trace.svg(self.step),
            "step": self.step,
            "steps": len(self.trace.events),
            "caption": "the root" if event is None else self.trace.sentence(event),
        }
