"""Games as text, both ways: whatever people paste or keep in files, and what they may want back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from mossa.core.game import Game
from mossa.core.game_file import GameFile
from mossa.core.position import Position
from mossa.core.variations import Variation, Walk
from mossa.kernel.errors import MossaError

from .record import GameRecord

__all__ = [
    "GameText",
    "convert_variations",
    "display_line",
    "display_move",
    "file_suffix",
    "read_game",
    "read_games",
    "replay",
    "write_game",
]

COUNT = re.compile(r"(?<!\S)\d+\s*\.+\s*")
"""The number of a move."""
REMARK = re.compile(r"(?m)(?<!\S)#.*$")
"""In what `write_game` writes for games without a form of their own."""
BRACKET = re.compile(r"(?<!\S)([()])(?!\S)")
"""Around a variation in such a text."""
RESULT = re.compile(r"(?<!\S)(1-0|0-1|1/2-1/2|\*)(?!\S)")
S = TypeVar("S", int, str)
T = TypeVar("T")
LONGEST = 200_000
"""Letters of a text."""


@dataclass(frozen=True)
class GameText:
    """A game that was read: what the text says of it, what in the text was left out."""

    game: Game
    written: GameFile
    skipped: tuple[str, ...] = ()

    @cached_property
    def line(self) -> tuple[Position, ...]:
        """Every position, the first one included."""
        return replay(self.game, self.written)

    @property
    def tags(self) -> dict[str, str]:
        """The names of the players by their seats (White, Black …), and what else the text says."""
        names = zip(self.game.rules.player_names, self.written.players, strict=False)
        return {**dict(names), **self.written.tags}


def read_games(game: Game, text: str) -> list[GameText]:
    """The games of a text in any form that fits: mossa's own record, the files of the game's players (PGN, PDN, GGF …),
    moves one after another, a position. There is at least one; those without moves are left out where others have some.
    """
    text = text.strip().removeprefix("\ufeff")
    if not text:
        raise MossaError("there is nothing to read: paste a game, a list of moves or a position")
    if len(text) > LONGEST:
        raise MossaError(f"a game is at most {LONGEST:,} letters of text")
    if text.startswith("{") and '"moves"' in text:
        return [_from_record(game, text)]
    moves = _from_moves(game, text)
    if moves is not None:
        return [moves]
    try:
        return [_plain(game.position(text))]
    except MossaError as error:
        refusal = error
    reader = game.offer("read_games", "records")
    if reader is None:
        raise MossaError(f"this is neither a list of moves nor a position of {game.title}: {refusal}")
    games, skipped = reader(text)
    if not games:
        raise MossaError(skipped[0] if skipped else f"there is no game in this text, and as a position: {refusal}")
    return [GameText(game, one, tuple(skipped)) for one in games if one.moves] or [GameText(game, games[0])]


def read_game(game: Game, text: str, number: int = 1) -> GameText:
    """The game of this number in a text, as `read_games` finds them.

    >>> import mossa
    >>> read_game(mossa.game("connect4"), "4453").line[-1].history
    ('4', '4', '5', '3')
    """
    games = read_games(game, text)
    if not 1 <= number <= len(games):
        raise MossaError(f"there is no game {number} in this text: it has {len(games)}")
    read = games[number - 1]
    if read.written.result is not None or read.line[-1].result is None:
        return read
    return replace(read, written=replace(read.written, result=read.line[-1].result))


def _from_record(game: Game, text: str) -> GameText:
    try:
        record = GameRecord.from_dict(json.loads(text), "the text")
    except (ValueError, RecursionError):
        raise MossaError("the text begins like JSON, but is none") from None
    if record.game.partition(":")[0] != game.name.partition(":")[0]:
        raise MossaError(f"the text is a record of {record.game}, not of {game.name}")
    line = tuple(record.line())
    names = record.names or record.players
    variations = convert_variations(line, record.variations, Position.read_move)
    known = {"players": names, "result": record.result, "ended": record.ended, "variations": variations}
    return GameText(line[0].game, GameFile.of(line, **known))


def _from_moves(game: Game, text: str) -> GameText | None:
    """A plain list of moves, with or without numbers, also written together (`4453`), variations between brackets that
    stand alone; None if it is none."""
    walk = Walk(game.rules.start(), game.rules.play)
    try:
        for piece in BRACKET.split(RESULT.sub(" ", COUNT.sub(" ", REMARK.sub("", text))).replace(",", " ")):
            if piece == "(":
                walk.open()
            elif piece == ")":
                walk.close()
            else:
                for at in _after(Position(game, walk.state), piece).line[1:]:
                    walk.move(lambda state, played, move: int(move), at.last)
        moves, variations = walk.end()
    except MossaError:
        return None
    if not moves:
        return None
    written = GameFile(game.rules.start(), moves, variations=variations)
    return GameText(game, replace(written, result=replay(game, written)[-1].result))


def _after(at: Position, words: str) -> Position:
    """The position after some moves."""
    try:
        return at.game.after(words, at)  # also moves of several words
    except MossaError:
        for word in words.split():
            for part in [word] if word in at.moves or not word.isdigit() else word:
                at = at.play(part)
        return at


def _plain(at: Position) -> GameText:
    """A game of which only the moves are known."""
    return GameText(at.game, GameFile.of(at.line, result=at.result))


def replay(game: Game, written: GameFile) -> tuple[Position, ...]:
    """Every position of a game, the first one included."""
    at = Position(game, written.first)
    for move in written.moves:
        at = at.play(move)
    return at.line


def display_move(at: Position, move: int) -> str:
    """A move as people write it down: in chess as SAN, else as ever."""
    writer = at.game.offer("write_san", "notation")
    return str(writer(at.state, move)) if writer is not None else at.write_move(move)


def display_line(
    at: Position, moves: Sequence[int], tell: Callable[[Position, int], str] = display_move
) -> tuple[str, ...]:
    """A line of moves as people write it down, as far as it can be played."""
    told = []
    for move in moves:
        if at.is_over or move not in at.legal:
            break
        told.append(tell(at, move))
        at = at.play(move)
    return tuple(told)


def convert_variations(
    line: Sequence[Position], variations: Sequence[Variation[S]], tell: Callable[[Position, S], T]
) -> tuple[Variation[T], ...]:
    """The variations of a line of positions with each move told in another way: as text, as a number."""
    found = []
    for one in variations:
        if one.after >= len(line):
            raise MossaError(f"a variation begins after {one.after} moves, but its line has {len(line) - 1}")
        way, told = list(line[: one.after + 1]), []
        for move in one.moves:
            told.append(tell(way[-1], move))
            way.append(way[-1].play(move))
        found.append(Variation(one.after, tuple(told), convert_variations(way, one.variations, tell)))
    return tuple(found)


def file_suffix(game: Game) -> str:
    """The end of the name of a file of such games."""
    return str(game.offer("SUFFIX", "records") or "txt")


def write_game(game: Game, written: GameFile) -> str:
    """A game in the form that its players exchange; where they have none, a line for each move."""
    writer = game.offer("write_game", "records")
    if writer is not None:
        return str(writer(written))
    line = replay(game, written)
    rows = [f"# {game.name}: {' - '.join(written.players)}"]
    if written.first != game.rules.start():
        rows.append(f"# from {line[0].text}")
    for ply, (move, others) in enumerate(_with_others(line, 0, written.variations), 1):
        said = written.remark(ply)
        rows += [move + (f"  # {said}" if said else ""), *others]
    return "\n".join(rows) + "\n"


def _with_others(
    line: Sequence[Position], begin: int, variations: Sequence[Variation[int]]
) -> list[tuple[str, list[str]]]:
    """Each move of a line after the first `begin`, and what might have been played instead, between brackets."""
    rows = []
    for ply in range(begin, len(line) - 1):
        others = []
        for one in variations:
            if (
                one.after == ply or one.after == ply + 1 == len(line) - 1
            ):  # where the line ends, its last move is said again
                way = list(line[: one.after + 1])
                for move in one.moves:
                    way.append(way[-1].play(move))
                told = [word for move, inner in _with_others(way, ply, one.variations) for word in (move, *inner)]
                others.append(f"( {' '.join(told)} )")
        rows.append((line[ply].write_move(line[ply + 1].last or 0), others))
    return rows
