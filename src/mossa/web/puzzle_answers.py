"""Puzzles for a page: which there are, and what a person's moves come to. The solution stays on the server until it is
asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game as load_game
from mossa.core.registry import names
from mossa.kernel.errors import MossaError
from mossa.play.game_text import display_move
from mossa.play.puzzles import Puzzle, attempt, puzzle_file, read_puzzles

from .messages import Message
from .scene_json import changed, draw_moves, draw_scene, is_turned, marks, path_of

__all__ = ["answer_puzzle", "list_puzzles"]

LONGEST = 20
"""Moves of a person in one puzzle, at most."""


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of each game that has some, easy ones first."""
    files = {name: puzzle_file(load_game(name)) for name in names()}
    return {name: tuple(read_puzzles(path)) for name, path in files.items() if path.exists()}


def list_puzzles() -> list[dict[str, Any]]:
    """The games with puzzles, and what a page shows of each before it is opened."""
    return [
        {
            "game": name,
            "title": load_game(name).title,
            "puzzles": [
                {"level": one.level, "rating": one.rating, "goal": one.goal, "nodes": one.nodes} for one in found
            ],
        }
        for name, found in _known().items()
    ]


def answer_puzzle(request: dict[str, Any]) -> Message:
    """What the `moves` of a person come to in the puzzle `number` (from 1) of a `game`; with `solution`, also that;
    with `hint`, the move that is asked for."""
    name, number, moves = request.get("game"), request.get("number"), request.get("moves", [])
    found = _known().get(name) if isinstance(name, str) else None
    if found is None:
        raise MossaError(f"puzzles are there of these games: {', '.join(_known())}")
    if type(number) is not int or not 1 <= number <= len(found):
        raise MossaError(f"the puzzles of {name} have the numbers 1 to {len(found)}")
    if not (isinstance(moves, list) and len(moves) <= LONGEST and all(isinstance(one, str) for one in moves)):
        raise MossaError(f"the moves are a list of at most {LONGEST} texts")
    return _answer(
        load_game(str(name)), found[number - 1], moves, bool(request.get("solution")), bool(request.get("hint"))
    )


def _answer(game: Game, puzzle: Puzzle, moves: list[str], solution: bool, hint: bool) -> Message:
    tried = attempt(game, puzzle, moves)
    first = game.position(puzzle.position)
    solved = game.after(" ".join(puzzle.moves), puzzle.position)
    at = solved if solution else tried.at
    verdict = "shown" if solution else tried.verdict
    scene, before = at.scene(), at.line[-2] if len(at.line) > 1 else None
    text = before.write_move(at.last) if before is not None and at.last is not None else ""
    touched = changed(before.scene(), scene) if before is not None else []
    legal = draw_moves(at, scene) if verdict in ("ask", "wrong") else []
    made = len(moves) - (verdict == "wrong")
    return {
        "game": game.name,
        "title": game.title,
        "mover": game.rules.player_names[first.mover],
        "turned": is_turned(first.game, first.mover),
        "goal": puzzle.goal,
        "proof": puzzle.proof,
        "level": puzzle.level,
        "rating": puzzle.rating,
        "plies": puzzle.plies,
        "depth": puzzle.depth,
        "nodes": puzzle.nodes,
        "beyond": puzzle.is_beyond,
        "choices": puzzle.choices,
        "verdict": verdict,
        "position": at.text,
        "begin": puzzle.position,
        "line": _told(at.line),
        "solution": _told(solved.line) if verdict in ("solved", "shown") else [],
        "scene": draw_scene(scene),
        "moves": legal,
        "hint": next((one for one in legal if hint and one["text"] == puzzle.moves[2 * made]), None),
        "marks": marks(scene, path_of(text, {cell.name for cell in scene.cells}), touched) if text else [],
    }


def _told(line: Sequence[Position]) -> list[str]:
    """The moves of a line as players write them."""
    return [display_move(at, after.last) for at, after in pairwise(line) if after.last is not None]
