"""What minimax says of the same tree, for techniques that may say something else: the difference is told."""

from __future__ import annotations

from mossa.kernel.errors import MossaError

from ..gametree import GameTree
from ..minimax import minimax_decision
from ..trace import Trace
from ..values import show

__all__ = ["compared", "plain_minimax"]

MOST_COMPARED = 200_000
"""A tree with more nodes is not compared: the technique is there because the tree is large."""


def plain_minimax(tree: GameTree, depth: int | None) -> Trace:
    """Minimax on the same tree to this depth, without a record; its nodes are not counted."""
    silent = Trace("minimax", on=False)
    plain = GameTree(
        tree.rules,
        tree.root.state,
        silent,
        depth=depth,
        evaluate=tree.evaluate,
        bounds=(tree.low, tree.high),
        maximiser=tree.maximiser,
        most_nodes=MOST_COMPARED,
    )
    return minimax_decision(plain)


def compared(tree: GameTree, note: str, depth: int | None) -> None:
    """Say whether minimax to this depth finds the same value and move; where it does not, `note` says why."""
    try:
        plain = plain_minimax(tree, depth)
    except (MossaError, RecursionError):
        tree.trace.remark("not-compared", f"{MOST_COMPARED:,}")
        return
    mine, other = (show(tree.trace.value), tree.trace.best or "–"), (show(plain.value), plain.best or "–")
    limit = "" if depth is None else str(depth)
    if tree.trace.value == plain.value and tree.trace.best in plain.moves:
        tree.trace.remark("agrees", *other)
    else:
        tree.trace.remark(note, limit, *other, *mine)
