"""Pondering: thinking on the opponent's time. [Slate77]

After its move the program supposes that the opponent will answer as it foresaw, and searches the position after that
reply while he thinks. If he plays it, a ponder hit, the answer is ready at once; if he plays something else, the work
was in vain and the search begins anew.
"""

from __future__ import annotations

from collections.abc import Callable

from mossa.kernel.errors import MossaError

from ..events import Path
from ..gametree import GameTree, Node
from ..trace import Trace

__all__ = ["pondering"]


def pondering(tree: GameTree) -> Trace:
    """A move is chosen by alpha-beta; on the opponent's time the position after the foreseen reply is searched; then
    the opponent makes his `reply`, by default that one."""
    depth = tree.depth
    best: dict[Path, int] = {}

    def search(node: Node, alpha: float, beta: float) -> float:
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        for child in tree.children(node):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v, best[node.path] = w, child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                tree.cut(child, value=v, reason=tree.refuted(node, v, tree.window_edge(node, alpha, beta)))
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    def think(node: Node) -> int:
        """Search below a node as deep as below the root; the nodes that it took."""
        before = tree.trace.nodes
        tree.depth = None if depth is None else depth + len(node.path)
        tree.deepened(node)
        search(node, tree.alpha, tree.beta)
        return tree.trace.nodes - before

    value = search(tree.root, tree.alpha, tree.beta)
    at_root = dict(tree.trace.at_root)
    if best and not tree.is_chance(tree.root):
        after = tree.child(tree.root, best[()])
        if not tree.rules.is_over(after.state):
            ponder(tree, after, best.get(after.path, 0), think, best)
    tree.trace.at_root = at_root
    return tree.decide(value, exact=False, first=best.get((), 0) if at_root else None)


def ponder(tree: GameTree, after: Node, foreseen: int, think: Callable[[Node], int], best: dict[Path, int]) -> None:
    """What happens after the own move: the opponent thinks, and so do we."""
    moves = tree.move_texts(after)
    given = tree.settings.reply or moves[foreseen]
    if given not in moves:
        raise MossaError(f"{given!r} is no reply there; the replies are {', '.join(moves)}")
    tree.trace.note(after.path, "played", moves[foreseen])
    expected, real = tree.child(after, foreseen), tree.child(after, moves.index(given))
    tree.trace.note(expected.path, "ponder", moves[foreseen])
    spent = 0 if tree.rules.is_over(expected.state) else think(expected)
    if given == moves[foreseen]:
        ready = tree.move_texts(expected)[best[expected.path]] if expected.path in best else "–"
        tree.trace.remark("ponder-hit", given, f"{spent:,}", ready)
        return
    anew = 0 if tree.rules.is_over(real.state) else think(real)
    ready = tree.move_texts(real)[best[real.path]] if real.path in best else "–"
    tree.trace.remark("ponder-miss", given, moves[foreseen], f"{spent:,}", f"{anew:,}", ready)
