"""Strategies that a game brings along: `advice.py` of its package, under any name the game likes.

`ADVISERS` there maps the name of a player to a function `adviser(rules, state, seed=…) -> Found`, which uses only what
the mover knows of the state and draws, if it draws, from the seed.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import Rules, State
from mossa.kernel.words import u64
from mossa.search.found import Found, Limits

from .player import Drawing, Kind
from .settings import SEED

__all__ = ["Adviser", "adviser_kinds"]


class Advise(Protocol):
    """A strategy of a game."""

    def __call__(self, rules: Rules, state: State, *, seed: u64) -> Found:
        """What it would play."""


class Adviser(Drawing):
    """Asks a function of the game's own."""

    def __init__(self, advise: Advise, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.advise = advise

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> Found:
        """What the game's strategy says."""
        return self.advise(self.game.rules, position.state, seed=u64(self.lots()()))


def adviser_kinds(game: Game) -> dict[str, Kind]:
    """The kinds of players that the game itself offers."""
    package = game.modules[0].__package__ if game.modules else ""
    if not package or importlib.util.find_spec(f"{package}.advice") is None:
        return {}
    advisers: dict[str, Advise] = getattr(importlib.import_module(f"{package}.advice"), "ADVISERS", {})
    about = f"a strategy for {game.title}"
    return {name: Kind(name, about, partial(Adviser, advise), {"seed": SEED}) for name, advise in advisers.items()}
