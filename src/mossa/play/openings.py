"""Openings for matches: lists of moves, positions (EPD, FEN), the games of a file (PGN, PDN …), or a game's own."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mossa.core.files import read_text
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError

from .seeded_random import derive_seed

__all__ = ["Openings", "game_openings", "read_openings"]

ORDER = 3
"""What the seed of the order of openings is derived for."""
POSITIONS = (".epd", ".fen")
"""Suffixes of files with a position a line."""


class Openings(NamedTuple):
    """The openings of a match; each group of games begins with the next one, in turn."""

    moves: tuple[tuple[str, ...], ...] = ()
    """The moves of each."""
    positions: tuple[str, ...] = ()
    """The position in which each begins, as text; none at all if all begin at the game's start."""

    def cut(self, plies: int | None) -> Openings:
        """The first `plies` moves of each."""
        return self if plies is None else self._replace(moves=tuple(moves[:plies] for moves in self.moves))

    def shuffled(self, seed: int) -> Openings:
        """The same in an order drawn from the seed."""
        order = list(range(len(self.moves)))
        random.Random(derive_seed(seed, ORDER)).shuffle(order)
        return Openings(
            tuple(self.moves[i] for i in order), tuple(self.positions[i] for i in order) if self.positions else ()
        )


def read_openings(path: Path, game: Game) -> Openings:
    """The openings in a file.

    `.epd` and `.fen` have a position a line; a file in the game's own format (`.pgn` in chess) has a game for each
    opening; any other has the moves of an opening a line, separated by blanks. `#` begins a comment.
    """
    text = read_text(path)
    suffix = path.suffix.lower()
    if suffix in POSITIONS:
        found = list(_positions(text, path, game))
    elif suffix and suffix == f".{game.extra('SUFFIX', 'records')}":
        found = list(_games(text, path, game))
    else:
        found = list(_lines(text, path, game))
    if not found:
        raise MossaError(f"{path} holds no opening; a line is moves separated by blanks, or a position in a .epd file")
    start = game.start().state
    return Openings(
        tuple(line[-1].history for line in found),
        tuple(line[0].text for line in found) if any(line[0].state != start for line in found) else (),
    )


def _lines(text: str, path: Path, game: Game) -> Iterator[list[Position]]:
    for number, line in enumerate(text.splitlines(), 1):
        moves = line.split("#")[0].strip()
        if moves:
            try:
                yield _going_on([game.start(), game.after(moves)])
            except MossaError as error:
                raise MossaError(f"{path.name}, line {number}: {error}") from None


def _positions(text: str, path: Path, game: Game) -> Iterator[list[Position]]:
    """Each line is a position, which in EPD operations may follow."""
    read_epd = game.extra("read_epd", "epd")
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                at = Position(game, read_epd(line).state) if read_epd is not None else game.position(line.strip())
                yield _going_on([at])
            except MossaError as error:
                raise MossaError(f"{path.name}, line {number}: {error}") from None


def _games(text: str, path: Path, game: Game) -> Iterator[list[Position]]:
    """The moves of each game; a game that is over is taken without its last move."""
    games, skipped = game.extra("read_games", "records")(text)
    if skipped:
        raise MossaError(f"{path.name}, {skipped[0]}")
    for one in games:
        line = [Position(game, one.first)]
        for move in one.moves:
            line.append(line[-1].play(move))
        while line[-1].is_over and len(line) > 1:
            line.pop()
        yield _going_on(line)


def _going_on(line: list[Position]) -> list[Position]:
    if line[-1].is_over:
        raise MossaError("the game is over after these moves" if len(line) > 1 else "the game is over in this position")
    return line


def game_openings(game: Game) -> Openings:
    """The openings for matches that a game offers in its function `match_openings`; else none.

    They are shuffled, always in the same order, so that a short match is as varied as a long one. If their file cannot
    be read there are none, and a warning says so.
    """
    offered = game.extra("match_openings", "openings")
    try:
        found = [] if offered is None else [tuple(moves) for moves in offered()]
    except MossaError as error:
        warnings.warn(f"{error}; games of {game.name} begin from the start", RuntimeWarning, stacklevel=2)
        found = []
    return Openings(tuple(found[i] for i in sorted(range(len(found)), key=lambda i: derive_seed(ORDER, i))))
