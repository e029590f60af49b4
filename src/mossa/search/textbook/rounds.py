"""Simultaneous moves: each round is a matrix game, and its value is that of mixed strategies. [Shapley53]

Two players with opposite interests choose at once. A row is a choice of the first player, a column one of the second;
in the cell stands what the position after both is worth, found by the same recursion. In the tree the second player's
choices stand below each choice of the first, who is not seen to have made it.
"""

from __future__ import annotations

from typing import Any

from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Reals
from mossa.search.graph.stage_game import solve_matrix, tableau_size

from .gametree import GameTree, Node
from .trace import Trace
from .values import show

__all__ = ["rounds"]


def rounds(tree: GameTree) -> Trace:
    """Backward induction over the rounds: solve the matrix game of each."""
    stage: dict[str, Any] = {}
    shares: list[float] = []

    def value(node: Node) -> float:
        tree.enter(node)
        if tree.cutoff_test(node):
            return tree.leaf(node)
        if tree.is_chance(node):
            chances = tree.chances(node)
            return tree.back(node, sum(p * value(child) for p, child in zip(chances, tree.children(node), strict=True)))
        rows = list(tree.children(node))
        if not tree.is_max(node) or any(tree.cutoff_test(row) or tree.mover(row) != 1 for row in rows):
            worths = [value(row) for row in rows]  # only one player chooses here
            return tree.back(node, max(worths) if tree.is_max(node) else min(worths))
        table = []
        for row in rows:
            tree.enter(row)
            table.append([value(cell) for cell in tree.children(row)])
        if len({len(line) for line in table}) != 1:
            raise MossaError("in a round of simultaneous moves a player's choices depend on the other's")
        worth, mine, theirs = _solved(table)
        for row, line in zip(rows, table, strict=True):
            tree.back(row, sum(share * cell for share, cell in zip(theirs, line, strict=True)))
        if node is tree.root:
            names = [[tree.rules.write_move(at.state, m) for m in tree.rules.moves(at.state)] for at in (node, rows[0])]
            stage.update(rows=names[0], columns=names[1], payoffs=table, row_mix=mine, column_mix=theirs)
            shares.extend(mine)
        return tree.back(node, worth)

    found = value(tree.root)
    trace = tree.trace
    trace.stage = stage or None
    if stage:
        trace.message = _sentence(stage)
    return tree.decide(found, exact=False, worths=dict(enumerate(shares)) if shares else None)


def _solved(table: list[list[float]]) -> tuple[float, list[float], list[float]]:
    """The value of a matrix game and both strategies."""
    height, width = len(table), len(table[0])
    payoffs, tableau, mine, theirs = (
        Reals(height * width),
        Reals(tableau_size(height, width)),
        Reals(height),
        Reals(width),
    )
    payoffs.array[:] = [cell for line in table for cell in line]
    worth = solve_matrix(payoffs, height, width, tableau, mine, theirs)
    return (
        round(float(worth), 12) + 0.0,
        [round(float(share), 12) + 0.0 for share in mine.array],
        [round(float(share), 12) + 0.0 for share in theirs.array],
    )


def _sentence(stage: dict[str, Any]) -> str:
    """The matrix of the first round, and how both play it."""

    def mix(names: list[str], shares: list[float]) -> str:
        return ", ".join(f"{name} {show(round(share, 4))}" for name, share in zip(names, shares, strict=True) if share)

    lines = "; ".join(
        f"{name}: {' '.join(show(round(cell, 4)) for cell in line)}"
        for name, line in zip(stage["rows"], stage["payoffs"], strict=True)
    )
    return (
        f"the round is a matrix game with the columns {' '.join(stage['columns'])} and the rows {lines}; the first "
        f"player mixes {mix(stage['rows'], stage['row_mix'])}, the second "
        f"{mix(stage['columns'], stage['column_mix'])}"
    )
