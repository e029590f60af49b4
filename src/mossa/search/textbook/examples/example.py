"""What a worked figure of the course is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mossa.core import game
from mossa.kernel.errors import MossaError

from ..decisions import Decision, decide, parse_payoffs
from ..queens import backtracking
from ..registry import run
from ..trace import Trace

__all__ = ["Example", "tree"]


@dataclass(frozen=True)
class Example:
    """A worked figure of the course.

    >>> from mossa.search.textbook import EXAMPLES
    >>> EXAMPLES["two-ply"].run().best
    'a1'
    >>> print(EXAMPLES["two-ply"].english)
    Alpha-beta finds the value 3 of minimax without ever looking at the leaves 4 and 6.
    """

    name: str
    algorithm: str
    """An algorithm of the textbook; `backtracking`, or for a payoff table the first of its decision rules."""
    english: str
    italian: str
    """The lesson."""
    expected: Mapping[str, Any]
    """The results by field of the `Trace`; for a payoff table, the choice of each rule."""
    spec: str = ""
    """The game, as `mossa.game` takes it; empty for queens and for a payoff table."""
    position: str = ""
    """Where it begins, as the game writes positions; by default at the start."""
    moves: str = ""
    """Moves that are made first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """More arguments of `run`."""
    table: str = ""
    """A payoff table as CSV."""
    related: tuple[str, ...] = ()
    """Examples to be seen together with it, itself among them."""

    def run(self, *, trace: bool = True) -> Trace:
        """Run the algorithm that shows it."""
        if self.table:
            raise MossaError(f"{self.name} is a payoff table: it has decisions, not a trace")
        if not self.spec:
            return backtracking(trace=trace).trace
        at = game(self.spec).after(self.moves, self.position or None)
        return run(self.algorithm, at.game.rules, at.state, trace=trace, **self.options)

    def decisions(self) -> dict[str, Decision]:
        """What each of its rules says about its payoff table."""
        if not self.table:
            raise MossaError(f"{self.name} has no payoff table")
        return {rule: decide(parse_payoffs(self.table), rule) for rule in self.expected}


def tree(text: str) -> str:
    """The game of a tree that is written as the lab reads it, on any number of lines."""
    return f"tree:tree={' '.join(text.split())}"
