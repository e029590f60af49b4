"""Searches with a narrow window: principal variation search and aspiration windows. [Reinefeld83] [Marsland86]

A window with nothing between its edges, the null window, asks only whether a node is better than what is known, and the
answer is cheap, since almost everything is cut. If the first move is the best, as it mostly is where moves are ordered
well, all others are refuted that way. Where the answer is yes, the node is searched again for its value.
"""

from __future__ import annotations

import math

from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import just_above, just_below, show, show_window

__all__ = ["aspiration_windows", "principal_variation_search"]


def principal_variation_search(tree: GameTree) -> Trace:
    """PVS, also called NegaScout: the first child with the whole window, the others with a null window."""
    value, best = search_root(tree, tree.alpha, tree.beta, scout=True)
    return tree.decide(value, exact=False, first=best)


def aspiration_windows(tree: GameTree) -> Trace:
    """Alpha-beta with a small window around a guess, again with an open one on the side where the value fell outside.

    The guess is what the root looks worth; the window reaches `margin` to both sides of it.
    """
    margin = tree.settings.margin or (tree.high - tree.low) / 10
    guess = tree.looks(tree.root)
    alpha, beta = guess - margin, guess + margin
    tree.trace.note((), "guess", show(guess), show_window(alpha, beta))
    value, best = search_root(tree, alpha, beta, scout=False)
    if not alpha < value < beta:
        wider = (-math.inf, beta) if value <= alpha else (alpha, math.inf)
        tree.trace.note((), "outside", show(value), show_window(*wider))
        tree.trace.at_root = {}
        value, best = search_root(tree, *wider, scout=False)
    return tree.decide(value, exact=False, first=best)


def search_root(tree: GameTree, alpha: float, beta: float, *, scout: bool) -> tuple[float, int]:
    """The value of the root, and the place of its best move."""
    best = 0

    def search(node: Node, alpha: float, beta: float) -> float:
        nonlocal best
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        for child in tree.children(node):
            narrow = null_window(tree, node, v, alpha, beta) if scout else (alpha, beta)
            w = search(child, *narrow)
            if narrow != (alpha, beta) and alpha < w < beta:
                tree.trace.note(child.path, "maybe-better", show(v))
                w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v = w
                if not node.path:
                    best = child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                tree.cut(child, value=v, reason=tree.refuted(node, v, tree.window_edge(node, alpha, beta)))
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    return search(tree.root, alpha, beta), best


def null_window(tree: GameTree, node: Node, value: float, alpha: float, beta: float) -> tuple[float, float]:
    """For a child after the first: the window that only asks whether it is better than what is known."""
    if value == tree.worst(node):
        return alpha, beta
    return (alpha, just_above(alpha)) if tree.is_max(node) else (just_below(beta), beta)
