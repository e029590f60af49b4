"""Puzzles: positions with one right move, proven by an exact tool, and the answer to a move that a person tries.

A game keeps its puzzles in `data/puzzles.json`, made by `mossa puzzles`. A puzzle is a line of moves: those of the
solver, each the only one that reaches the goal, and between them the longest defence. Where the last move of the line
ends the game, every other move that wins at once is as good.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mossa.core.files import read_json
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError

from .referee import final_utilities

__all__ = ["LEVELS", "PROOFS", "RATE_NODES", "Attempt", "Puzzle", "attempt", "puzzle_file", "read_puzzles"]

LEVELS = (100, 1_000, 10_000, 100_000)
"""Up to so many positions that the engine looks at, a puzzle is of level 1, 2, 3 and 4; beyond, of level 5."""
RATE_NODES = 300_000
"""So many positions the engine looks at, for each move of a puzzle, to find the solution; after that it has not."""
TENFOLD = 400
"""Ten times as many positions make a puzzle so much harder, as odds of ten to one do in Elo."""
PROOFS = {
    "table": "an endgame table",
    "mate": "the search for the shortest forced win",
    "threats": "the search for the shortest win by threats",
    "solution": "the solution of the game from there",
}
"""How it is known that no other move reaches the goal."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle."""

    position: str
    moves: tuple[str, ...]
    """The solution, with the replies: the moves of the solver are the first, the third …"""
    goal: str
    """`win`, or `draw` where nothing more can be reached."""
    proof: str
    """A key of PROOFS."""
    plies: int | None
    """How long the win takes against the longest defence, where that is known."""
    choices: int
    """Legal moves in the first position."""
    depth: int
    """Plies that the engine must look ahead, at one move of the solver, until it stays with the solution."""
    nodes: int
    """Positions that it looks at until then, at all of these moves together."""

    @property
    def level(self) -> int:
        """From 1 to 5, by what it takes the engine to solve it."""
        return 1 + sum(self.nodes > bound for bound in LEVELS)

    @property
    def rating(self) -> int:
        """The same as a number, in steps of Elo: 800 for 100 positions, 1200 for 1,000.

        >>> Puzzle("", (), "win", "mate", 1, 5, 1, 1000).rating
        1200
        """
        return round(TENFOLD * math.log10(max(1, self.nodes)))

    @property
    def is_beyond(self) -> bool:
        """Does it take more positions than the engine is given for a move?"""
        return self.nodes >= RATE_NODES

    def as_dict(self) -> dict[str, Any]:
        """The fields of the JSON file, and the level."""
        return {**asdict(self), "moves": list(self.moves), "level": self.level}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Puzzle:
        """The inverse of `as_dict`."""
        try:
            return cls(
                **{**{name: one for name, one in data.items() if name != "level"}, "moves": tuple(data["moves"])}
            )
        except (TypeError, KeyError):
            raise MossaError("this is not a puzzle: a field is missing or unknown") from None


def puzzle_file(game: Game) -> Path:
    """Where the puzzles of a game are, if it has any."""
    name = game.name.partition(":")[0]
    return Path(__file__).resolve().parents[1] / "games" / name / "data" / "puzzles.json"


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, easy ones first."""
    data = read_json(path)
    if not isinstance(data, dict) or not isinstance(data.get("puzzles"), list):
        raise MossaError(f"{path} is not a file of puzzles")
    return sorted((Puzzle.from_dict(one) for one in data["puzzles"]), key=lambda one: one.nodes)


@dataclass(frozen=True)
class Attempt:
    """Where a person stands in a puzzle, after some moves of the solution."""

    at: Position
    """The position that is shown."""
    verdict: str
    """`ask` (a move is asked for), `wrong` (the last one was), or `solved`."""
    reply: int | None = None
    """The reply to the last move, where there was one: it has been made in `at`."""


def attempt(game: Game, puzzle: Puzzle, moves: list[str]) -> Attempt:
    """What these moves of a person come to, with the replies of the puzzle between them.

    >>> import mossa
    >>> game = mossa.game("tictactoe")
    >>> puzzle = Puzzle("XX-OO----", ("c1",), "win", "mate", 1, 5, 1, 5)
    >>> attempt(game, puzzle, ["c3"]).verdict, attempt(game, puzzle, ["c1"]).verdict
    ('wrong', 'solved')
    """
    at, reply = game.position(puzzle.position), None
    own = puzzle.moves[::2]
    for i, text in enumerate(moves):
        move = at.read_move(text)
        after = at.play(move)
        won = after.is_over and final_utilities(after)[at.mover] == max(final_utilities(after)) > 0
        if at.write_move(move) != own[i] and not (won and puzzle.goal == "win"):
            return Attempt(at, "wrong", reply)
        if after.is_over or i + 1 == len(own):
            if i + 1 < len(moves):
                raise MossaError("the puzzle is solved: there are no more moves")
            return Attempt(after, "solved")
        reply = after.read_move(puzzle.moves[2 * i + 1])
        at = after.play(reply)
    return Attempt(at, "ask", reply)
