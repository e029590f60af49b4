"""Singular extension: a move much better than all others at its node is searched a ply deeper. [Anantharaman90]

Where there is only one good move, much depends on it, and the search would best be sure of it: a forced reply, or a
capture that may be poisoned.
"""

from __future__ import annotations

from ..events import Path
from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import show
from .plain import compared

__all__ = ["singular_extension"]


def singular_extension(tree: GameTree) -> Trace:
    """Minimax to the depth; a move that is better than its siblings by `margin` is searched again, a ply deeper.

    A line is extended to twice the depth at most.
    """
    depth = tree.depth
    margin = tree.settings.margin or (tree.high - tree.low) / 10
    extended: set[Path] = set()

    def value(node: Node) -> float:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        children = list(tree.children(node))
        values = []
        for child in children:
            values.append(value(child))
            tree.so_far(node, best_of(node, values))
        one = singular(node, values)
        if one is not None and room(node) and not tree.rules.is_over(children[one].state):
            child, before = children[one], values[one]
            extended.add(child.path)
            tree.deepened(child)
            tree.trace.note(child.path, "singular", show(before), show(margin))
            values[one] = value(child)
            extended.remove(child.path)  # what was extended below it is found anew
            if values[one] != before:
                tree.trace.note(child.path, "singular-changes", show(before), show(values[one]))
        return tree.back(node, best_of(node, values))

    def best_of(node: Node, values: list[float]) -> float:
        return max(values) if tree.is_max(node) else min(values)

    def singular(node: Node, values: list[float]) -> int | None:
        """The place of the one move that is better than all others by the margin."""
        ranked = sorted(values, reverse=tree.is_max(node))
        if len(ranked) > 1 and abs(ranked[0] - ranked[1]) < margin:
            return None
        return values.index(ranked[0])

    def room(node: Node) -> bool:
        return depth is not None and len(node.path) + 1 < 2 * depth

    def goes_on(node: Node) -> bool:
        """Is the node above the depth, one ply more for each extension on its line?"""
        more = sum(node.path[:i] in extended for i in range(1, len(node.path) + 1))
        return depth is not None and len(node.path) < depth + more

    tree.goes_on = goes_on
    v = value(tree.root)
    found = tree.decide(v, exact=True)
    compared(tree, "singular-differs", depth)
    return found
