"""Iterative deepening: search to depth 1, 2, 3 …, until the clock has run out. [Korf85]

Whenever the time is up there is an answer: the move of the last completed iteration. What was searched before is not
lost either: the move that was best at a node is tried first there by the next iteration, and alpha-beta cuts the more.
An iteration that was interrupted has looked at some moves only, so its values are not compared with anything; since the
best move of the one before comes first, an engine may still use what the interrupted one found to be better.
"""

from __future__ import annotations

from itertools import pairwise

from ..events import Path
from ..gametree import GameTree, Node, TimeIsUp
from ..trace import Trace
from ..values import show

__all__ = ["iterative_deepening"]


def iterative_deepening(tree: GameTree) -> Trace:
    """Alpha-beta to depth 1, 2, 3 … up to the depth, the end of the game or the clock (`nodes` or `seconds`)."""
    best: dict[Path, int] = {}

    def search(node: Node, alpha: float, beta: float) -> float:
        """As in alpha-beta; the move that was best in the iteration before is tried first."""
        tree.check_clock()
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        order = best_first(node)
        for i, child in enumerate(tree.children(node, order)):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v, best[node.path] = w, child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                reason = tree.refuted(node, v, tree.window_edge(node, alpha, beta))
                tree.cut(child, value=v, reason=reason, rest=order[i + 1 :])
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    def best_first(node: Node) -> list[int]:
        """The places of the moves, the best one of the last iteration first."""
        places = list(range(len(tree.rules.legal(node.state))))
        first = best.get(node.path, 0)
        order = [first, *places[:first], *places[first + 1 :]]
        if first:
            tree.trace.order(node.path, [(*node.path, place) for place in order], "best-before")
        return order

    deepest = tree.rules.facts.horizon if tree.depth is None else tree.depth
    value, move, at_root, costs = 0.0, 0, dict(tree.trace.at_root), [0]
    for depth in range(1, max(1, deepest) + 1):
        tree.depth, tree.stopped_early = min(depth, deepest), False
        if depth > 1:
            tree.trace.generated(())  # the root again
        tree.trace.iteration(tree.depth)
        try:
            value = search(tree.root, tree.alpha, tree.beta)
        except TimeIsUp as clock:
            interrupted(tree, depth, str(clock), best.get((), 0) if tree.trace.at_root else None, bool(at_root))
            if not at_root and not tree.rules.is_over(tree.root.state):  # not even depth 1: the first move
                value = tree.leaf(tree.child(tree.root, 0))
                at_root = {0: value}
            break
        move, at_root = best.get((), 0), dict(tree.trace.at_root)
        costs.append(tree.trace.nodes)
        completed(tree, costs, value, move)
        if not tree.stopped_early:
            break
    tree.trace.at_root = at_root
    repeated(tree, [after - before for before, after in pairwise(costs)])
    return tree.decide(value, exact=False, first=move if at_root else None)


def completed(tree: GameTree, costs: list[int], value: float, move: int) -> None:
    """Note an iteration that was completed."""
    if not tree.trace.on:
        return
    texts = tree.move_texts(tree.root) if not tree.cutoff_test(tree.root) else [""]
    depth, nodes = str(tree.depth), f"{costs[-1] - costs[-2]:,}"
    words = (depth, texts[move], show(value), nodes)
    tree.trace.note((), "iteration", *words, row=("iterations", *words))


def interrupted(tree: GameTree, depth: int, clock: str, best: int | None, answered: bool) -> None:
    """Note that the time was up: how far the iteration had come, and that it does not count."""
    moves = tree.move_texts(tree.root) if not tree.rules.is_over(tree.root.state) else []
    seen = len(tree.trace.at_root)
    found = moves[best] if best is not None and seen else "–"
    kept = "late" if answered else "late-at-once"
    tree.trace.remark(kept, clock, str(depth), str(seen), str(len(moves)), found)


def repeated(tree: GameTree, nodes: list[int]) -> None:
    """Say what the repetition cost: b/(b − 1), if each iteration takes b times as many nodes as the one before."""
    if len(nodes) < 2:
        return
    growth = (nodes[-1] / nodes[0]) ** (1 / (len(nodes) - 1))
    if growth > 1:
        words = (sum(nodes), nodes[-1], sum(nodes) / nodes[-1], growth, growth / (growth - 1))
        tree.trace.remark("repetition", *(f"{n:,.4g}" if isinstance(n, float) else f"{n:,}" for n in words))
