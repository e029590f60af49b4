"""Scenes and moves as JSON: what a page draws, and which cells to click for which move.

No game writes JavaScript. A cell has the name that moves of the game use for it, so the text of a move gives the
cells to click: `d3`, `11-15`, `15x22x29`, `24/18 13/11`, `e7e8q` (two cells, then a choice), `7=6+1` (one cell, then a
choice).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from mossa.core.drawings import DRAWINGS
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.scene import Draft, Piece, Scene
from mossa.kernel.errors import MossaError
from mossa.play.game_text import display_move

__all__ = [
    "MOST_MOVES",
    "changed",
    "draft_after",
    "draw_draft",
    "draw_moves",
    "draw_scene",
    "drawings",
    "is_turned",
    "marks",
    "path_of",
]

MOST_MOVES = 2000
"""The most moves in a message; others can be typed."""
MOST_MOVES_PLAYED = 64
"""Where cells share a name, targets are found by playing the moves, if there are at most this many."""
MOST_PARTS = 60
"""The most parts of a move in the making; pegs may be taken out again."""
MOST_CHOICES = 12
"""Moves with the same cells, at most, that are told apart by playing them."""
BETWEEN = re.compile(r"(?:[-x:>/* ]|\(\d\))*")
"""What may stand between the cells of a move."""


def draw_scene(scene: Scene) -> dict[str, Any]:
    """A scene as plain JSON values."""
    width, height = scene.size
    return {
        "width": width,
        "height": height,
        "cells": [
            {
                "x": cell.x,
                "y": cell.y,
                "name": cell.name,
                "ground": cell.ground,
                "piece": _draw_piece(cell.piece) if cell.piece and cell.count else None,
                **({"outline": [list(corner) for corner in cell.outline]} if cell.outline else {}),
                **({"alarm": True} if cell.alarm else {}),
                **({"lines": [list(end) for end in cell.lines]} if cell.lines else {}),
                **({"corner": cell.corner} if cell.corner else {}),
                **({"count": cell.count, "step": list(cell.step), "most": cell.most} if any(cell.step) else {}),
            }
            for cell in scene.cells
        ],
        "notes": list(scene.notes),
        "columns": list(scene.column_labels),
        "rows": list(scene.row_labels),
        "seated": scene.seated,
        "surplus": [_draw_piece(piece) for piece in scene.surplus],
    }


def drawings() -> dict[str, Any]:
    """The shapes of drawn pieces, by name."""
    return {name: asdict(drawing) for name, drawing in DRAWINGS.items()}


def _draw_piece(piece: Piece) -> list[str]:
    return [piece.glyph, piece.role, piece.shape, *(["faint"] if piece.faint else [])]


def path_of(text: str, names: Iterable[str]) -> list[str]:
    """The cells to click for a move, in order; none if its text does not begin with one.

    >>> path_of("15x22x29", ["1", "2", "15", "22", "29"])
    ['15', '22', '29']
    >>> path_of("e7e8q", ["e7", "e8"]), path_of("7=6+1", ["7"]), path_of("pass", ["a1"])
    (['e7', 'e8'], ['7'], [])
    >>> path_of("8/5*(2) 6/off", ["5", "6", "8", "off"])
    ['8', '5', '6', 'off']
    """
    known = sorted(filter(None, set(names)), key=len, reverse=True)
    path: list[str] = []
    at = 0
    while at < len(text):
        name = next((name for name in known if text.startswith(name, at)), None)
        if name is None:
            break
        path.append(name)
        between = BETWEEN.match(text, at + len(name))
        at = between.end() if between else len(text)
    return path


@lru_cache(maxsize=256)
def is_turned(game: Game, player: int) -> bool:
    """Must the board be turned, so that this player plays up it? In games whose pieces move, as they stand in the
    beginning; a scene that is `seated` is drawn so by itself."""
    first = game.start()
    if first.is_chance:
        return False
    scene = first.scene()
    if scene.seated:
        return False
    heights = {cell.name: cell.y for cell in scene.cells}
    paths = [path_of(first.write_move(move), heights) for move in first.legal]
    begins = [heights[path[0]] for path in paths if len(path) > 1]
    if not begins:
        return False
    below = sum(begins) / len(begins) >= (scene.size[1] - 1) / 2
    return below != (player == first.mover)


def changed(before: Scene, after: Scene) -> list[int]:
    """The cells (by number, in `after`) whose look has changed."""
    was = {(cell.x, cell.y): (cell.piece, cell.count) for cell in before.cells if cell.piece and cell.count}
    now = [(cell.piece, cell.count) if cell.piece and cell.count else None for cell in after.cells]
    return [i for i, cell in enumerate(after.cells) if was.get((cell.x, cell.y)) != now[i]]


def marks(scene: Scene, path: list[str], touched: list[int]) -> list[int]:
    """The cells that show a move: those it names; of cells that share a name, those that it touched."""
    shared = Counter(cell.name for cell in scene.cells)
    named = [
        i for i, cell in enumerate(scene.cells) if cell.name in path and (shared[cell.name] == 1 or i in set(touched))
    ]
    if named:
        return named
    come = [i for i in touched if _is_thing(scene.cells[i].piece)]  # a card that was played, not names and numbers
    return come or (touched if len(touched) < len(scene.cells) // 2 + 1 else [])


def _is_thing(piece: Piece | None) -> bool:
    """Is it something that was put there: no text, no pile of backs, nothing pale?"""
    return piece is not None and not piece.faint and piece.shape not in ("glyph", "back")


def draw_moves(position: Position, scene: Scene, viewer: int | None = None) -> list[dict[str, Any]]:
    """The legal moves: text, the cells to click, the cells that show where it leads, how players write it (`told`) if
    that differs; as `viewer` sees them.

    Moves with the same cells differ in what stands on the last one (a promotion): that is their `piece`.
    """
    perfect = position.game.facts.perfect  # else playing a move would show what is hidden
    names = {cell.name for cell in scene.cells}
    shared = len([cell for cell in scene.cells if cell.name]) > len(names - {""})
    looks = perfect and shared and len(position.legal) <= MOST_MOVES_PLAYED
    drawn = []
    for move, text in list(zip(position.legal, position.moves, strict=True))[:MOST_MOVES]:
        path = path_of(text, names)
        target: list[int] = []
        if path:
            target = [i for i, cell in enumerate(scene.cells) if cell.name == path[-1]]
            if looks:
                shown = marks(scene, path[-1:], changed(scene, position.play(move).scene(viewer)))
                target = [i for i in target if i in shown]
        one = {"text": text, "path": path, "target": target}
        told = display_move(position, move)
        drawn.append(one if told == text else {**one, "told": told})
    if perfect:
        _add_pieces(drawn, position, scene, viewer)
    return drawn


def _add_pieces(drawn: list[dict[str, Any]], position: Position, scene: Scene, viewer: int | None) -> None:
    """Tell moves with the same cells apart by the piece on the last cell after each, if it differs."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, one in enumerate(drawn):
        alike.setdefault(tuple(one["path"]), []).append(number)
    for path, numbers in alike.items():
        if not path or not 1 < len(numbers) <= MOST_CHOICES:
            continue
        target = [i for i, cell in enumerate(scene.cells) if cell.name == path[-1]]
        if len(target) != 1:
            continue
        after = [position.play(position.legal[number]).scene(viewer).cells for number in numbers]
        pieces = [cells[target[0]].piece if target[0] < len(cells) else None for cells in after]
        if None not in pieces and len(set(pieces)) == len(pieces):
            for number, piece in zip(numbers, pieces, strict=True):
                assert piece is not None
                drawn[number]["piece"] = _draw_piece(piece)


