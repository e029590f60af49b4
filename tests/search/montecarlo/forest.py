"""Random trees as games, and whole trees of the engine, to compare engines on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import mossa
from mossa.core.game import Game
from mossa.kernel.words import u64
from mossa.search.montecarlo.pool import STRIDE
from mossa.search.montecarlo.uct import MonteCarlo

__all__ = ["forest", "meaningless", "nodes_of", "tree_number"]

FILE = Path(__file__).parents[2] / "data" / "random_trees.py"
WEIGHTS = np.random.default_rng(3).normal(size=(6, 20))
PLAIN = {"proofs": 0.0, "knowledge": 0.0, "guided": 0.0}
"""Options of UCT as the textbook has it."""


def forest(**parameters: int) -> Game:
    """The game of random trees with these parameters."""
    return mossa.game(f"{FILE}:" + ",".join(f"{name}={value}" for name, value in parameters.items()))


def meaningless(game: Game) -> Callable[[Any], tuple[Any, Any]]:
    """A network for the random trees: policies and values that depend on the features somehow."""
    facts = game.facts
    mirrored = facts.players == 2 and facts.zero_sum

    def predict(batch: Any) -> tuple[Any, Any]:
        found = batch.reshape(len(batch), 6) @ WEIGHTS
        values = np.tanh(found[:, 10 : 10 + facts.players]) * max(facts.utility)
        return found[:, : facts.actions], values[:, 0] if mirrored else values

    return predict


def tree_number(game: Game, number: int) -> Any:
    """The root of a tree."""
    return game.rules.start()._replace(seed=u64(number))


def nodes_of(engine: MonteCarlo) -> list[list[int]]:
    """All nodes that an engine holds, as rows of numbers."""
    rows = int(engine.pool.used[0])
    return engine.pool.words.array[: rows * STRIDE].reshape(rows, STRIDE).tolist()
