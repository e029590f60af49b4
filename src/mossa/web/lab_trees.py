"""The lab's trees as a page draws them: their nodes once, and what a step changes of what stands at them.

A page lays the tree out and draws what is seen of it, so it needs the nodes without places. Nodes are numbered in the
order of their paths: each stands behind its parent, and siblings stand in their order.
"""

from __future__ import annotations

import itertools
from typing import Any

from mossa.core.position import Position
from mossa.core.scene import Scene
from mossa.kernel.errors import MossaError
from mossa.search.textbook.boards import board_shapes, board_size
from mossa.search.textbook.cursor import Cursor, Label
from mossa.search.textbook.drawing import written
from mossa.search.textbook.events import Path
from mossa.search.textbook.gametree import GameTree, Node
from mossa.search.textbook.picture import Picture, Row
from mossa.search.textbook.trace import Trace
from mossa.search.textbook.values import show

__all__ = ["TraceNodes", "boards_at", "opened", "read_path"]

MOST_BOARDS = 80
"""Boards of an answer: more are not readable on a page."""
MOST_OPENED = 1000
"""Nodes below one that is opened by hand."""
DEEPEST = 60
"""Plies below the root that are opened by hand."""


class TraceNodes:
    """The nodes of a trace by number, and a cursor that goes on from the step that was asked for last."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.paths = sorted(trace.spots)
        self.numbers = {path: number for number, path in enumerate(self.paths)}
        self.cursor = trace.cursor(0)

    def nodes(self) -> dict[str, Any]:
        """The tree without what the steps write: for each node its parent (-1: none), place, kind, move, and what it
        is worth."""
        spots = [self.trace.spots[path] for path in self.paths]
        texts = [written(None, spot)[0] for spot in spots]
        return {
            "parents": [self.numbers.get(path[:-1], -1) if path else -1 for path in self.paths],
            "places": [path[-1] if path else 0 for path in self.paths],
            "kinds": [spot.kind for spot in spots],
            "moves": [spot.move if spot.probability is None else f"{spot.probability:.3g}" for spot in spots],
            "worths": texts,
        }

    def changes(self, since: int, step: int) -> dict[str, Any]:
        """What stands at the nodes after `step` events and did not after `since` (-1: nothing is known yet): by the
        number of a node its state, value and window; None where nothing stands any more."""
        before = self._labels(since) if since >= 0 else {}
        after = self._labels(step)
        cursor, finished = self.cursor, step == len(self.trace.events)
        changed: dict[int, list[str] | None] = {}
        for path, label in after.items():
            if before.get(path) is not label and path in self.numbers:
                changed[self.numbers[path]] = [label.status, *written(label, self.trace.spots[path])]
        gone = (path for path in before.keys() - after.keys() if path in self.numbers)
        changed |= dict.fromkeys((self.numbers[path] for path in gone), None)
        event = cursor.event
        now = event is not None and not finished and event.kind != "list"
        line = [(), *self.trace.line] if finished and self.trace.best_index is not None else []
        return {
            "changes": changed,
            "now": self.numbers.get(event.path, -1) if now and event is not None else -1,
            "best": [self.numbers[path] for path in line],
            "horizon": cursor.horizon,
            "tail": show(event.value) if event is not None and event.kind == "simulate" else "",
        }

    def _labels(self, step: int) -> dict[Path, Label]:
        cursor: Cursor = self.cursor
        cursor.go(step)
        return dict(cursor.labels)


def boards_at(at: Position, paths: list[Path]) -> list[dict[str, Any]]:
    """The boards of the nodes at these paths below a position, as drawings of a size."""
    _check_open(at)
    return [_picture(_follow(at, path).scene()) for path in paths[:MOST_BOARDS]]


def _picture(scene: Scene) -> dict[str, Any]:
    width, height = board_size(scene)
    picture = Picture(0.0, width, height, "", (Row(tuple(board_shapes(scene, width / 2, 0.0))),))
    return {"width": width, "height": height, "svg": picture.svg()}


def opened(at: Position, path: Path) -> dict[str, Any]:
    """The nodes just below one of a game's tree: for each its kind, its move and what it looks worth."""
    _check_open(at)
    trace = Trace("open")
    tree = GameTree(at.game.rules, at.state, trace, depth=len(path) + 1, boards=False)
    node: Node = tree.root
    for place in path:
        node = tree.child(node, place)
    children = list(itertools.islice(tree.children(node), MOST_OPENED)) if not _ended(tree, node) else []
    spots = [trace.spots[child.path] for child in children]
    return {
        "kind": trace.spots[node.path].kind if children else "leaf",
        "children": [
            {
                "kind": "leaf",
                "move": spot.move if spot.probability is None else f"{spot.probability:.3g}",
                "worth": written(None, spot)[0],
                "ended": _ended(tree, child),
            }
            for spot, child in zip(spots, children, strict=True)
        ],
    }


def _ended(tree: GameTree, node: Node) -> bool:
    return bool(tree.rules.is_over(node.state))


def _check_open(at: Position) -> None:
    """Are a game's moves the edges of the tree?"""
    facts = at.game.facts
    if facts.hidden or facts.simultaneous:
        raise MossaError("where something is hidden, or both move at once, the tree cannot be opened by hand")


def _follow(at: Position, path: Path) -> Position:
    """The position after the moves at these places."""
    for place in path:
        if place >= len(at.legal):
            raise MossaError("there is no such node in this game")
        at = at.play(at.legal[place])
    return at


def read_path(path: Any) -> Path:
    """A path that a page sent."""
    if not isinstance(path, list) or len(path) > DEEPEST:
        raise MossaError(f"a node is a list of at most {DEEPEST} places")
    if not all(isinstance(place, int) and not isinstance(place, bool) and 0 <= place < 100_000 for place in path):
        raise MossaError("the places of a node are whole numbers from 0")
    return tuple(path)
