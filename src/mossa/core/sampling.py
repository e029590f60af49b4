"""Chance that is drawn and not listed, for searches that look at every outcome: some outcomes stand for all.

A deal of 52 cards has too many outcomes to list, but each of them is easily drawn. A search that wants the mean over
all outcomes looks at a few, drawn once for each state, and takes them as equally likely: sparse sampling
[KearnsMansourNg02]. The seeds come from the key of the state, so the game that the search sees is a plain game with
listed chance, the same interpreted and compiled, and the same whenever the state is met. Its values are estimates of
those of the real game, never exact: the error of a mean falls with the square root of `FACTS.samples`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mossa.kernel.layout import define
from mossa.kernel.random_numbers import draw, next_seed
from mossa.kernel.words import u64

from .facts import CHANCE

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["sampled_chance"]

MOVES = """
def moves(state):
    if mover(state) == CHANCE:
        seed = u64(key(state))
        for place in range(SAMPLES):
            seed = next_seed(seed)
            yield sample(state, draw(seed))
    else:
        yield from listed(state)
"""
PROBABILITY = """
def probability(state, outcome):
    return SHARE
"""


def sampled_chance(rules: Rules) -> dict[str, Callable[..., Any]]:
    """`moves` and `probability` of the game in which some drawn outcomes of chance stand for all. An outcome that was
    drawn twice is listed twice."""
    samples = rules.facts.samples
    return {
        "moves": define(
            "moves", MOVES.splitlines(), mover=rules.mover, key=rules.key, sample=rules.sample, listed=rules.moves,
            SAMPLES=samples, CHANCE=CHANCE, draw=draw, next_seed=next_seed, u64=u64,
        ),
        "probability": define("probability", PROBABILITY.splitlines(), SHARE=1.0 / samples),
    }  # fmt: skip
