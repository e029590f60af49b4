"""What a trace is made of: nodes, named by their paths, and the events that an algorithm reports about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .values import Value, as_json, from_json

__all__ = ["Event", "Path", "Spot"]

Path = tuple[int, ...]
"""A node: the places of the moves that lead to it from the root, from 0."""


@dataclass(frozen=True, slots=True)
class Event:
    """One step of an algorithm, at the node with this path.

    | kind | what happened |
    |---|---|
    | enter | the node is entered, with the window (alpha, beta) if the algorithm has one |
    | leaf | it is a leaf (or e(x) stands for what is below it) and gets `value` |
    | update | it is worth `value` so far, and the window is now the one given |
    | value | `value` is final and goes back to the parent |
    | cut | its search ends with `value`: the nodes `paths` below it are skipped, for the `reason` |
    | list | the list L now holds `paths`, its head first |
    | choose | the root move that leads to this node is chosen |

    and of Monte Carlo tree search:

    | kind | what happened |
    |---|---|
    | deal | where cards are hidden: a simulation begins in a state that agrees with what is seen, written in `reason` |
    | select | the line goes on to this node, of its siblings `paths`, whose UCB1 is the sum of the two `terms` |
    | expand | this node is added to the tree |
    | simulate | a random game from here has ended with `value`; its moves are the `reason` |
    | backup | `value` is now the mean of its `visits` |
    """

    kind: str
    path: Path
    value: Value | None = None
    alpha: float | None = None
    beta: float | None = None
    paths: tuple[Path, ...] = ()
    reason: str = ""
    visits: int | None = None
    terms: tuple[tuple[float, float], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As JSON, without the fields that are not set."""
        plain = {"kind": self.kind, "path": list(self.path)}
        for name in ("value", "alpha", "beta", "paths", "reason", "visits", "terms"):
            field = getattr(self, name)
            if field is not None and field != () and field != "":
                plain[name] = as_json(field)
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Event:
        """The inverse of `as_dict`."""
        value, alpha, beta = (from_json(plain.get(name)) for name in ("value", "alpha", "beta"))
        paths = tuple(map(tuple, plain.get("paths", ())))
        terms = tuple(map(tuple, plain.get("terms", ())))
        reason, visits = plain.get("reason", ""), plain.get("visits")
        return cls(plain["kind"], tuple(plain["path"]), value, alpha, beta, paths, reason, visits, terms)


@dataclass(frozen=True, slots=True)
class Spot:
    """What is known about a node before any search."""

    kind: str
    """`max`, `min`, `chance`, `leaf`, or with other than two players `p1`, `p2` …"""
    move: str = ""
    """How the move to it is written; empty at the root."""
    probability: float | None = None
    """Of the outcome that leads to it, below a chance node."""
    worth: Value | None = None
    """What a leaf is worth, even if the algorithm never visited it."""