def draft_after(position: Position, made: tuple[str, ...], viewer: int | None) -> Draft | None:
    """The move in the making after these parts, each of which was possible; None if moves here have no parts."""
    draft = position.game.rules.draft
    if draft is None:
        return None
    if len(made) > MOST_PARTS:
        raise MossaError(f"a move is made of at most {MOST_PARTS} parts")
    so_far = draft(position.state, (), viewer)
    if not so_far.parts:
        return None
    for count, part in enumerate(made, 1):
        if part not in so_far.parts:
            raise MossaError(f"{part[:40]!r} cannot be played here")
        so_far = draft(position.state, made[:count], viewer)
    return so_far


def draw_draft(draft: Draft, made: tuple[str, ...]) -> dict[str, Any]:
    """A move in the making as plain JSON values: the parts that may come next are like moves."""
    names = {cell.name for cell in draft.scene.cells}
    paths = [path_of(part, names) for part in draft.parts]
    return {
        "made": list(made),
        "scene": draw_scene(draft.scene),
        "parts": [
            {
                "text": part,
                "path": path,
                "target": [i for i, cell in enumerate(draft.scene.cells) if path and cell.name == path[-1]],
            }
            for part, path in zip(draft.parts, paths, strict=True)
        ],
        "move": draft.move,
        "confirm": draft.confirm,
    }
