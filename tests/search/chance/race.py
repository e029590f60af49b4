"""A small game of dice for two, and positions of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import mossa

RACE = mossa.game(str(Path(__file__).parents[2] / "data" / "pigrace.py"))


def positions(seed: int, count: int) -> list[Any]:
    """States of random games in which a player moves."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RACE.start()
        while not at.is_over and len(found) < count:
            if not at.is_chance and chooser.random() < 0.3:
                found.append(at.state)
            at = at.play(chooser.choice(at.legal))
    return found
