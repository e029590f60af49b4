"""Random trees as games, and whole trees of the engine, to compare engines on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mossa
from mossa.core.game import Game
from mossa.kernel.words import u64
from mossa.search.montecarlo.pool import STRIDE
from mossa.search.montecarlo.uct import MonteCarlo

__all__ = ["forest", "nodes_of", "tree_number"]

FILE = Path(__file__).parents[2] / "data" / "random_trees.py"
PLAIN = {"proofs": 0.0, "knowledge": 0.0, "guided": 0.0}
"""Options of UCT as the textbook has it."""


def forest(**parameters: int) -> Game:
    """The game of random trees with these parameters."""
    return mossa.game(f"{FILE}:" + ",".join(f"{name}={value}" for name, value in parameters.items()))


def tree_number(game: Game, number: int) -> Any:
    """The root of a tree."""
    return game.rules.start()._replace(seed=u64(number))


def nodes_of(engine: MonteCarlo) -> list[list[int]]:
    """All nodes that an engine holds, as rows of numbers."""
    rows = int(engine.pool.used[0])
    return engine.pool.words.array[: rows * STRIDE].reshape(rows, STRIDE).tolist()
