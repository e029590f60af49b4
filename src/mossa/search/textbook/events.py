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
    | ask | the network says that it is worth `value`; `paths` are added below it, with the priors in `reason` |
    | halve | of the nodes that are considered, those of `paths` stay, which are better by the sum of their `terms` |
    | simulate | a random game from here has ended with `value`; its moves are the `reason` |
    | backup | `value` is now the mean of its `visits` |

    and of the techniques of the second half of the course:

    | kind | what happened |
    |---|---|
    | depth | an iteration to `depth` begins: what stands at the nodes is wiped away |
    | order | the nodes `paths` are tried in this order, for the reason in `note` |
    | hit | the table knows the node: `value` is its value, or the bound that `reason` says (`≥`, `≤`) |
    | note | what `note` says: a key of `notes.NOTES` and the words that fill it in |

    Any of them may write a `row` into one of the tables beside the tree (`notes.TABLES`), or remove it: the name of the
    table, the key of the row, and its cells.
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
    depth: int | None = None
    note: tuple[str, ...] = ()
    row: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As JSON, without the fields that are not set."""
        plain = {"kind": self.kind, "path": list(self.path)}
        for name in ("value", "alpha", "beta", "paths", "reason", "visits", "terms", "depth", "note", "row"):
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
        more = (plain.get("depth"), tuple(plain.get("note", ())), tuple(plain.get("row", ())))
        return cls(plain["kind"], tuple(plain["path"]), value, alpha, beta, paths, reason, visits, terms, *more)


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
