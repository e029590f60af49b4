"""The solution book: proven scores of the states near the start of a game, in a file, for the solver.

A game that has such a file names it: `SOLUTIONS`, a path, in its module `book`. The file (sealed, `mossa.core.files`;
its title names the game) holds the keys of the states in order, 8 bytes each, then their scores for the mover, 2 bytes
each, all little-endian. `mossa.learn.recipes.solutions` makes it.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path

from mossa.core.files import seal, unseal
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError

__all__ = ["SolutionBook", "load_solution_book", "read", "write"]

FORMAT = "mossa solutions 1"


class SolutionBook:
    """Proven scores of some states of one game, from their movers' sides."""

    def __init__(self, game: Game, scores: Mapping[int, int]) -> None:
        if game.rules.score is None:
            raise MossaError(f"{game.name} has no scores of its own: it cannot have a solution book")
        self.game, self.scores = game, scores

    def __len__(self) -> int:
        return len(self.scores)

    def score(self, state: State) -> int | None:
        """The score of a state; None if it is not in the book."""
        return self.scores.get(int(self.game.rules.key(state)))

    def after(self, state: State, moves: list[int]) -> list[int] | None:
        """The score of each of these moves; None if one of them is not known."""
        rules, found = self.game.rules, []
        player = rules.mover(state)
        for move in moves:
            child = rules.play(state, move)
            if rules.is_over(child):
                assert rules.score is not None
                found.append(rules.score(child, player))
                continue
            score = self.score(child)
            if score is None:
                return None
            found.append(score if rules.mover(child) == player else -score)
        return found


def write(path: Path, solutions: SolutionBook) -> None:
    """Write the file, whole or not at all."""
    import numpy as np

    keys = sorted(solutions.scores)
    body = np.array(keys, "<u8").tobytes() + np.array([solutions.scores[key] for key in keys], "<i2").tobytes()
    seal(path, f"{FORMAT} {solutions.game.name}", body)


def read(path: Path, game: Game) -> SolutionBook | None:
    """The book in a file; None if it is of another game (or of a board of another size)."""
    import numpy as np

    name, body = unseal(path, FORMAT)
    if name != game.name:
        return None
    count = len(body) // 10
    keys, scores = np.frombuffer(body, "<u8", count), np.frombuffer(body, "<i2", offset=8 * count)
    return SolutionBook(game, dict(zip(keys.tolist(), scores.tolist(), strict=True)))


def load_solution_book(game: Game) -> SolutionBook | None:
    """The solution book that a game comes with, if any; None with a warning if its file is damaged."""
    path = game.extra("SOLUTIONS", "book")
    if path is None:
        return None
    try:
        return read(path, game)
    except MossaError as error:
        warnings.warn(f"{error}; {game.name} is solved without them", RuntimeWarning, stacklevel=2)
        return None
