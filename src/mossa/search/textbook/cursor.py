"""A place in a trace: it moves forwards and back, and knows what is written at each node at that moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mossa.kernel.errors import MossaError

from .events import Event, Path
from .notes import MARKS
from .values import Value

if TYPE_CHECKING:
    from .trace import Trace

__all__ = ["Cursor", "Label"]


@dataclass(frozen=True, slots=True)
class Label:
    """What is written at a node at some step."""

    status: str
    """`open` (entered), `done` (has its value) or `cut` (never visited)."""
    value: Value | None = None
    bound: str = ""
    """`≥` or `≤` where the value is only a bound of the true one."""
    alpha: float | None = None
    beta: float | None = None
    entered: tuple[float | None, float | None] = (None, None)
    """The window it was entered with."""
    visits: int = 0
    """Simulations that went through it, where it is a mean."""
    terms: tuple[float, float] | None = None
    """The mean and the bonus by which it was last compared with its siblings."""
    mark: str = ""
    """A short text at the node: `T` where its value comes from the table, `+1` where it is searched deeper …"""


class Cursor:
    """A place in a trace, between two events. It moves both ways and knows what is written at each node."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = 0
        """How many events lie behind it."""
        self.labels: dict[Path, Label] = {}
        self.list: tuple[Path, ...] = ()
        """The contents of L."""
        self.tables: dict[str, dict[str, tuple[str, ...]]] = {}
        """The tables beside the tree: name → key of a row → its cells."""
        self.horizon: int | None = None
        """The depth of the iteration, where there are several."""
        self._undo: list[tuple[dict[Path, Label | None], tuple[Path, ...], int | None, tuple[str, ...]]] = []

    @property
    def event(self) -> Event | None:
        """The event that happened last."""
        return self.trace.events[self.step - 1] if self.step else None

    @property
    def sentence(self) -> str:
        """That event in words."""
        return self.trace.sentence(self.event) if self.event else "the beginning"

    def forward(self) -> bool:
        """One event on; False at the end."""
        if self.step == len(self.trace.events):
            return False
        event = self.trace.events[self.step]
        self.step += 1
        changes = self._changes(event)
        wiped: dict[Path, Label | None] = (
            {**self.labels} if event.kind == "depth" else {path: self.labels.get(path) for path in changes}
        )
        self._undo.append((wiped, self.list, self.horizon, self._write(event.row)))
        if event.kind == "depth":
            self.labels.clear()
            self.horizon = event.depth
        self.labels.update(changes)
        if event.kind == "list":
            self.list = event.paths
        return True

    def back(self) -> bool:
        """One event back; False at the beginning."""
        if self.step == 0:
            return False
        self.step -= 1
        labels, self.list, self.horizon, row = self._undo.pop()
        self._write(row)
        for path, label in labels.items():
            if label is None:
                del self.labels[path]
            else:
                self.labels[path] = label
        return True

    def go(self, step: int) -> None:
        """To the place after `step` events."""
        if not 0 <= step <= len(self.trace.events):
            raise MossaError(f"the trace has steps 0 to {len(self.trace.events)}, not {step}")
        while self.step < step:
            self.forward()
        while self.step > step:
            self.back()

    def _write(self, row: tuple[str, ...]) -> tuple[str, ...]:
        """Write a row (table, key, cells …), or without cells remove it; the row that undoes this."""
        if not row:
            return ()
        table, key, *cells = row
        rows = self.tables.setdefault(table, {})
        before = rows.get(key, ())
        if cells:
            rows[key] = tuple(cells)
        else:
            rows.pop(key, None)
        return (table, key, *before)

    def _changes(self, event: Event) -> dict[Path, Label]:
        """What an event writes where."""
        old = self.labels.get(event.path, Label("open"))
        match event.kind:
            case "enter":
                window = (event.alpha, event.beta)
                return {event.path: Label("open", None, "", event.alpha, event.beta, window)}
            case "update":
                alpha, beta = (old.alpha, old.beta) if event.alpha is None else (event.alpha, event.beta)
                return {event.path: replace(old, value=event.value, alpha=alpha, beta=beta)}
            case "leaf":
                return {event.path: replace(old, status="done", value=event.value)}
            case "value":
                bound = _bound(event.value, old.entered)
                return {event.path: replace(old, status="done", value=event.value, bound=bound)}
            case "cut":
                bound = {"max": "≥", "min": "≤"}.get(self.trace.spots[event.path].kind, "")
                here = replace(old, value=event.value, bound=bound or _bound(event.value, old.entered))
                return {event.path: here} | {path: Label("cut") for path in event.paths}
            case "expand":
                return {event.path: Label("open")}
            case "ask":
                return {path: Label("open") for path in event.paths}
            case "select":
                fresh = dict(zip(event.paths, event.terms, strict=True))
                old_terms = [path for path, one in self.labels.items() if one.terms and len(event.path) == 1]
                gone = {path: replace(self.labels[path], terms=None) for path in old_terms}
                return gone | {path: replace(self.labels[path], terms=pair) for path, pair in fresh.items()}
            case "backup":
                return {event.path: replace(old, status="done", value=event.value, visits=event.visits or 0)}
            case "hit":
                return {event.path: replace(old, status="done", value=event.value, bound=event.reason, mark="T")}
            case "note" if event.note[0] in MARKS:
                return {event.path: replace(old, mark=MARKS[event.note[0]], value=old.value or event.value)}
            case _:
                return {}


def _bound(value: Value | None, window: tuple[float | None, float | None]) -> str:
    """The sign for a value returned to a window: it is exact inside, a bound outside."""
    alpha, beta = window
    if value is None or isinstance(value, tuple):
        return ""
    if alpha is not None and value <= alpha:
        return "≤"
    return "≥" if beta is not None and value >= beta else ""
