"""One kind of trace for all algorithms: the answer, what it cost, and every step on the way to it.

A node is named by its path from the root: the places of the moves that lead to it, from 0. The algorithms report
events; a `Cursor` replays them forwards and back and says what is written at each node at that moment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path as File
from typing import Any

from mossa.core.files import read_json, write_json
from mossa.core.scene import Scene
from mossa.kernel.errors import MossaError

from .cursor import Cursor, Label
from .events import Event, Path, Spot
from .sentences import sentence
from .values import V, Value, as_json, from_json, show

__all__ = ["LIMIT", "Trace"]

LIMIT = 200_000
"""How many events a trace holds by default; an event that lists nodes counts once for each of them."""

SAVED_FIELDS = (
    *("algorithm", "value", "best", "best_index", "moves", "candidates", "ply"),
    *("nodes", "leaves", "cuts", "held", "message"),
)
"""The fields of a trace that are saved, besides its nodes and events."""

REPORTS = tuple(map(str, (__file__, *map(File(__file__).parent.joinpath, ("gametree.py", "techniques/plain.py")))))
"""The files through which an algorithm reports."""


def _reporter() -> tuple[str, int]:
    """File and line of the algorithm that reports."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename in REPORTS and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


class Trace:
    """What an algorithm answered, what it cost, and its events.

    >>> from mossa import game
    >>> from mossa.search.textbook import run
    >>> trace = run("alphabeta", game("tree").rules)
    >>> trace.value, trace.best, trace.leaves, trace.cuts
    (3, 'a1', 7, 1)
    >>> print(trace.sentence(next(event for event in trace.events if event.kind == "cut")))
    at a2, b2 and b3 are cut: MAX has 3 at the root already, and here it is 2 or less
    """

    def __init__(self, algorithm: str, *, on: bool = True, limit: int = LIMIT) -> None:
        self.algorithm = algorithm
        self.on = on
        """Are events recorded? Nodes are counted in any case."""
        self.limit = limit
        self.message = ""
        """Empty, or one sentence: the trace became too long and holds only its beginning."""
        # The answer
        self.value: Value | None = None
        """Of the root: from the side of MAX (player 0), or a value for each player."""
        self.best: str | None = None
        """The first of the best root moves, as text; None where there is nothing to choose."""
        self.best_index: int | None = None
        """Its place among the root moves, from 0."""
        self.moves: tuple[str, ...] = ()
        """All root moves known to be equally good."""
        self.candidates: dict[str, Value] = {}
        """The value of each root move that was searched to the end; only a bound where a bound was enough."""
        self.at_root: dict[int, Value] = {}
        """These values by the place of the move."""
        self.ply: int | None = None
        """With `hurry`, where one side wins: after how many plies, the winner playing fast and the loser slowly."""
        self.remarks: list[tuple[str, ...]] = []
        """What a technique says in the end, as the notes of events are said: a key of `notes.NOTES`, and its words."""
        self.stage: dict[str, Any] | None = None
        """Of simultaneous moves: the matrix of the first round (`rows`, `columns`, `payoffs`, from MAX's side) and the
        mixed strategies (`row_mix`, `column_mix`)."""
        self.estimated = False
        """Was a leaf valued by e(x), before the end of the game?"""
        # The cost
        self.nodes = 0
        """Nodes generated."""
        self.leaves = 0
        """Leaves given a value."""
        self.cuts = 0
        """How often nodes were cut."""
        self.held = 0
        """The most nodes in memory at once."""
        # The steps
        self.events: list[Event] = []
        self.places: list[tuple[str, int]] = []
        """Where in the source each event was reported: file and line. `save` does not write it."""
        self.spots: dict[Path, Spot] = {}
        self.boards: dict[Path, Scene] = {}
        """The boards of the nodes, where they are drawn; a trace that was saved has none."""
        self._weight = 0
        self._below: dict[Path, list[Path]] = {}
        self._indexed = 0

    # What the algorithms report; a value is returned as it was given, so that `return trace.leaf(…)` reads well.

    def generated(self, path: Path) -> None:
        """A node was made; a search that goes down one line at a time holds that line."""
        self.nodes += 1
        if len(path) >= self.held:
            self.held = len(path) + 1

    def hold(self, count: int) -> None:
        """`count` nodes are in memory now."""
        if count > self.held:
            self.held = count

    def enter(self, path: Path, alpha: float | None = None, beta: float | None = None) -> None:
        """The node is entered."""
        if self.on:
            self._record(Event("enter", path, None, alpha, beta))

    def leaf(self, path: Path, value: V) -> V:
        """The leaf has its value."""
        self.leaves += 1
        if len(path) == 1:
            self.at_root[path[0]] = value
        if self.on:
            self._record(Event("leaf", path, value))
        return value

    def update(self, path: Path, value: Value, alpha: float | None = None, beta: float | None = None) -> None:
        """The node is worth `value` so far."""
        if self.on:
            self._record(Event("update", path, value, alpha, beta))

    def back(self, path: Path, value: V) -> V:
        """The node has its value."""
        if len(path) == 1:
            self.at_root[path[0]] = value
        if self.on:
            self._record(Event("value", path, value))
        return value

    def cut(self, path: Path, value: Value | None, paths: Iterable[Path], reason: str) -> None:
        """The nodes `paths` below this one are skipped."""
        self.cuts += 1
        if self.on:
            self._record(Event("cut", path, value, paths=tuple(paths), reason=reason))

    def contents(self, paths: Iterable[Path]) -> None:
        """The list L, its head first."""
        if self.on:
            self._record(Event("list", (), paths=tuple(paths)))

    def choose(self, path: Path, value: Value) -> None:
        """This root move is chosen."""
        if self.on:
            self._record(Event("choose", path, value))

    # What Monte Carlo tree search reports

    def deal(self, text: str) -> None:
        """A simulation begins in this state, among those that the player cannot tell apart."""
        if self.on:
            self._record(Event("deal", (), reason=text))

    def select(self, path: Path, terms: Mapping[Path, tuple[float, float]] | None = None) -> None:
        """The line goes on to this node; `terms` are mean and bonus of all that were compared."""
        if self.on:
            compared = terms or {}
            self._record(Event("select", path, paths=tuple(compared), terms=tuple(compared.values())))

    def expand(self, path: Path) -> None:
        """The node is added to the tree."""
        if self.on:
            self._record(Event("expand", path))

    def ask(self, path: Path, value: Value, moves: Mapping[Path, tuple[str, float]]) -> None:
        """The network was asked about this node: its value, and the name and prior of each move."""
        self.leaves += 1
        if self.on:
            priors = ", ".join(f"{name} {show(round(prior, 3))}" for name, prior in moves.values())
            self._record(Event("ask", path, value, paths=tuple(moves), reason=priors))

    def halve(self, terms: Mapping[Path, tuple[float, float]], stay: Sequence[Path]) -> None:
        """Of the moves at the root that were considered, with what each looked like, these stay."""
        if self.on:
            self._record(Event("halve", (), paths=tuple(stay), terms=tuple(terms[path] for path in stay)))

    def simulate(self, path: Path, value: Value, moves: Sequence[str]) -> None:
        """A random game from this node has ended."""
        self.leaves += 1
        if self.on:
            self._record(Event("simulate", path, value, reason=" ".join(moves)))

    def backup(self, path: Path, value: Value, visits: int) -> None:
        """The result of a simulation was added to the node's mean."""
        if self.on:
            self._record(Event("backup", path, value, visits=visits))

    # What the techniques report

    def iteration(self, depth: int) -> None:
        """An iteration to this depth begins."""
        self.at_root = {}
        if self.on:
            self._record(Event("depth", (), depth=depth))

    def order(self, path: Path, paths: Sequence[Path], *note: str) -> None:
        """The nodes below this one are tried in this order."""
        if self.on:
            self._record(Event("order", path, paths=tuple(paths), note=note))

    def hit(self, path: Path, value: V, bound: str) -> V:
        """The table knows the value of the node, or a bound of it."""
        if len(path) == 1:
            self.at_root[path[0]] = value
        if self.on:
            self._record(Event("hit", path, value, reason=bound))
        return value

    def note(self, path: Path, *note: str, row: tuple[str, ...] = (), value: Value | None = None) -> None:
        """Something that `notes.NOTES` has words for; it may write a row of a table beside the tree."""
        if self.on:
            self._record(Event("note", path, value, note=note, row=row))

    def remark(self, *note: str) -> None:
        """Something to be said in the end, whether events are recorded or not."""
        self.remarks.append(note)
        self.note((), *note)

    def _record(self, event: Event) -> None:
        self._weight += 1 + len(event.paths)
        if self._weight > self.limit:
            self.on = False
            self.message = (
                f"the trace holds only the first {len(self.events):,} events, its limit being {self.limit:,}; "
                "the counts are of the whole search: give a smaller depth to see all of it"
            )
        else:
            self.events.append(event)
            self.places.append(_reporter())

    # Reading it

    def cursor(self, step: int | None = None) -> Cursor:
        """A cursor after `step` events; after all of them by default."""
        cursor = Cursor(self)
        cursor.go(len(self.events) if step is None else step)
        return cursor

    def labels(self, step: int | None = None) -> dict[Path, Label]:
        """What is written at each node after `step` events; after all of them by default."""
        return self.cursor(step).labels

    @property
    def line(self) -> tuple[Path, ...]:
        """The principal variation: the nodes below the root that both sides are expected to go through.

        It ends at a chance node, where no player chooses, or where the trace ends.
        """
        if self.best_index is None:
            return ()
        labels = self.labels()
        path: Path = (self.best_index,)
        found = []
        while path in labels:
            found.append(path)
            below = [p for p in self.children(path) if p in labels and labels[p].status == "done"]
            if self.spots[path].kind == "chance":
                break
            if labels[path].visits:
                path = max(below, key=lambda p: labels[p].visits, default=())
            else:
                path = next((p for p in below if labels[p].value == labels[path].value), ())
            if not path:
                break
        return tuple(found)

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation as moves; only the first of them if no events were recorded."""
        return tuple(self.spots[path].move for path in self.line) or (() if self.best is None else (self.best,))

    def children(self, path: Path) -> Iterator[Path]:
        """The known nodes just below a node, in their order."""
        if self._indexed != len(self.spots):
            self._below = {}
            for known in sorted(self.spots):
                self._below.setdefault(known[:-1], []).append(known)
            self._indexed = len(self.spots)
        yield from (below for below in self._below.get(path, ()) if below)

    def name(self, path: Path) -> str:
        """A node in words: the moves that lead to it."""
        return "/".join(self.spots[path[:i]].move for i in range(1, len(path) + 1)) or "the root"

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return sentence(self, event)

    def text(self, step: int | None = None) -> str:
        """The tree as text, after `step` events; after all of them by default."""
        from .drawing import draw_text

        return draw_text(self, step)

    def svg(self, step: int | None = None) -> str:
        """The tree as an SVG drawing, after `step` events; after all of them by default."""
        from .drawing import draw_svg

        return draw_svg(self, step)

    def draw(self, file: str | File, step: int | None = None) -> None:
        """Draw the tree to a file: SVG, PDF or TikZ (`.tex`) after `step` events, or a GIF of all steps up to there."""
        from .exports import save_drawing

        save_drawing(self, file, step)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return (
            f"<{self.algorithm}: value {show(self.value)}, best {self.best}, {self.nodes:,} nodes, "
            f"{self.leaves:,} leaves, {self.cuts:,} cut{'s' * (self.cuts != 1)}, at most {self.held:,} nodes held>"
        )

    # Keeping it

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values: what `mossa lab --json` prints and `save` writes."""
        plain: dict[str, Any] = {name: as_json(getattr(self, name)) for name in SAVED_FIELDS}
        plain["pv"] = list(self.pv)
        plain["remarks"] = [list(remark) for remark in self.remarks]
        if self.stage is not None:
            plain["stage"] = self.stage
        plain["spots"] = [
            [list(path), spot.kind, spot.move, spot.probability, as_json(spot.worth)]
            for path, spot in self.spots.items()
        ]
        plain["events"] = [event.as_dict() for event in self.events]
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Trace:
        """The inverse of `as_dict`; a MossaError for anything else."""
        try:
            trace = cls(plain["algorithm"], on=False)
            for name in SAVED_FIELDS:
                setattr(trace, name, plain[name])
            trace.stage = plain.get("stage")
            trace.remarks = [tuple(remark) for remark in plain.get("remarks", ())]
            trace.value, trace.moves = from_json(plain["value"]), tuple(plain["moves"])
            trace.candidates = {move: from_json(value) for move, value in plain["candidates"].items()}
            for path, kind, move, probability, worth in plain["spots"]:
                trace.spots[tuple(path)] = Spot(kind, move, probability, from_json(worth))
            trace.events += map(Event.from_dict, plain["events"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise MossaError(f"this is not a trace that mossa saved: {type(error).__name__} {error}") from None
        return trace

    def save(self, file: str | File) -> None:
        """Write it as JSON; the file is written whole or not at all."""
        write_json(File(file), self.as_dict())

    @classmethod
    def load(cls, file: str | File) -> Trace:
        """Read what `save` wrote."""
        return cls.from_dict(read_json(File(file)))
