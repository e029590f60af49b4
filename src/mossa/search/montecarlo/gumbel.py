"""The Gumbel root: few simulations, shared out among the moves that look best [Danihelka22].

UCB and PUCT want the best result in the long run. A search of a few dozen simulations wants the best *last* move, and
nothing that it tries before costs anything. So the root considers m moves, those with the greatest

    g + logit        g a number drawn from the Gumbel distribution, logit the logarithm of the prior

(which draws m moves with the probabilities of the policy, without replacement), and finds the best of them by
*sequential halving*: all get equally many simulations, the worse half leaves, the rest get twice as many, until two are
left. Better is what has the greater

    g + logit + σ(mean)        σ(q) = 0.2 · (50 + greatest number of visits) · q        q from 0 to 1

So with more simulations the means weigh more, with few the policy. If g is drawn, the move that is chosen is expected
to be no worse than one drawn from the policy. Below the root the search is as usual.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from mossa.kernel.memory import Ints
from mossa.kernel.random_numbers import next_seed, uniform
from mossa.kernel.words import u64

__all__ = ["SequentialHalving", "gumbel_numbers", "improved_policy", "sigma"]

VISITS_BEFORE = 50
"""Visits that are added to the greatest number of visits, in σ."""
WEIGHT = 0.2
"""The factor in σ: with a great one the recommended policy is sharp, and follows the errors of means of few visits."""


def gumbel_numbers(seed: u64, n: int, scale: float) -> tuple[u64, list[float]]:
    """The next seed, and n numbers drawn from the standard Gumbel distribution, times `scale`; if that is 0, none is
    drawn."""
    if scale == 0:
        return seed, [0.0] * n
    drawn = []
    for _ in range(n):
        seed = next_seed(seed)
        drawn.append(-math.log(-math.log(max(uniform(seed), 1e-300))) * scale)
    return seed, drawn


def sigma(mean: float, most_visits: int) -> float:
    """What a mean from 0 to 1 weighs beside the logits."""
    return WEIGHT * (VISITS_BEFORE + most_visits) * mean


class SequentialHalving:
    """The moves of a root that are considered, by their places, and what is left of the simulations.

    `looks`: g + logit of each move. The `plan` tells the kernels which moves are considered; it has room for all.
    """

    def __init__(self, looks: Sequence[float], considered: int, simulations: int, plan: Ints) -> None:
        self.looks, self.simulations, self.plan = looks, simulations, plan
        ranked = sorted(range(len(looks)), key=lambda place: -looks[place])
        self.places = ranked[: max(1, min(considered, simulations))]
        """The places of the moves that are considered."""
        self.visits = [0] * len(looks)
        """The simulations of each move in the phases that are over."""
        self.phases = max(1, math.ceil(math.log2(len(self.places))))
        self.done = 0
        self.left = 0
        """The simulations of this phase that are to be made."""
        self._share()

    def _share(self) -> None:
        """Share out this phase: each move gets its part; the last two, or a single one, get what is left."""
        n, rest = len(self.places), self.simulations - self.done
        each = max(1, self.simulations // (self.phases * n))
        self.left = rest if n <= 2 else min(rest, n * each)
        self.plan[0] = n
        for i, place in enumerate(self.places):
            self.plan[1 + 2 * i], self.plan[2 + 2 * i] = place, 0

    def count(self, simulations: int, means: Sequence[float]) -> None:
        """So many simulations were made. At the end of a phase, the better half by their means (from 0 to 1) stay."""
        self.left -= simulations
        self.done += simulations
        if self.left > 0 or self.done >= self.simulations:
            return
        self._note()
        self.places = self.ranked(means)[: max(2, (len(self.places) + 1) // 2)]
        self._share()

    def _note(self) -> None:
        for i in range(self.plan[0]):
            self.visits[self.plan[1 + 2 * i]] += self.plan[2 + 2 * i]
            self.plan[2 + 2 * i] = 0

    def ranked(self, means: Sequence[float]) -> list[int]:
        """The moves that are still considered, the best first."""
        most = max(self.visits)
        return sorted(self.places, key=lambda place: -(self.looks[place] + sigma(means[place], most)))

    def finish(self) -> None:
        """The search is over: all moves are open again."""
        self._note()
        self.plan[0] = 0


def improved_policy(
    logits: Sequence[float], visits: Sequence[int], means: Sequence[float], value: float
) -> list[float]:
    """The policy that a search recommends: softmax of logit + σ(completed mean).

    The mean of a move that was not tried is completed by the value of the state: what the network said of it, and the
    means of the tried ones weighed by their priors, as one more simulation each. Means and value are from 0 to 1.
    """
    priors = softmax(logits)
    tried = [place for place, count in enumerate(visits) if count]
    simulations, weight = sum(visits), sum(priors[place] for place in tried)
    if tried:
        expected = sum(priors[place] * means[place] for place in tried) / max(weight, 1e-300)
        value = (value + simulations * expected) / (1 + simulations)
    most = max(visits, default=0)
    return softmax(
        [
            logit + sigma(mean if count else value, most)
            for logit, mean, count in zip(logits, means, visits, strict=True)
        ]
    )


def softmax(numbers: Sequence[float]) -> list[float]:
    """Numbers in proportion to their exponentials, adding up to 1."""
    greatest = max(numbers)
    powers = [math.exp(number - greatest) for number in numbers]
    return [power / sum(powers) for power in powers]
