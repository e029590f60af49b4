"""The board of a game that draws none: a table of what there is to see, a row for each field.

An onlooker sees the fields of the state. Where players do not see everything, a player sees what `information_state`
says that he knows, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from mossa.kernel.layout import flatten

from .scene import Cell, Piece, Scene

__all__ = ["knowledge_scene", "state_scene"]


def state_scene(state: Any, viewer: int | None = None) -> Scene:
    """`scene` of a game without hidden information: all fields of the state."""
    return _table([row for name, value in zip(state._fields, state, strict=True) for row in _field(name, value)])


WIDEST = 16
"""More numbers than these are shown in several rows."""


def _field(name: str, value: Any) -> Iterator[tuple[str, list[Any]]]:
    """The rows of a field: one, or one for each item of a tuple of tuples; a long tuple looks like the board it is."""
    rows = [flatten(value)]
    if isinstance(value, tuple) and len(rows[0]) > WIDEST:
        rows = [flatten(item) for item in value]
        if len(rows) == len(flatten(value)) or max(map(len, rows)) > 2 * WIDEST:
            side = math.isqrt(len(value))
            rows = list(_cut(flatten(value), side if side**2 == len(value) else WIDEST))
    for number, row in enumerate(rows):
        yield "" if number else name, row


def _cut(numbers: list[Any], width: int) -> Iterator[list[Any]]:
    for first in range(0, len(numbers), width):
        yield numbers[first : first + width]


def knowledge_scene(information_state: Callable[[Any, int], Any]) -> Callable[[Any, int | None], Scene]:
    """`scene` of a game with hidden information: for a player, what `information_state` gives."""

    def scene(state: Any, viewer: int | None) -> Scene:
        return state_scene(state) if viewer is None else _table(_rows(information_state(state, viewer)))

    return scene


def _rows(known: Any) -> list[tuple[str, list[Any]]]:
    """A row for each field or item of what is known, with its name where it has one."""
    if not isinstance(known, tuple):
        return [("known", _items(known))]
    names = getattr(known, "_fields", None) or [f"known {number}" for number in range(1, len(known) + 1)]
    return [(name, _items(value)) for name, value in zip(names, known, strict=True)] or [("known", ["nothing"])]


def _items(value: Any) -> list[Any]:
    """The single values in a value, in an order that depends on nothing but them."""
    if isinstance(value, frozenset):
        return sorted((item for one in value for item in _items(one)), key=str) or ["–"]
    if isinstance(value, tuple):
        return [item for one in value for item in _items(one)] or ["–"]
    return ["–" if value is None else int(value) if isinstance(value, int) else value]


def _table(rows: list[tuple[str, list[Any]]]) -> Scene:
    return Scene(
        tuple(
            Cell(x, y, "", "none" if x == 0 else "paper", Piece(str(text), "neutral"))
            for y, (name, values) in enumerate(rows)
            for x, text in enumerate([name, *values])
        )
    )
