"""What takes long to read: pasted games, records, long lines of moves. For a worker process.

What these functions take and give is pickled. A position is pickled with the line that led to it, and is restored
without asking the rules for anything: that is fast enough for the event loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeVar

from mossa.core.position import Position
from mossa.core.registry import game as load_game
from mossa.core.variations import Variation
from mossa.kernel.errors import MossaError
from mossa.play.game_text import convert_variations, nth_game, read_games
from mossa.play.record import GameRecord

from .messages import Message
from .played_game import PlayedGame

__all__ = [
    "FEW_MOVES",
    "LONGEST",
    "MOST_VARIATION_MOVES",
    "ReadGame",
    "follow",
    "limited_variations",
    "position_after",
    "read_pasted",
    "read_record",
]

LONGEST = 1200
"""The greatest number of moves of a line."""
FEW_MOVES = 40
"""Up to this many moves are read at once, without a worker."""
MOST_VARIATION_MOVES = 1000
"""The greatest number of moves of all variations of a game."""

T = TypeVar("T")


@dataclass(frozen=True)
class ReadGame:
    """A game that was read: enough to show it without asking the rules much."""

    record: GameRecord
    last: Position
    """The last position, from which the others are reached."""
    history: tuple[Message, ...]
    """Its moves as pages show them, unless something in them is hidden."""

    def played(self) -> PlayedGame:
        """The game on a board."""
        return PlayedGame(self.last.game, self.record, self.last.line, self.history)


def _read(played: PlayedGame, record: GameRecord) -> ReadGame:
    history = played.history(None) if played.viewer is None else ()
    return ReadGame(record, played.at, tuple(history))


def read_record(record: GameRecord) -> ReadGame:
    """A stored game, replayed."""
    return _read(PlayedGame(load_game(record.game), record), record)


def position_after(spec: str, position: str | None, moves: str) -> Position:
    """The position after moves from a position, or from the start."""
    if len(moves.split()) > 2 * LONGEST:
        raise MossaError(f"a game begins with at most {LONGEST} moves")
    return load_game(spec).after(moves, position)


def follow(start: Position, moves: list[str]) -> Position:
    """The position after moves from a position."""
    for text in moves:
        start = start.play(text)
    return start


def read_pasted(spec: str, text: str, number: int | None) -> ReadGame | Message:
    """The game in a pasted text. Where the text has several games, or a part of it was left out, and no `number`
    chooses one: what a page shows of all games."""
    games = read_games(load_game(spec), text)
    if number is None and (len(games) > 1 or games[0].skipped):
        listed = [
            {"players": list(one.written.players), "moves": len(one.written.moves), "tags": dict(one.written.tags)}
            for one in games
        ]
        return {"games": listed, "skipped": list(games[0].skipped)}
    read = nth_game(games, 1 if number is None else number)
    line = read.line
    if len(line) > LONGEST + 1:
        raise MossaError(f"the game has {len(line) - 1} moves; the site shows games of at most {LONGEST}")
    game = line[0].game
    tried = convert_variations(line, limited_variations(read.written.variations), Position.write_move)
    moves = tuple(a.write_move(b.last) for a, b in pairwise(line) if b.last is not None)
    begun = None if line[0].state == game.rules.start() else line[0].text
    seats = ("human",) * game.facts.players
    ended = "over" if line[-1].is_over else ""
    written, result = read.written, line[-1].result or read.written.result
    record = GameRecord(
        game.name,
        seats,
        moves,
        begun,
        None if result is None else tuple(result),
        ended,
        names=written.players,
        variations=tried,
        tags=written.tags,
        comments=written.comments,
        marks=written.marks,
    )
    return _read(PlayedGame(game, record, line), record)


def limited_variations(variations: tuple[Variation[T], ...]) -> tuple[Variation[T], ...]:
    """The first variations that have no more than MOST_VARIATION_MOVES moves together."""

    def size(one: Variation[T]) -> int:
        return len(one.moves) + sum(map(size, one.variations))

    sizes = accumulate(map(size, variations))
    return tuple(one for one, total in zip(variations, sizes, strict=True) if total <= MOST_VARIATION_MOVES)
