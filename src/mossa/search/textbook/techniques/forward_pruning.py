"""Forward pruning: at each node only the moves that look best are searched. [Shannon50], type B

It looks deeper with the same effort, as people do, and unlike alpha-beta it may miss what matters: the move that looks
bad and wins, a sacrifice.
"""

from __future__ import annotations

from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import show
from .plain import compared

__all__ = ["forward_pruning"]


def forward_pruning(tree: GameTree) -> Trace:
    """Alpha-beta among the `keep` moves of each node that look best by e(x)."""
    best = 0

    def search(node: Node, alpha: float, beta: float) -> float:
        nonlocal best
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        children = promising(node)
        for i, child in enumerate(children):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v = w
                if not node.path:
                    best = child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                rest = [other.path[-1] for other in children[i + 1 :]]
                reason = tree.refuted(node, v, tree.window_edge(node, alpha, beta))
                tree.cut(child, value=v, reason=reason, rest=rest)
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    def promising(node: Node) -> list[Node]:
        """The children that look best to the player who moves, best first; the others are pruned."""
        children = list(tree.children(node))
        ranked = sorted(children, key=tree.looks, reverse=tree.is_max(node))
        kept, pruned = ranked[: tree.settings.keep], ranked[tree.settings.keep :]
        if pruned:
            limit = f"{show(tree.looks(pruned[0]))} {'or less' if tree.is_max(node) else 'or more'}"
            reason = f"they look worth {limit}, and only {len(kept)} are searched"
            tree.cut(pruned[0], value=None, reason=reason, rest=sorted(child.path[-1] for child in pruned))
        return kept

    value = search(tree.root, tree.alpha, tree.beta)
    found = tree.decide(value, exact=False, first=best)
    compared(tree, "forward-differs", tree.depth)
    return found
