"""Solutions: proven scores of the states near the start of a game, kept in a file. A book for the solver.

A game that has such a file names it: `SOLUTIONS`, a path, in its module `book`. The file holds the keys of the states
in order, 8 bytes each, then their scores for the mover, 2 bytes each, all little-endian and compressed, behind a line
that names the format, the game and the digest of all that follows. `mossa.learn.recipes.solutions` makes it.
"""

from __future__ import annotations

import hashlib
import lzma
import warnings
from collections.abc import Mapping
from pathlib import Path

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.retrograde.files import write_whole

__all__ = ["Solutions", "read", "solutions_of", "write"]

FORMAT = "mossa solutions 1"


class Solutions:
    """The scores of some states of one game, for their movers."""

    def __init__(self, game: Game, scores: Mapping[int, int]) -> None:
        if game.rules.score is None:
            raise MossaError(f"{game.name} has no scores of its own: its solutions cannot be kept")
        self.game, self.scores = game, scores

    def __len__(self) -> int:
        return len(self.scores)

    def score(self, state: State) -> int | None:
        """What a state is worth to its mover; None if it is not here."""
        return self.scores.get(int(self.game.rules.key(state)))

    def after(self, state: State, moves: list[int]) -> list[int] | None:
        """What each of these moves is worth to the mover; None if one of them is not known."""
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


def write(path: Path, solutions: Solutions) -> None:
    """Write the file, whole or not at all."""
    import numpy as np

    keys = sorted(solutions.scores)
    body = np.array(keys, "<u8").tobytes() + np.array([solutions.scores[key] for key in keys], "<i2").tobytes()
    packed = lzma.compress(body, preset=9)
    head = f"{FORMAT} {solutions.game.name} {hashlib.sha256(packed).hexdigest()}\n"
    write_whole(path, head.encode() + packed)


def read(path: Path, game: Game) -> Solutions | None:
    """The solutions of a file; None if they are of another game (or of a board of another size)."""
    import numpy as np

    try:
        data = path.read_bytes()
    except OSError as error:
        raise MossaError(f"the solutions {path.name} cannot be read: {error.strerror or error}") from None
    head, _, packed = data.partition(b"\n")
    words = head.decode("utf-8", "replace").removeprefix(FORMAT).split()
    if not head.startswith(FORMAT.encode()) or len(words) != 2 or words[1] != hashlib.sha256(packed).hexdigest():
        raise MossaError(f"the solutions {path.name} are damaged, cut short or of another format")
    if words[0] != game.name:
        return None
    body = lzma.decompress(packed)
    count = len(body) // 10
    keys, scores = np.frombuffer(body, "<u8", count), np.frombuffer(body, "<i2", offset=8 * count)
    return Solutions(game, dict(zip(keys.tolist(), scores.tolist(), strict=True)))


def solutions_of(game: Game) -> Solutions | None:
    """The solutions that a game comes with, if any; without a sound file none, and a warning that says so."""
    path = game.offer("SOLUTIONS", "book")
    if path is None:
        return None
    try:
        return read(path, game)
    except MossaError as error:
        warnings.warn(f"{error}; {game.name} is solved without them", RuntimeWarning, stacklevel=2)
        return None
