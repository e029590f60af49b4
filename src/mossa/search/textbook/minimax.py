"""Minimax, in the forms of the course: the whole tree at once, an explicit list L, and recursion.

MAX chooses the greatest value, MIN the least; values are from MAX's side. All three give the same value and the
same root moves; they differ in what they hold in memory.
"""

from __future__ import annotations

import math
from collections import deque

from mossa.kernel.errors import MossaError

from .events import Path
from .gametree import GameTree, Node
from .trace import Trace

__all__ = ["MOST_HELD", "minimax_decision", "minimax_list", "minimax_whole"]

MOST_HELD = 2_000_000
"""The most nodes that the whole tree may have."""


def minimax_whole(tree: GameTree) -> Trace:
    """Expand the whole tree, label its leaves, then label each node whose children are labelled.

    Time and space b^d.
    """
    nodes = [tree.root]
    for node in nodes:  # grows as we go: breadth first
        tree.enter(node)
        if not tree.cutoff_test(node):
            nodes += tree.children(node)
        tree.trace.hold(len(nodes))
        if len(nodes) > MOST_HELD:
            raise MossaError(f"the whole tree has more than {MOST_HELD:,} nodes: give a smaller depth")

    labels: dict[Path, list[float]] = {node.path: [] for node in nodes}  # of the children
    value = 0.0
    for node in reversed(nodes):  # children before their parents
        if tree.cutoff_test(node):
            value = tree.leaf(node)
        else:
            value = tree.back(node, max(labels[node.path]) if tree.is_max(node) else min(labels[node.path]))
        if node.parent is not None:
            labels[node.parent.path].append(value)
    return tree.decide(value, exact=True)


def minimax_list(tree: GameTree) -> Trace:
    """Depth first with an explicit list L of nodes; a node has its value V, or a provisional one, or none.

    With a depth, step 4 is the decision not to expand further, and e(x) stands in for the utility. Space b·d.
    """
    L = deque([tree.root])  # 1. L holds the node to be valued
    V: dict[Path, float] = {}
    while True:
        tree.trace.hold(len(L))
        tree.trace.contents(node.path for node in L)
        x = L[0]
        if x.path in V:
            value = V.pop(x.path)
            if not tree.cutoff_test(x):
                tree.back(x, value)
            if x is tree.root:  # 2. the root has a value: the end
                return tree.decide(value, exact=True)
            L.popleft()  # 3. x has a value: feed it to its parent
            p = x.parent
            V[p.path] = max(V[p.path], value) if tree.is_max(p) else min(V[p.path], value)
            tree.so_far(p, V[p.path])
        elif tree.cutoff_test(x):  # 4. x is not expanded: it gets its utility, or e(x)
            tree.enter(x)
            V[x.path] = tree.leaf(x)
        else:  # 5. x is expanded: its children go to the head of L
            tree.enter(x)
            V[x.path] = -math.inf if tree.is_max(x) else math.inf
            L.extendleft(reversed(list(tree.children(x))))


def minimax_decision(tree: GameTree) -> Trace:
    """MINIMAX-DECISION: the move whose outcome is best for the player who makes it. [RussellNorvig], Figure 5.3."""

    def value(node: Node) -> float:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.leaf(node)
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

    return tree.decide(value(tree.root), exact=True)
