"""The transposition table: a state that is reached in several ways is searched once. [GreenblattEastlakeCrocker67]

The table remembers for each state how deep it was searched, its value (or the bound that alpha-beta found) and its best
move. If the state comes up again and was searched at least as deep, its value is looked up; a bound will do if it lies
outside the window. If the table is full, it forgets the entry that was searched least deep, or the oldest one.

A state that is on the line already is not searched again either: play has gone round in a circle, and the rest of it
is worth what a draw is worth (the middle of the utilities).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..gametree import GameTree, Node
from ..trace import Trace
from ..values import show

__all__ = ["transposition_table"]


class Entry(NamedTuple):
    """What the table knows of a state."""

    depth: float
    """How many plies below it were searched."""
    value: float
    bound: str
    """`≥` or `≤` where the value is only a bound."""
    best: str
    """The best move."""
    age: int
    text: str
    """The position, for the table that is shown."""

    @property
    def row(self) -> tuple[str, ...]:
        """The entry as it is shown."""
        return self.text, show(self.depth), self.bound + show(self.value), self.best


def transposition_table(tree: GameTree) -> Trace:
    """Alpha-beta with a table of at most `entries` states; when it is full, `replace` says what it forgets."""
    table: dict[Any, Entry] = {}
    line: set[Any] = set()
    best = 0

    def search(node: Node, alpha: float, beta: float) -> float:
        nonlocal best
        tree.enter(node, alpha, beta)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        key = state_key(node)
        if key in line:
            tree.trace.note(node.path, "circle")
            return tree.back(node, (tree.low + tree.high) / 2)
        depth = math.inf if tree.depth is None else tree.depth - len(node.path)
        known = table.get(key)
        if known is not None and known.depth >= depth:
            if known.bound == "" or (known.value >= beta if known.bound == "≥" else known.value <= alpha):
                return tree.trace.hit(node.path, known.value, known.bound)
        window = alpha, beta
        v, move = tree.worst(node), 0
        line.add(key)
        for child in tree.children(node):
            w = search(child, alpha, beta)
            if tree.prefers(node, w, v):
                v, move = w, child.path[-1]
            if tree.refutes(node, v, alpha, beta):
                tree.cut(child, value=v, reason=tree.refuted(node, v, tree.window_edge(node, alpha, beta)))
                break
            alpha, beta = tree.narrowed(node, v, alpha, beta)
            tree.so_far(node, v, alpha, beta)
        line.remove(key)
        if not node.path:
            best = move
        tree.back(node, v)
        store(node, key, depth, v, "≤" if v <= window[0] else "≥" if v >= window[1] else "", move)
        return v

    def state_key(node: Node) -> Any:
        """States with the same key are worth the same to the player who moves."""
        return tree.mover(node), tree.rules.key(node.state)

    def store(node: Node, key: Any, depth: float, value: float, bound: str, move: int) -> None:
        text = tree.rules.write_position(node.state) if tree.trace.on else ""
        name = tree.move_texts(node)[move] if tree.trace.on else ""
        if key in table and tree.trace.on:
            tree.trace.note(node.path, "again", row=("transpositions", table[key].text))
        entry = table[key] = Entry(depth, value, bound, name, tree.trace.nodes, text)
        tree.trace.note(node.path, "stored", *entry.row, row=("transpositions", *entry.row))
        if tree.settings.entries is not None and len(table) > tree.settings.entries:
            forget()
        tree.trace.hold(len(node.path) + 1 + len(table))

    def forget() -> None:
        """The table is full."""

        def merit(key: Any) -> tuple[float, int]:
            return (table[key].depth if tree.settings.replace == "depth" else 0, table[key].age)

        gone = table.pop(min(table, key=merit))
        tree.trace.note((), f"forgotten-{tree.settings.replace}", *gone.row[:2], row=("transpositions", gone.text))

    value = search(tree.root, tree.alpha, tree.beta)
    return tree.decide(value, exact=False, first=best)
