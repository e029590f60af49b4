"""Alpha-beta: minimax that skips what cannot matter. [KnuthMoore75]

alpha is the best that MAX is sure of on the way down to a node, beta the best that MIN is sure of; a node whose value
falls outside this window will not be reached in play, whatever else is below it. The root gets the same value and the
same move as from minimax.
"""

from __future__ import annotations

import math
from collections import deque

from .events import Path
from .gametree import GameTree, Node
from .trace import Trace

__all__ = ["alpha_beta_list", "alpha_beta_search", "alpha_beta_search_hard"]


def alpha_beta_list(tree: GameTree) -> Trace:
    """Alpha-beta with the explicit list L of `minimax_list`.

    Step 3 is new: the value of x is compared with the best value so far of its parent's ancestors (it comes from
    siblings already searched). If it is no better for the other side, the parent and all its descendants are removed
    from L.
    """
    L = deque([tree.root])
    V: dict[Path, float] = {}

    def window(node: Node) -> tuple[float, float]:
        """The best that MAX and MIN have at the ancestors of a node."""
        alpha, beta = -math.inf, math.inf
        while node.parent is not None:
            node = node.parent
            if tree.is_max(node):
                alpha = max(alpha, tree.to_beat(node, V[node.path]))
            else:
                beta = min(beta, tree.to_beat(node, V[node.path]))
        return alpha, beta

    while True:
        tree.trace.hold(len(L))
        tree.trace.contents(node.path for node in L)
        x = L[0]
        if x.path in V:
            value = V.pop(x.path)
            if not tree.cutoff_test(x):
                tree.back(x, value)
            if x is tree.root:  # 2. the root has a value: the end
                return tree.decide(value, exact=False)
            p = x.parent  # 3. x has a value
            alpha, beta = window(p)
            if value >= beta if tree.is_max(p) else value <= alpha:
                reason = tree.refuted(p, value, beta if tree.is_max(p) else alpha)
                last = [x]
                while tree.is_max(p.parent) == tree.is_max(p):  # if a side moves twice in a row, also above
                    last.append(p)
                    p = p.parent
                tree.cut(*last, value=value, reason=reason)
                tree.back(p, value)
                while L[0] is not p:  # the descendants of p lie before it
                    V.pop(L.popleft().path, None)
                V.pop(L.popleft().path)
            else:
                L.popleft()
                V[p.path] = max(V[p.path], value) if tree.is_max(p) else min(V[p.path], value)
                tree.so_far(p, V[p.path], *window(x))
        elif tree.cutoff_test(x):  # 4. x is not expanded
            tree.enter(x, *window(x))
            V[x.path] = tree.leaf(x)
        else:  # 5. x is expanded
            tree.enter(x, *window(x))
            V[x.path] = -math.inf if tree.is_max(x) else math.inf
            L.extendleft(reversed(list(tree.children(x))))


def alpha_beta_search(tree: GameTree, *, hard: bool = False) -> Trace:
    """ALPHA-BETA-SEARCH. [RussellNorvig], Figure 5.7.

    `value(node, alpha, beta)` returns v, and the true value of the node is v if alpha < v < beta, at most v if
    v ≤ alpha, at least v if v ≥ beta. So it is fail-soft: v may lie outside the window, and is then the tighter bound.
    The fail-hard form keeps v inside: alpha ≤ v ≤ beta.
    """

    def value(node: Node, alpha: float, beta: float) -> float:
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            v = tree.leaf(node)
            return min(max(v, alpha), beta) if hard else v
        return tree.back(node, (max_value if tree.is_max(node) else min_value)(node, alpha, beta))

    def max_value(node: Node, alpha: float, beta: float) -> float:
        v = alpha if hard else -math.inf
        for child in tree.children(node):
            v = max(v, value(child, alpha, beta))
            if v >= beta:
                tree.cut(child, value=v, reason=tree.refuted(node, v, beta))
                return v
            alpha = max(alpha, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    def min_value(node: Node, alpha: float, beta: float) -> float:
        v = beta if hard else math.inf
        for child in tree.children(node):
            v = min(v, value(child, alpha, beta))
            if v <= alpha:
                tree.cut(child, value=v, reason=tree.refuted(node, v, alpha))
                return v
            beta = min(beta, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    return tree.decide(value(tree.root, tree.alpha, tree.beta), exact=False)


def alpha_beta_search_hard(tree: GameTree) -> Trace:
    """ALPHA-BETA-SEARCH, fail-hard."""
    return alpha_beta_search(tree, hard=True)
