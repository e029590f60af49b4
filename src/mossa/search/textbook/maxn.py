"""More than two players: a value for each of them.

With n players there is no MIN. In max^n every player maximises his own utility [LuckhardtIrani86]; the paranoid search
assumes that all the others are allied against the player at the root [SturtevantKorf00]; in a cooperative game all are
allied. The three may give three different moves on the same tree, and that is the lesson: with more than two players,
or with utilities that do not add up to 0, the answer depends on what one assumes about the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from .gametree import GameTree, Node
from .trace import Trace
from .values import mean, show

__all__ = ["best_reply", "cooperative", "maxn", "maxn_shallow", "paranoid"]

Vector = tuple[float, ...]


def maxn(tree: GameTree) -> Trace:
    """max^n: the mover takes the vector that is best for himself, the first one if there are several.

    At a chance node each player expects the mean of what he gets. [LuckhardtIrani86]
    """
    return _best_vector(tree, lambda node, vector: vector[tree.mover(node)])


def cooperative(tree: GameTree) -> Trace:
    """All players are allied: the mover takes the vector with the greatest sum."""
    return _best_vector(tree, lambda node, vector: math.fsum(vector))


def _best_vector(tree: GameTree, worth: Callable[[Node, Vector], float]) -> Trace:
    """Each mover takes the vector of the greatest worth."""

    def value(node: Node) -> Vector:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.trace.leaf(node.path, tree.utilities(node))
        return tree.back(node, mean_vector(node) if tree.is_chance(node) else best_vector(node))

    def best_vector(node: Node) -> Vector:
        best: Vector = ()
        for child in tree.children(node):
            vector = value(child)
            if not best or worth(node, vector) > worth(node, best):
                best = vector
                tree.so_far(node, best)
        return best

    def mean_vector(node: Node) -> Vector:
        return _mean_vector(tree, node, [value(child) for child in tree.children(node)])

    return tree.decide(value(tree.root), exact=True, worth=lambda vector: worth(tree.root, vector))


def maxn_shallow(tree: GameTree) -> Trace:
    """max^n with shallow pruning, for utilities that have bounds and add up to 0. [Korf91]

    If the mover at a node gets v from a child, all the others together get no more than −v, and the mover at the parent
    no more than −v less the least that the rest can get. Once this does not exceed what he has elsewhere, he will not
    come here. Only the bound of the parent may be used: deeper cuts are sound for two players, but not for three. Below
    a chance node, where nobody has chosen, there is no bound.
    """
    players = tree.rules.facts.players

    def value(node: Node, alpha: float) -> Vector:
        """The max^n vector of a node, unless it is worth no more than alpha to the mover at the parent."""
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.trace.leaf(node.path, tree.utilities(node))
        return tree.back(node, mean_vector(node) if tree.is_chance(node) else best_vector(node, alpha))

    def best_vector(node: Node, alpha: float) -> Vector:
        me = tree.mover(node)
        above = me if node.parent is None else tree.mover(node.parent)
        best: Vector = ()
        for child in tree.children(node):
            vector = value(child, tree.to_beat(node, best[me]) if best else -math.inf)
            if not best or vector[me] > best[me]:
                best = vector
                tree.so_far(node, best)
            most = -best[me] - (players - 2) * tree.low  # what the mover above can still get here
            if above != me and most <= alpha:
                reason = f"p{above + 1} has {show(alpha)} above already, and here he gets {show(most)} at most"
                tree.cut(child, value=best, reason=reason)
                break
        return best

    def mean_vector(node: Node) -> Vector:
        return _mean_vector(tree, node, [value(child, -math.inf) for child in tree.children(node)])

    return tree.decide(value(tree.root, -math.inf), exact=False, worth=lambda vector: vector[tree.mover(tree.root)])


def _mean_vector(tree: GameTree, node: Node, vectors: list[Vector]) -> Vector:
    """What each player expects at a chance node whose outcomes are worth these vectors."""
    chances = tree.chances(node)
    return tuple(mean(chances, of_player) for of_player in zip(*vectors, strict=True))


def paranoid(tree: GameTree) -> Trace:
    """All the others are allied against MAX, usually the player at the root: alpha-beta. [SturtevantKorf00]

    The value is his.
    """
    return _against_max(tree, together=True)


def best_reply(tree: GameTree) -> Trace:
    """Best-reply search: between two moves of MAX only one of the others chooses his move. [SchaddWinands11]

    The paranoid search is too gloomy, since the others do not really work together, and slow, since MAX moves only once
    in a round. Here each of the others may be the one who hurts MAX, but only one of them: the rest play their ordinary
    moves, the first by `order` (or as listed). In the first form of the algorithm the rest did not move at all, which
    few games allow; this one keeps to the rules [Esser13]. With two players it is alpha-beta.
    """
    return _against_max(tree, together=False)


def _against_max(tree: GameTree, *, together: bool) -> Trace:
    """Alpha-beta with one player as MAX and all the others as MIN: all of them `together`, or only one between two
    moves of MAX. `answered`: he has moved. There is no cut at a chance node: each outcome has a full window."""

    def value(node: Node, alpha: float, beta: float, answered: bool) -> float:
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        if tree.is_chance(node):
            return tree.back(node, chance_value(node, answered))
        return tree.back(node, (max_value if tree.is_max(node) else min_value)(node, alpha, beta, answered))

    def max_value(node: Node, alpha: float, beta: float, answered: bool) -> float:
        v = -math.inf
        for child in tree.children(node):
            v = max(v, value(child, alpha, beta, False))
            if v >= beta:
                tree.cut(child, value=v, reason=tree.refuted(node, v, beta))
                return v
            alpha = max(alpha, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    def min_value(node: Node, alpha: float, beta: float, answered: bool) -> float:
        ordinary = None if together else ordinary_place(node)
        if answered and ordinary is not None:
            return value(tree.child(node, ordinary), alpha, beta, True)
        v = math.inf
        for child in tree.children(node):
            v = min(v, value(child, alpha, beta, ordinary is not None and child.path[-1] != ordinary))
            if v <= alpha:
                tree.cut(child, value=v, reason=tree.refuted(node, v, alpha))
                return v
            beta = min(beta, tree.to_beat(node, v))
            tree.so_far(node, v, alpha, beta)
        return v

    def chance_value(node: Node, answered: bool) -> float:
        outcomes = (value(child, -math.inf, math.inf, answered) for child in tree.children(node))
        return mean(tree.chances(node), outcomes)

    def ordinary_place(node: Node) -> int:
        """The place of the move that `order` puts first."""
        order, moves = tree.rules.order, tree.rules.legal(node.state)
        return 0 if order is None else max(range(len(moves)), key=lambda i: order(node.state, moves[i]))

    return tree.decide(value(tree.root, tree.alpha, tree.beta, False), exact=False)
