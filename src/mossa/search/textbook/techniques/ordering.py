"""Which move is tried first: killer moves and the history heuristic. [AklNewborn77] [Schaeffer89]

Alpha-beta cuts the sooner, the better the first move is. What refuted one line often refutes its neighbours, so a move
that made a cut is tried first elsewhere: at the same ply (a killer), or wherever it can be played (history). Two moves
are the same if they are written alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from ..gametree import GameTree, Node
from ..trace import Trace

__all__ = ["KILLERS", "history_heuristic", "killer_moves"]

KILLERS = 2
"""Killers of a ply; the older one goes when a third comes."""

Order = Callable[[Node, list[str]], list[int]]
"""The places of the moves, in the order in which they are tried."""
Learn = Callable[[Node, str], None]
"""What is learnt from a move that made a cut."""


def killer_moves(tree: GameTree) -> Trace:
    """Alpha-beta that first tries the moves which made the last cuts at the same ply."""
    killers: dict[int, list[str]] = defaultdict(list)

    def order(node: Node, moves: list[str]) -> list[int]:
        first = [moves.index(move) for move in killers[len(node.path)] if move in moves]
        places = [*first, *(place for place in range(len(moves)) if place not in first)]
        if places[0]:
            tree.trace.order(node.path, [(*node.path, place) for place in places], "killer", moves[places[0]])
        return places

    def learn(node: Node, move: str) -> None:
        ply = len(node.path)
        killers[ply] = [move, *(other for other in killers[ply] if other != move)][:KILLERS]
        row = ("killers", str(ply), *killers[ply], *[""] * (KILLERS - len(killers[ply])))
        tree.trace.note(node.path, "new-killer", move, str(ply), row=row)

    return alpha_beta_in_order(tree, order, learn)


def history_heuristic(tree: GameTree) -> Trace:
    """Alpha-beta that first tries the moves which made the most cuts, anywhere; a cut counts for the square of the
    plies that it saved."""
    history: Counter[tuple[int, str]] = Counter()

    def order(node: Node, moves: list[str]) -> list[int]:
        mover = tree.mover(node)
        places = sorted(range(len(moves)), key=lambda place: -history[mover, moves[place]])
        if places[0]:
            count = history[mover, moves[places[0]]]
            shown = [(*node.path, place) for place in places]
            tree.trace.order(node.path, shown, "history", moves[places[0]], str(count))
        return places

    def learn(node: Node, move: str) -> None:
        mover = tree.mover(node)
        saved = 1 if tree.depth is None else tree.depth - len(node.path)
        history[mover, move] += saved * saved
        side, count = "MAX" if tree.is_max(node) else "MIN", str(history[mover, move])
        tree.trace.note(node.path, "history-counts", move, side, count, row=("history", f"{side} {move}", count))

    return alpha_beta_in_order(tree, order, learn)


def alpha_beta_in_order(tree: GameTree, order: Order, learn: Learn) -> Trace:
    """Alpha-beta that asks for the order of the moves at each node, and tells which move made a cut."""
    best = 0

    def search(node: Node, alpha: float, beta: float) -> float:
        nonlocal best
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = tree.worst(node)
        moves = tree.move_texts(node)
        places = order(node, moves)
        for i, child in enumerate(tree.children(node, places)):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v = w
                if not node.path:
                    best = child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                reason = tree.refuted(node, v, tree.window_edge(node, alpha, beta))
                tree.cut(child, value=v, reason=reason, rest=places[i + 1 :])
                learn(node, moves[places[i]])
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        return tree.back(node, v)

    value = search(tree.root, tree.alpha, tree.beta)
    return tree.decide(value, exact=False, first=best)
