"""Is chance drawn as it is listed? Outcomes that `sample` draws against `moves` and `probability`.

With fixed seeds the answer is always the same. A share that strays further from its probability than Bernstein's
inequality allows once in 10^12 is a fault; so a fair `sample` passes, and one that is off by a few hundredths does not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from mossa.kernel.random_numbers import draw
from mossa.kernel.words import u64

from .facts import GREATEST
from .position import Position

__all__ = ["SamplesCheck"]

BUDGET = 40_000
"""Draws of all states together."""
MANY, FEW = 4000, 8
"""Draws of a state, as long as the budget lasts, and then."""
DOUBT = math.log(2e12)
"""Of Bernstein's inequality: the logarithm of twice the odds against a stray share."""


class SamplesCheck:
    """A test of a state, for `mossa check`, that counts its draws."""

    def __init__(self) -> None:
        self._left = BUDGET

    def __call__(self, at: Position) -> Iterator[str]:
        """The faults of a position."""
        rules = at.game.rules
        if rules.sample is None or at.is_over or not at.is_chance:
            return
        listed = rules.probability is not None
        draws = MANY if listed and self._left >= MANY else FEW
        self._left -= draws if listed else 0
        drawn: Counter[int] = Counter()
        for number in range(draws):
            outcome = rules.sample(at.state, draw(u64(number)))
            if not isinstance(outcome, int) or not 0 <= outcome <= GREATEST:
                yield f"sample draws {outcome!r}: an outcome is a whole number from 0 to {GREATEST}"
                return
            if listed and outcome not in at.legal:
                yield f"sample draws {outcome}, which is not legal: moves does not list it"
                return
            if number < FEW and outcome != rules.sample(at.state, draw(u64(number))):
                yield "asked twice with one seed, sample draws two outcomes"
                return
            drawn[outcome] += 1
        if rules.probability is not None and draws == MANY:
            for outcome in at.legal:
                share, expected = drawn[outcome] / draws, rules.probability(at.state, outcome)
                if abs(share - expected) > _stray(expected, draws):
                    yield (
                        f"sample draws {outcome} in {share:.1%} of {draws:,} cases, where probability says "
                        f"{expected:.1%}"
                    )
                    return


def _stray(p: float, draws: int) -> float:
    """How far a share of so many draws may be from its probability. [Bernstein24]"""
    return math.sqrt(2 * p * (1 - p) * DOUBT / draws) + 2 * DOUBT / (3 * draws)
