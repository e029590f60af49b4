"""Expectiminimax: minimax with chance nodes, whose value is the mean of what may happen.

With chance the utilities themselves matter, not only their order: see the examples `chance` and `chance-rescaled`.
And where the utility has bounds, a chance node can be cut too: Star1 and Star2. [Ballard83]
"""

from __future__ import annotations

import math

from .gametree import GameTree, Node
from .trace import Trace
from .values import mean, show

__all__ = ["expectiminimax", "star1", "star2"]


def expectiminimax(tree: GameTree) -> Trace:
    """EXPECTIMINIMAX, without pruning. [RussellNorvig], section 5.5."""

    def value(node: Node) -> float:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        if tree.is_chance(node):
            return tree.back(node, chance_value(node))
        return tree.back(node, max_value(node) if tree.is_max(node) else min_value(node))

    def max_value(node: Node) -> float:
        v = -math.inf
        for child in tree.children(node):
            v = max(v, value(child))
            tree.so_far(node, v)
        return v

    def min_value(node: Node) -> float:
        v = math.inf
        for child in tree.children(node):
            v = min(v, value(child))
            tree.so_far(node, v)
        return v

    def chance_value(node: Node) -> float:
        return mean(tree.chances(node), (value(child) for child in tree.children(node)))

    return tree.decide(value(tree.root), exact=True)


def star1(tree: GameTree) -> Trace:
    """Alpha-beta through chance nodes, for utilities within bounds. [Ballard83]

    While some outcomes are not known yet, the mean lies between what it would be if all of them were worth the least,
    and the most, that a utility can be. So each outcome has its own window; a value outside it puts the mean outside
    the window of the chance node:

        alpha of outcome i  =  (alpha − Σ p·most of the others) / p of i
        beta of outcome i   =  (beta − Σ p·least of the others) / p of i
    """
    return _star(tree, probing=False)


def star2(tree: GameTree) -> Trace:
    """Star1 after a probe of every outcome: its first move alone, which often suffices for a cut. [Ballard83]

    The value of one move of MAX is a lower bound for the outcome, that of one move of MIN an upper bound.
    """
    return _star(tree, probing=True)


def _star(tree: GameTree, *, probing: bool) -> Trace:
    tiny = 1e-12 * (tree.high - tree.low)  # of rounding

    def value(node: Node, alpha: float, beta: float) -> float:
        """v: exact if alpha < v < beta, an upper bound if v ≤ alpha, a lower bound if v ≥ beta."""
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        if tree.is_chance(node):
            return tree.back(node, chance_value(node, alpha, beta))
        return tree.back(node, (max_value if tree.is_max(node) else min_value)(node, alpha, beta))

    def max_value(node: Node, alpha: float, beta: float) -> float:
        v = -math.inf
        for child in tree.children(node):
            v = max(v, value(child, alpha, beta))
            if v >= beta:
                tree.cut(child, value=v, reason=tree.refuted(node, v, beta))
                return v
            alpha = max(alpha, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    def min_value(node: Node, alpha: float, beta: float) -> float:
        v = math.inf
        for child in tree.children(node):
            v = min(v, value(child, alpha, beta))
            if v <= alpha:
                tree.cut(child, value=v, reason=tree.refuted(node, v, alpha))
                return v
            beta = min(beta, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    def chance_value(node: Node, alpha: float, beta: float) -> float:
        chances = tree.chances(node)
        least, most = [tree.low] * len(chances), [tree.high] * len(chances)  # each outcome's bounds so far

        def window(i: int) -> tuple[float, float]:
            """A value of outcome i outside this window puts the mean outside (alpha, beta)."""
            p = chances[i]
            return (alpha - mean(chances, most) + p * most[i]) / p, (beta - mean(chances, least) + p * least[i]) / p

        def settled() -> float | None:
            """A bound of the mean, if it is outside (alpha, beta) whatever the unknown outcomes are worth."""
            if mean(chances, most) <= alpha + tiny:
                return mean(chances, most)
            return mean(chances, least) if mean(chances, least) >= beta - tiny else None

        def reason() -> str:
            if not tree.trace.on:
                return ""
            unknown = next((i for i in range(len(chances)) if least[i] < most[i]), 0)
            low, high = (show(round(bound, 9)) for bound in window(unknown))
            return (
                f"the window of the next outcome would be [{low}, {high}], and it is worth from "
                f"{show(least[unknown])} to {show(most[unknown])}"
            )

        if probing:
            probed = []
            for i, child in enumerate(tree.children(node)):
                if tree.cutoff_test(child) or tree.is_chance(child):
                    continue
                low, high = window(i)
                low, high = max(low, least[i]), min(high, most[i])
                tree.enter(child, low, high)
                first = next(tree.children(child))
                probed.append(first)
                v = value(first, low, high)
                tree.so_far(child, v, low, high)
                if tree.is_max(child) and v > low:
                    least[i] = max(least[i], v)
                elif not tree.is_max(child) and v < high:
                    most[i] = min(most[i], v)
                bound = settled()
                if bound is not None:
                    tree.cut(child, *probed, value=bound, reason=reason())
                    return bound
        for i, child in enumerate(tree.children(node)):
            low, high = window(i)
            least[i] = most[i] = value(child, max(low, least[i]), min(high, most[i]))
            bound = settled()
            if bound is not None:
                tree.cut(child, value=bound, reason=reason())
                return bound
        return mean(chances, least)

    return tree.decide(value(tree.root, tree.alpha, tree.beta), exact=False)
