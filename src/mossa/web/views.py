"""What pages see of a board: the game as it stands, an earlier position, what a search found, an explanation."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.play.advice import Advice
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.game_text import display_line, display_move
from mossa.play.player import move_is_visible
from mossa.play.score_text import expected_utility, show_score
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import POINT

from .messages import Message
from .scene_json import changed, draw_moves, draw_scene, marks, path_of

if TYPE_CHECKING:
    from .board import Board

__all__ = ["show_explanation", "show_found", "show_past", "show_state"]


def show_state(board: Board) -> Message:
    """All that a page shows."""
    at, viewer, game = board.at, board.viewer, board.game
    scene = at.scene(board.eyes)
    line = board.line
    mine = not board.ended and not at.is_chance and at.mover in board.humans
    record = board.record()
    return {
        "type": "state",
        "id": board.id,
        "game": game.name,
        "title": game.title,
        "seats": [
            {"name": name, "spec": spec} for name, spec in zip(game.rules.player_names, board.specs, strict=True)
        ],
        "seconds": board.pace.seconds,
        "clocks": None if board.clocks is None else board.clocks.message(),
        "drawable": board.drawable,
        "perfect": game.facts.perfect,
        "curtain": len(board.humans) > 1 and not game.facts.perfect,
        "viewer": viewer,
        "mover": None if board.ended or at.is_chance else at.mover,
        "yours": mine,
        "scene": draw_scene(scene),
        "moves": draw_moves(at, scene, board.eyes) if mine else [],
        "marks": show_last_move(board, line, len(line) - 1),
        "history": [told(a, b, viewer) for a, b in pairwise(line)],
        "position": at.text if viewer is None else None,
        "opening": board.opening(line),
        "ended": record.ended,
        "by": record.by,
        "result": list(record.result) if record.result is not None else None,
        "thinking": board.job is not None,
        "searchable": not refuses_alphabeta(game),
        "explains": game.offer("explain", "explain") is not None,
        "trouble": board.trouble,
        "kept": board.site.keeps,
    }


def show_past(board: Board, ply: int) -> Message:
    """An earlier position."""
    line = board.line
    scene = draw_scene(line[ply].scene(board.eyes))
    return {"type": "past", "ply": ply, "scene": scene, "marks": show_last_move(board, line, ply)}


def show_last_move(board: Board, line: list[Position], ply: int) -> list[int]:
    """The cells that show the last move before a ply."""
    if ply == 0:
        return []
    before, after = line[ply - 1], line[ply]
    was, scene = before.scene(board.eyes), after.scene(board.eyes)
    text = told(before, after, board.viewer)["text"]
    path = path_of(text, {cell.name for cell in scene.cells}) if text else []
    return marks(scene, path, changed(was, scene))


def told(before: Position, after: Position, viewer: int | None) -> Message:
    """A move as the viewer knows of it."""
    assert after.last is not None
    known = viewer is None or before.mover == viewer or move_is_visible(before, after.last, viewer)
    return {
        "seat": None if before.is_chance else before.mover,
        "text": before.write_move(after.last) if known else None,
        "told": display_move(before, after.last) if known else None,
    }


def show_found(kind: str, at: Position, found: SearchResult) -> Message:
    """What a search found, as a message. `value` and `candidates` are for the mover, `shown` for the first seat."""
    plain = Advice(at, replace(found, pv=(found.move,)), "").as_dict()  # the line is told below
    fields = ("move", "moves", "value", "depth", "nodes", "seconds", "exact", "candidates", "probabilities")
    message = {
        "type": kind,
        "mover": at.mover,
        "range": list(at.game.facts.utility),
        **{key: plain[key] for key in fields if key in plain},
        "pv": list(display_line(at, found.pv or (found.move,))),
    }
    if found.score is not None and not refuses_alphabeta(at.game):
        first = found.score if at.mover == 0 else -found.score
        message["shown"] = show_score(at.game, first)
        message["expected"] = expected_utility(at.game, first, found.exact)
        for one, (score, line) in zip(message.get("candidates", ()), found.lines, strict=False):
            one["shown"] = show_score(at.game, score)
            one["line"] = list(display_line(at, line))
    return message


def show_explanation(game: Game, told: Any) -> Message:
    """An explanation as a game gives it: features that add up for the first seat, else the outcomes to expect."""
    if hasattr(told, "features"):
        features = [
            {"name": one.name, "about": one.about, "balance": one.balance / POINT}
            | ({"sides": [side / POINT for side in one.sides]} if one.sides is not None else {})
            for one in told.features
            if one.balance
        ]
        return {"shown": show_score(game, told.score), "features": features}
    return {"player": told.player, "outcomes": told.outcomes, "lines": told.lines()}
