"""The first step of Monte Carlo tree search: which child to go to."""

from __future__ import annotations

import math
from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, fetch_add
from mossa.kernel.random_numbers import uniform
from mossa.kernel.words import u64

from .pool import MOVE, PROOF, STRIDE, TOTAL, VISITS, NodePool
from .proofs import at_least, at_most

__all__ = ["advised_child", "bounds_of", "chosen_child", "drawn_child", "open_child", "planned_child", "raved_child"]

game: KernelRules = slot("game")


def chosen_child(words: Ints, first: int, n: int, visits: int, scale: float, unknown: int, mine: bool) -> int:
    """The first child without a visit, else the one with the greatest upper confidence bound [AuerCesaFischer02].

        UCB1  =  mean + scale · √(ln N / n)        n visits of the child, N (`visits`) of its parent

    `mine`: player 0 chooses. Children that are proven to be no better than another one are left out.
    """
    log_visits = math.log(float(max(visits, 1)))
    best, greatest, child, proven = first, -math.inf, first, False
    for _ in range(n):
        count = words[child + VISITS]
        if count == 0:
            return child
        proven = proven or words[child + PROOF] != unknown
        bound = float(words[child + TOTAL]) / float(count) + scale * math.sqrt(log_visits / float(count))
        if bound > greatest:
            best, greatest = child, bound
        child += STRIDE
    return proven_choice(words, first, n, log_visits, scale, mine, 1) if proven else best


def raved_child(pool: NodePool, first: int, n: int, visits: int, scale: float, rave: float, mine: bool) -> int:
    """The same with RAVE [GellySilver11]: the mean is mixed with that of all simulations in which the move occurred.

        (1 − β) mean + β RAVE's mean + scale · √(ln N / (n + 1))        β = √(rave / (3 n + rave))

    A move that nobody has tried has RAVE's mean; the first one that occurred nowhere is tried at once.
    """
    words, log_visits = pool.words, math.log(float(max(visits, 1)))
    best, greatest, child, proven = first, -math.inf, first, False
    for _ in range(n):
        count, place = words[child + VISITS], 2 * (child // STRIDE)
        occurred = pool.amaf[place]
        if count == 0 and occurred == 0:
            return child
        proven = proven or words[child + PROOF] != pool.unknown
        beta = math.sqrt(rave / (3.0 * float(count) + rave)) if occurred > 0 else 0.0
        own = float(words[child + TOTAL]) / float(max(count, 1))
        others = float(pool.amaf[place + 1]) / float(max(occurred, 1))
        bound = (1.0 - beta) * own + beta * others + scale * math.sqrt(log_visits / float(count + 1))
        if bound > greatest:
            best, greatest = child, bound
        child += STRIDE
    return proven_choice(words, first, n, log_visits, scale, mine, 1) if proven else best


def advised_child(
    pool: NodePool, first: int, n: int, scale: float, urgency: float, mine: bool, with_solved: int
) -> int:
    """The child with the greatest bound among those that could still be the best one, by PUCT [Silver18].

        mean + scale · prior · √N / (1 + n)        n visits of the child, N those of all children and one more

    The mean of a child without a visit is that of its sisters, less urgency · √(sum of their priors): the more of what
    looks good has been tried, the less is expected of the rest (first-play urgency).

    Solved children are left out as in `proven_choice`.
    """
    words = pool.words
    visits, total, tried, solved, sure, child = 0, 0, 0.0, -(1 << 40), -(1 << 40), first
    for _ in range(n):
        count = words[child + VISITS]
        if count > 0:
            visits += count
            total += words[child + TOTAL]
            tried += pool.priors[child // STRIDE]
        low, high = bounds_of(words[child + PROOF], mine)
        if low == high:
            solved = max(solved, low)
        else:
            sure = max(sure, low)
        child += STRIDE
    fresh = (float(total) / float(visits) if visits > 0 else 0.0) - urgency * math.sqrt(tried)
    factor = scale * math.sqrt(float(visits + 1))
    best, greatest, child = first, -math.inf, first
    for _ in range(n):
        low, high = bounds_of(words[child + PROOF], mine)
        if (with_solved != 0 and low > sure) if low == high else high > solved:
            count = words[child + VISITS]
            mean = float(words[child + TOTAL]) / float(count) if count > 0 else fresh
            bound = mean + factor * pool.priors[child // STRIDE] / float(1 + count)
            if bound > greatest:
                best, greatest = child, bound
        child += STRIDE
    return best


def planned_child(plan: Ints, first: int) -> int:
    """Of the children that a plan of the root considers, the first with the fewest simulations; it gets one more.

    `plan`: how many children, then the place and the simulations of each.
    """
    best = 1
    for i in range(1, plan[0]):
        if plan[2 + 2 * i] < plan[1 + best]:
            best = 1 + 2 * i
    fetch_add(plan, 1 + best, 1)
    child: int = first + plan[best] * STRIDE
    return child


def open_child(words: Ints, first: int, n: int, visits: int, scale: float, mine: bool) -> int:
    """The child with the greatest bound among the open ones that could be worth more than any solved one."""
    log_visits = math.log(float(max(visits, 1)))
    return proven_choice(words, first, n, log_visits, scale, mine, 0)


def proven_choice(
    words: Ints, first: int, n: int, log_visits: float, scale: float, mine: bool, with_solved: int
) -> int:
    """The child with the greatest bound among those that could still be the best one.

    A solved child is out of the question if an open one is worth at least as much for sure, and all are unless
    `with_solved`; an open one, if it cannot be worth more than a solved one.
    """
    solved, sure, child = -(1 << 40), -(1 << 40), first
    for _ in range(n):
        low, high = bounds_of(words[child + PROOF], mine)
        if low == high:
            solved = max(solved, low)
        else:
            sure = max(sure, low)
        child += STRIDE
    best, greatest, child = first, -math.inf, first
    for _ in range(n):
        low, high = bounds_of(words[child + PROOF], mine)
        if (with_solved != 0 and low > sure) if low == high else high > solved:
            count = float(max(words[child + VISITS], 1))
            bound = float(words[child + TOTAL]) / count + scale * math.sqrt(log_visits / count)
            if bound > greatest:
                best, greatest = child, bound
        child += STRIDE
    return best


def bounds_of(proof: int, mine: bool) -> tuple[int, int]:
    """The bounds of a node's value for the player who chooses."""
    return (at_least(proof), at_most(proof)) if mine else (-at_most(proof), -at_least(proof))


def drawn_child(state: Any, words: Ints, first: int, n: int, seed: u64) -> int:
    """The child of an outcome of chance, drawn by the seed."""
    point, reached, child = uniform(seed), 0.0, first
    for _ in range(n - 1):
        reached += game.probability(state, words[child + MOVE])
        if point < reached:
            return child
        child += STRIDE
    return child
