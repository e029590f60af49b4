"""Random draws from seeds: every draw is a function of a seed and a place, so any game can be reproduced."""

from __future__ import annotations

import math

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.kernel.random_numbers import draw
from mossa.kernel.words import u64

__all__ = ["derive_seed", "draw_chance_move", "draw_move", "weighted_choice"]


def derive_seed(seed: int, *place: int) -> int:
    """A new seed for a place (a game, a ply, a player …).

    >>> derive_seed(1, 2) == derive_seed(1, 2) != derive_seed(1, 3)
    True
    """
    word = draw(u64(seed))
    for number in place:
        word = draw(word ^ draw(u64(number)))
    return int(word)


def weighted_choice(weights: list[float], seed: int) -> int:
    """An index drawn with these probabilities.

    >>> [weighted_choice([0.0, 1.0, 0.0], seed) for seed in range(3)]
    [1, 1, 1]
    """
    total = math.fsum(weights)
    if not (all(weight >= 0 for weight in weights) and abs(total - 1) < 1e-6):
        shown = ", ".join(f"{weight:g}" for weight in weights[:8])
        raise MossaError(f"probabilities are 0 or more and add up to 1, not {shown}")
    point = (int(draw(u64(seed))) >> 11) / 2**53 * total
    for i, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return i
    return max(range(len(weights)), key=weights.__getitem__)  # a remainder of rounding


def draw_move(probabilities: tuple[tuple[int, float], ...], seed: int) -> int:
    """A move of a mixed strategy, drawn with its probability."""
    return probabilities[weighted_choice([share for _, share in probabilities], seed)][0]


def draw_chance_move(position: Position, seed: int, ply: int) -> int:
    """The outcome of a chance node. It depends only on the position, the seed and the ply."""
    rules = position.game.rules
    assert position.is_chance
    if rules.sample is not None:
        return rules.sample(position.state, u64(derive_seed(seed, ply)))
    assert rules.probability is not None
    outcomes = position.legal
    return outcomes[
        weighted_choice([float(rules.probability(position.state, move)) for move in outcomes], derive_seed(seed, ply))
    ]
