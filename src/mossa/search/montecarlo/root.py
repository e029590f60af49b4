"""What the tree says of the moves at its root: visits, means and proofs; the best of them, and the line of play."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from mossa.core.protocol import State
from mossa.core.rules import Rules

from .pool import LINK, MOVE, PROOF, STRIDE, TOTAL, VISITS, NodePool, children, first_child
from .proofs import plies
from .selection import bounds_of

__all__ = ["RootChild", "best_children", "line_from", "root_children"]

LONGEST_LINE = 60
"""Moves of a line that is shown."""


@dataclass(frozen=True)
class RootChild:
    """A child of a node, as the player sees it who chooses; values are in units of the tree."""

    node: int
    move: int
    visits: int
    low: int
    """It is worth at least this."""
    high: int
    """It is worth at most this."""
    plies: int
    """If it is solved: how far the end is."""
    mean: float
    """The mean of its results, within these bounds."""
    prior: float = 0.0
    """With a network, how likely it is to be the best move."""

    @property
    def solved(self) -> bool:
        """Do the bounds meet?"""
        return self.low == self.high

    @property
    def nearness(self) -> int:
        """Of solved children with equal values the greatest is the best: a win that is near, a loss that is far."""
        return -self.plies if self.low > 0 else self.plies if self.low < 0 else 0


def root_children(pool: NodePool, node: int, mover: int) -> list[RootChild]:
    """The children of a node, in the order of the moves."""
    words = pool.words
    link, found = words[node + LINK], list[RootChild]()
    for i in range(children(link)):
        child = first_child(link) + i * STRIDE
        row = words.array[child : child + STRIDE].tolist()
        low, high = bounds_of(row[PROOF], mover == 0)
        mean = row[TOTAL] / row[VISITS] if row[VISITS] else 0.0
        mean = max(low, min(high, mean))
        prior = float(pool.priors[child // STRIDE]) if pool.advised else 0.0
        found.append(RootChild(child, row[MOVE], row[VISITS], low, high, plies(row[PROOF]), mean, prior))
    return found


def best_children(
    found: list[RootChild], halved: Mapping[int, tuple[float, ...]] | None = None
) -> tuple[list[RootChild], int]:
    """The children, the best first, and how many of them are equally good.

    Those that are proven to be no better than another one come last. If all others are solved, the best has the
    greatest value, and the shortest win or the longest defence; else it is the one with the most visits (where none has
    been visited, with the greatest prior), or the greatest rank of its move in `halved`.
    """
    solved = max((one.low for one in found if one.solved), default=-math.inf)
    sure = max((one.low for one in found if not one.solved), default=-math.inf)
    contenders = {one.node for one in found if (one.low > sure if one.solved else one.high > solved)}
    settled = all(one.solved for one in found if one.node in contenders)

    def rank(one: RootChild) -> tuple[float, ...]:
        if one.node not in contenders:
            return 0, one.mean, one.visits
        if settled:
            return 1, one.low, one.nearness
        return (1, one.visits, one.mean, one.prior) if halved is None else (1, *halved[one.move])

    ranked = sorted(found, key=rank, reverse=True)
    return ranked, sum(rank(one) == rank(ranked[0]) for one in ranked) if settled else 1


def line_from(pool: NodePool, rules: Rules, state: State, node: int = 0) -> tuple[int, ...]:
    """The line of the best moves, from the root or another node, whose state this is, down to a node that was not
    searched, or to a move of chance."""
    line = list[int]()
    while len(line) < LONGEST_LINE and not rules.is_over(state) and not rules.is_chance(state):
        found, _ = best_children(root_children(pool, node, rules.mover(state)))
        if not found or (found[0].visits == 0 and not found[0].solved):
            break
        node = found[0].node
        line.append(found[0].move)
        state = rules.play(state, found[0].move)
    return tuple(line)
