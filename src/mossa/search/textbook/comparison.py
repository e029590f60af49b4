"""What several algorithms found on one tree."""

from __future__ import annotations

from dataclasses import dataclass

from mossa.core.html import table

from .values import Value, show

__all__ = ["Comparison", "Row"]


@dataclass(frozen=True)
class Row:
    """One line of `compare`."""

    algorithm: str
    value: Value | None
    best: str | None
    nodes: int
    leaves: int
    cuts: int
    held: int
    candidates: dict[str, Value]
    """What each move at the root is worth, where the algorithm says so."""


class Comparison(list[Row]):
    """What several algorithms found on one tree, a row each; in a notebook a table."""

    def _repr_html_(self) -> str:
        heads = ["algorithm", "value", "best", "nodes", "leaves", "cuts", "held"]
        cells = [[row.algorithm, show(row.value), row.best, row.nodes, row.leaves, row.cuts, row.held] for row in self]
        return table(heads, cells)
