"""A second look: the move that was chosen is searched deeper before it is played. [RussellNorvig], section 5.4.2

This secondary search is a cheap remedy against the horizon effect: only below one move of the root, not everywhere, the
search goes some plies further. If the move now looks worse than the next best, that one gets a second look as well.
"""

from __future__ import annotations

from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import show
from .plain import compared

__all__ = ["second_look"]


def second_look(tree: GameTree) -> Trace:
    """Minimax to the depth, then `extra` plies more below the best move, until the best one has had its second look."""
    depth = tree.depth

    def value(node: Node) -> float:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        for child in tree.children(node):
            w = value(child)
            v = w if tree.prefers(node, w, v) else v
            tree.so_far(node, v)
        return tree.back(node, v)

    if depth is None or tree.cutoff_test(tree.root):
        return tree.decide(value(tree.root), exact=True)
    tree.enter(tree.root)
    children = list(tree.children(tree.root))
    values = [value(child) for child in children]
    looked: set[int] = set()
    while True:
        best = max(values) if tree.is_max(tree.root) else min(values)
        place = next((i for i, v in enumerate(values) if v == best and i in looked), values.index(best))
        tree.so_far(tree.root, best)
        if place in looked:
            break
        looked.add(place)
        tree.trace.note(children[place].path, "second-look", show(best), str(tree.settings.extra))
        tree.depth = depth + tree.settings.extra
        tree.deepened(children[place])
        values[place] = value(children[place])
        tree.depth = depth
        kept = "second-look-holds" if values[place] == best else "second-look-changes"
        tree.trace.note(children[place].path, kept, show(best), show(values[place]))
    tree.back(tree.root, best)
    found = tree.decide(best, exact=False, first=place)
    compared(tree, "second-differs", depth)
    return found
