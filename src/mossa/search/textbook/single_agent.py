"""Puzzles, for one player: depth-first and breadth-first search with a closed list, A* and IDA*.

Only MAX moves. A goal is an end that is worth the greatest utility; each search stops at the first one it takes. States
are compared, so a state that was met before is not searched again, and cycles end.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from typing import Any

from .gametree import GameTree, Node
from .trace import Trace

__all__ = ["a_star", "breadth_first", "depth_first", "ida_star"]


def depth_first(tree: GameTree) -> Trace:
    """Depth-first search with a closed list: each state is searched once, by the first way that leads to it."""
    closed: dict[Any, Node] = {}

    def value(node: Node) -> float:
        tree.enter(node)
        closed[node.state] = node
        if tree.cutoff_test(node):
            return tree.leaf(node)
        v = -math.inf
        for child in tree.children(node):
            if child.state in closed:
                _skip(tree, child, closed[child.state])
                continue
            v = max(v, value(child))
            tree.so_far(node, v)
            if v >= tree.high:
                tree.cut(child, value=v, reason="nothing is worth more than the goal that was found")
                break
        return tree.back(node, v if v > -math.inf else tree.low)

    return tree.decide(value(tree.root), exact=False)


def breadth_first(tree: GameTree) -> Trace:
    """Breadth-first search with a closed list: the first goal is the nearest. [RussellNorvig], section 3.4.1."""
    L = deque([tree.root])
    closed = {tree.root.state: tree.root}
    best: tuple[float, Node] | None = None
    while L:
        tree.trace.hold(len(closed))
        tree.trace.contents(node.path for node in L)
        x = L.popleft()
        tree.enter(x)
        if tree.cutoff_test(x):
            value = tree.leaf(x)
            if best is None or value > best[0]:
                best = value, x
            if value >= tree.high:
                break
            continue
        for child in tree.children(x):
            if child.state in closed:
                _skip(tree, child, closed[child.state])
            else:
                closed[child.state] = child
                L.append(child)
    return _decide(tree, best)


def a_star(tree: GameTree) -> Trace:
    """A*: the open node with the least f = g + h first; h is `least_plies` of the game, or 0.
    [HartNilssonRaphael68]"""
    order = 0
    L = [(_least(tree, tree.root), 0, order, tree.root)]
    shortest = {tree.root.state: tree.root}
    best: tuple[float, Node] | None = None
    while L:
        tree.trace.hold(len(shortest))
        tree.trace.contents(node.path for _, _, _, node in sorted(L))
        _, _, _, x = heapq.heappop(L)
        if shortest[x.state] is not x:
            continue
        tree.enter(x)
        if tree.cutoff_test(x):
            value = tree.leaf(x)
            if best is None or value > best[0]:
                best = value, x
            if value >= tree.high:
                break
            continue
        for child in tree.children(x):
            known = shortest.get(child.state)
            if known is not None and len(known.path) <= len(child.path):
                _skip(tree, child, known)
                continue
            shortest[child.state] = child
            order -= 1
            heapq.heappush(L, (_least(tree, child), -len(child.path), order, child))
    return _decide(tree, best)


def ida_star(tree: GameTree) -> Trace:
    """IDA*: depth first below a bound of f = g + h that grows to the least f beyond it. [Korf85]"""
    bound = _least(tree, tree.root)
    best: tuple[float, Node] | None = None

    def search(node: Node, line: tuple[Any, ...]) -> float:
        """The least f beyond the bound; −1 if a goal was found."""
        nonlocal best
        tree.enter(node)
        if tree.cutoff_test(node):
            value = tree.leaf(node)
            if best is None or value > best[0]:
                best = value, node
            return -1 if value >= tree.high else math.inf
        beyond = math.inf
        for child in tree.children(node):
            f = _least(tree, child)
            if child.state in line:
                tree.trace.cut(node.path, None, [child.path], "this state is on the line already")
            elif f > bound:
                tree.trace.cut(node.path, None, [child.path], f"f = g + h = {f:g} is beyond the bound {bound:g}")
                beyond = min(beyond, f)
            else:
                below = search(child, (*line, child.state))
                if below < 0:
                    return -1
                beyond = min(beyond, below)
        return beyond

    while 0 <= bound < math.inf:
        bound = search(tree.root, (tree.root.state,))
    return _decide(tree, best)


def _least(tree: GameTree, node: Node) -> float:
    """f = g + h: the shortest way to a goal through this node has at least this many plies."""
    left = tree.rules.least_plies
    return len(node.path) + (left(node.state) if left is not None else 0)


def _skip(tree: GameTree, node: Node, known: Node) -> None:
    """The state of a node was met before."""
    reason = f"the state was met before, at {tree.trace.name(known.path)}" if tree.trace.on else ""
    tree.trace.cut(node.path[:-1], None, [node.path], reason)


def _decide(tree: GameTree, best: tuple[float, Node] | None) -> Trace:
    """The value of the best end goes back along its line."""
    value, node = best if best is not None else (tree.low, tree.root)
    while node.parent is not None:
        node = node.parent
        if node.parent is not None:
            tree.back(node, value)
    if best is not None and len(best[1].path) == 1:
        tree.trace.at_root[best[1].path[0]] = value
    tree.trace.at_root = {place: v for place, v in tree.trace.at_root.items() if v == value}
    return tree.decide(tree.back(tree.root, value), exact=False)
