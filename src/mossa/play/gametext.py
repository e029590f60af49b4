"""Games as text, both ways: whatever people paste or keep in files, and what they may want back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.written import Written
from mossa.kernel.errors import MossaError

from .record import Record

__all__ = ["GameText", "read_game", "suffix", "tell_move", "told_line", "write_game"]

COUNT = re.compile(r"(?<!\S)\d+\s*\.+\s*")
"""The number of a move."""
REMARK = re.compile(r"(?m)(?<!\S)#.*$")
"""In what `write_game` writes for games without a form of their own."""
RESULT = re.compile(r"(?<!\S)(1-0|0-1|1/2-1/2|\*)(?!\S)")
LONGEST = 200_000
"""Letters of a text."""


@dataclass(frozen=True)
class GameText:
    """A game that was read: its positions, what else the text says, what in it was left out."""

    line: tuple[Position, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[str, ...] = ()


def read_game(game: Game, text: str) -> GameText:
    """The first game of a text in any form that fits: mossa's own record, the files of the game's players (PGN, PDN,
    GGF …), moves one after another, a position.

    >>> import mossa
    >>> read_game(mossa.game("connect4"), "4453").line[-1].history
    ('4', '4', '5', '3')
    """
    text = text.strip().removeprefix("\ufeff")
    if not text:
        raise MossaError("there is nothing to read: paste a game, a list of moves or a position")
    if len(text) > LONGEST:
        raise MossaError(f"a game is at most {LONGEST:,} letters of text")
    if text.startswith("{") and '"moves"' in text:
        return _from_record(game, text)
    moves = _from_moves(game, text)
    if moves is not None:
        return moves
    try:
        return GameText((game.position(text),))
    except MossaError as error:
        refusal = error
    reader = game.offer("read_games", "records")
    if reader is None:
        raise MossaError(f"this is neither a list of moves nor a position of {game.title}: {refusal}")
    games, skipped = reader(text)
    played = next((one for one in games if one.moves), games[0] if games else None)
    if played is None:
        raise MossaError(skipped[0] if skipped else f"there is no game in this text, and as a position: {refusal}")
    return GameText(_replayed(game, played), played.tags, tuple(skipped))


def _from_record(game: Game, text: str) -> GameText:
    try:
        record = Record.from_dict(json.loads(text), "the text")
    except (ValueError, RecursionError):
        raise MossaError("the text begins like JSON, but is none") from None
    if record.game.partition(":")[0] != game.name.partition(":")[0]:
        raise MossaError(f"the text is a record of {record.game}, not of {game.name}")
    names = zip(game.rules.player_names, record.players, strict=False)
    return GameText(tuple(record.line()), dict(names))


def _from_moves(game: Game, text: str) -> GameText | None:
    """A plain list of moves, with or without numbers, also written together (`4453`); None if it is none."""
    at = game.start()
    words = RESULT.sub(" ", COUNT.sub(" ", REMARK.sub("", text))).replace(",", " ")
    try:
        at = game.after(words)  # also moves of several words
    except MossaError:
        for word in words.split():
            try:
                for part in [word] if word in at.moves or not word.isdigit() else word:
                    at = at.play(part)
            except MossaError:
                return None
    return GameText(at.line) if at.parent is not None else None


def _replayed(game: Game, written: Written) -> tuple[Position, ...]:
    at = Position(game, written.first)
    for move in written.moves:
        at = at.play(move)
    return at.line


def tell_move(at: Position, move: int) -> str:
    """A move as people write it down: in chess as SAN, else as ever."""
    writer = at.game.offer("write_san", "notation")
    return str(writer(at.state, move)) if writer is not None else at.write_move(move)


def told_line(at: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """A line of moves as people write it down, as far as it can be played."""
    told = []
    for move in moves:
        if at.is_over or move not in at.legal:
            break
        told.append(tell_move(at, move))
        at = at.play(move)
    return tuple(told)


def suffix(game: Game) -> str:
    """The end of the name of a file of such games."""
    return str(game.offer("SUFFIX", "records") or "txt")


def write_game(
    line: Sequence[Position],
    players: Sequence[str],
    result: Sequence[float] | None = None,
    ended: str = "",
    *,
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
) -> str:
    """A game in the form that its players exchange; where they have none, a line for each move.

    `comments` and `marks` (`?`, `!?` …) are by the number of moves made before.
    """
    game = line[0].game
    writer = game.offer("write_game", "records")
    if writer is not None:
        return str(writer(line, players, result, ended, tags=tags, comments=comments, marks=marks))
    rows = [f"# {game.name}: {' - '.join(players)}"]
    if line[0].state != game.rules.start():
        rows.append(f"# from {line[0].text}")
    for ply, (before, after) in enumerate(pairwise(line), 1):
        assert after.last is not None
        said = " ".join(filter(None, ((marks or {}).get(ply), (comments or {}).get(ply))))
        rows.append(before.write_move(after.last) + (f"  # {said}" if said else ""))
    return "\n".join(rows) + "\n"
