"""Quiescence: no state is evaluated in the middle of an exchange. [Beal90]

A search to a fixed depth does not see what lies behind it, the horizon effect: it takes a pawn with its last ply, and
not that the pawn is guarded. Quiescence goes on where the depth is reached, but tries only the moves that remove the
unrest (captures, forced replies). Whoever moves there need not make one of them, so the state is worth at least what it
looks worth: he may stand pat.
"""

from __future__ import annotations

from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import show
from .plain import compared

__all__ = ["quiescence_search"]


def quiescence_search(tree: GameTree) -> Trace:
    """Alpha-beta to the depth, and beyond it the forcing moves of the game (`tactical`; all, where it is `noisy`)."""
    depth, best = tree.depth, 0

    def search(node: Node, alpha: float, beta: float) -> float:
        nonlocal best
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v, places = tree.worst(node), None
        if depth is not None and len(node.path) >= depth:
            places = forcing(tree, node)
            if not tree.noisy(node):
                v = tree.looks(node)
                tree.trace.note(node.path, "stand-pat", show(v), value=v)
                if tree.refutes(node, v, alpha, beta):
                    return tree.back(node, v)
                alpha, beta = tree.narrowed(node, v, alpha, beta)
        for child in tree.children(node, places):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v = w
                if not node.path:
                    best = child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                rest = None if places is None else places[places.index(child.path[-1]) + 1 :]
                reason = tree.refuted(node, v, tree.window_edge(node, alpha, beta))
                tree.cut(child, value=v, reason=reason, rest=rest)
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    tree.goes_on = lambda node: bool(forcing(tree, node))
    value = search(tree.root, tree.alpha, tree.beta)
    found = tree.decide(value, exact=False, first=best)
    compared(tree, "quiet-differs", depth)
    return found


def forcing(tree: GameTree, node: Node) -> list[int]:
    """The places of the moves that remove the unrest; all of them where the state must not be evaluated at all."""
    moves = list(tree.rules.moves(node.state))
    if tree.noisy(node) or tree.rules.tactical is None:
        return list(range(len(moves))) if tree.noisy(node) else []
    tactical = set(tree.rules.tactical(node.state))
    return [place for place, move in enumerate(moves) if move in tactical]
