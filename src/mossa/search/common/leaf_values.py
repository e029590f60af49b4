"""EVAL, compiled: what an unfinished state looks worth to a player, as the textbook has it (`GameTree`)."""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot

from .scores import NEARLY, ORDERED

__all__ = ["leaf_value"]

game: KernelRules = slot("game")

SPREAD = 1000.0
"""With chance or more than two players, this many points of `evaluate` count as tanh(1), three quarters of a sure win.
With two, what a score lets one expect is the game's own `expected`."""


def leaf_value(state: Any, player: int, scratch: Any) -> float:
    """What an unfinished state looks worth to a player, by `estimate`, by `evaluate`, or else the middle."""
    middle, half = (game.LEAST + game.MOST) / 2.0, (game.MOST - game.LEAST) / 2.0
    if game.HAS_ESTIMATE:
        return max(game.LEAST, min(game.MOST, float(game.estimate(state, player, scratch))))
    if not game.HAS_EVALUATION or (game.HAS_CHANCE and game.mover(state) == CHANCE):
        return middle
    mover = game.mover(state)
    if game.PLAYERS == 2 and not game.HAS_CHANCE:
        score = game.evaluate(state) + (game.refine(state, scratch) if game.HAS_REFINEMENT else 0)
        share = float(game.expected(score))
        mine = half * (max(-NEARLY, min(NEARLY, share)) + ORDERED * score)
    else:
        mine = math.tanh(float(game.evaluate(state)) / SPREAD) * half
    if game.HAS_SIDES:
        friends = 0
        for other in range(game.PLAYERS):
            friends += 1 if game.side(other) == game.side(mover) else 0
        share = float(friends) / float(max(1, game.PLAYERS - friends))
        return middle + (mine if game.side(player) == game.side(mover) else -mine * share)
    return middle + (mine if player == mover else -mine / float(max(1, game.PLAYERS - 1)))
