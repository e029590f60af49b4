"""Read games from text (records, PGN, PDN, move lists, positions …) and write them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from mossa.core.game import Game
from mossa.core.game_file import GameFile
from mossa.core.parameters import split_game
from mossa.core.position import Position
from mossa.core.variations import Variation, VariationReader
from mossa.kernel.errors import MossaError

from .record import GameRecord

__all__ = [
    "GameText",
    "convert_variations",
    "display_line",
    "display_move",
    "ending_of",
    "file_suffix",
    "nth_game",
    "read_game",
    "read_games",
    "replay",
    "write_game",
]

COUNT = re.compile(r"(?<!\S)\d+\s*\.+\s*")
"""A move number: `12.`, `12...`."""
REMARK = re.compile(r"(?m)(?<!\S)#.*$")
"""A comment, as `write_game` writes it for games without a file format of their own."""
BRACKET = re.compile(r"(?<!\S)([()])(?!\S)")
"""A bracket around a variation in a list of moves."""
RANKS = re.compile(r"[^\s/\[{]+(?:/[^\s/]+){2,}(?:\s+\S+){0,5}\s*$")
"""A text that is meant as a board, rank by rank with strokes between them, as in FEN."""
RESULT = re.compile(r"(?<!\S)(1-0|0-1|1/2-1/2|\*)(?!\S)")
S = TypeVar("S", int, str)
T = TypeVar("T")
LONGEST = 200_000
"""The greatest number of characters of a text."""


@dataclass(frozen=True)
class GameText:
    """A game that was read from text; `skipped` says what in the text was left out."""

    game: Game
    written: GameFile
    skipped: tuple[str, ...] = ()

    positions: tuple[Position, ...] = ()
    """All positions of the game, if reading computed them."""

    @cached_property
    def line(self) -> tuple[Position, ...]:
        """Every position, the first one included."""
        return self.positions or replay(self.game, self.written)

    @property
    def tags(self) -> dict[str, str]:
        """The names of the players by seat (White, Black …), and the other tags of the text."""
        names = zip(self.game.rules.player_names, self.written.players, strict=False)
        return {**dict(names), **self.written.tags}


def read_games(game: Game, text: str) -> list[GameText]:
    """The games of a text in any known format: a record of mossa, the game's file format (PGN, PDN, GGF …), a list of
    moves, a position. There is at least one; a game without moves is left out where others have some.
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
    reader = game.extra("read_games", "records")
    if reader is None:
        raise MossaError(f"this is neither a list of moves nor a position of {game.title}: {refusal}")
    games, skipped = reader(text)
    if not games and RANKS.match(text):
        raise refusal
    if not games:
        raise MossaError(skipped[0] if skipped else f"there is no game in this text, and as a position: {refusal}")
    return [GameText(game, one, tuple(skipped)) for one in games if one.moves] or [GameText(game, games[0])]


def read_game(game: Game, text: str, number: int = 1) -> GameText:
    """The game of this number in a text, as `read_games` finds them.

    >>> import mossa
    >>> read_game(mossa.game("connect4"), "4453").line[-1].history
    ('4', '4', '5', '3')
    """
    return nth_game(read_games(game, text), number)


def nth_game(games: Sequence[GameText], number: int) -> GameText:
    """The game of this number, with its result where the rules know it."""
    if not 1 <= number <= len(games):
        raise MossaError(f"there is no game {number} in this text: it has {len(games)}")
    read = games[number - 1]
    if read.written.result is not None or read.line[-1].result is None:
        return read
    return replace(read, written=replace(read.written, result=read.line[-1].result), positions=read.line)


def _from_record(game: Game, text: str) -> GameText:
    try:
        record = GameRecord.from_dict(json.loads(text), "the text")
    except (ValueError, RecursionError):
        raise MossaError("the text begins like JSON, but is none") from None
    if split_game(record.game)[0] != split_game(game.name)[0]:
        raise MossaError(f"the text is a record of {record.game}, not of {game.name}")
    line = tuple(record.line())
    names = record.names or record.players
    variations = convert_variations(line, record.variations, Position.read_move)
    known = {"players": names, "result": record.result, "ended": record.ended, "variations": variations}
    notes = {"tags": record.tags, "comments": record.comments, "marks": record.marks}
    return GameText(line[0].game, GameFile.of(line, **known, **notes), positions=line)


def _from_moves(game: Game, text: str) -> GameText | None:
    """A list of moves, with or without numbers, also without separators (`4453`), with variations in brackets between
    blanks; None if the text is not such a list."""
    reader, line = VariationReader(game.rules.start(), game.rules.play), tuple[Position, ...]()
    try:
        for piece in BRACKET.split(RESULT.sub(" ", COUNT.sub(" ", REMARK.sub("", text))).replace(",", " ")):
            if piece == "(":
                reader.open_variation()
            elif piece == ")":
                reader.close_variation()
            else:
                line = _after(Position(game, reader.state), piece).line
                for at in line[1:]:
                    reader.add_move(lambda state, played, move: int(move), at.last)
        moves, variations = reader.finish()
    except MossaError:
        return None
    if not moves:
        return None
    written = GameFile(game.rules.start(), moves, variations=variations)
    if len(line) <= len(moves):  # the text has several parts: the last of them is not the whole game
        line = replay(game, written)
    return GameText(game, replace(written, result=line[-1].result), positions=line)


def _after(at: Position, words: str) -> Position:
    """The position after a text of moves."""
    try:
        return at.game.after(words, at)  # a move may have several words
    except MossaError:
        for word in words.split():
            for part in [word] if word in at.moves or not word.isdigit() else word:
                at = at.play(part)
        return at


def _plain(at: Position) -> GameText:
    """A game with nothing but its positions."""
    return GameText(at.game, GameFile.of(at.line, result=at.result), positions=at.line)


def replay(game: Game, written: GameFile) -> tuple[Position, ...]:
    """Every position of a game, the first one included."""
    at = Position(game, written.first)
    for move in written.moves:
        at = at.play(move)
    return at.line


def display_move(at: Position, move: int) -> str:
    """A move in display notation: SAN in chess, else as the rules write it."""
    writer = at.game.extra("write_san", "notation")
    return str(writer(at.state, move)) if writer is not None else at.write_move(move)


def ending_of(at: Position) -> str:
    """How a finished game ended, in the words of its players (checkmate, stalemate), if the game has such words."""
    ending = at.game.extra("ending", "render")
    return str(ending(at.state)) if ending is not None and at.is_over else ""


def display_line(
    at: Position, moves: Sequence[int], write: Callable[[Position, int], str] = display_move
) -> tuple[str, ...]:
    """A line of moves in display notation, up to the first move that cannot be played.

    Where information is hidden it is the first move alone: what could follow it depends on what the mover cannot see.
    """
    texts = []
    for move in moves if at.game.facts.perfect else moves[:1]:
        if at.is_over or not at.allows(move):
            break
        texts.append(write(at, move))
        at = at.play(move)
    return tuple(texts)


def convert_variations(
    line: Sequence[Position], variations: Sequence[Variation[S]], convert: Callable[[Position, S], T]
) -> tuple[Variation[T], ...]:
    """The variations of a line of positions with every move converted, as from integers to text."""
    found = []
    for one in variations:
        if one.after >= len(line):
            raise MossaError(f"a variation begins after {one.after} moves, but its line has {len(line) - 1}")
        positions, moves = list(line[: one.after + 1]), []
        for move in one.moves:
            moves.append(convert(positions[-1], move))
            positions.append(positions[-1].play(move))
        inner = convert_variations(positions, one.variations, convert)
        found.append(Variation(one.after, tuple(moves), inner, one.comments, one.marks))
    return tuple(found)


def file_suffix(game: Game) -> str:
    """The file name suffix of the game's file format."""
    return str(game.extra("SUFFIX", "records") or "txt")


def write_game(game: Game, written: GameFile) -> str:
    """A game in its own file format (PGN, PDN …); where there is none, one line for each move."""
    writer = game.extra("write_game", "records")
    if writer is not None:
        return str(writer(written))
    line = replay(game, written)
    rows = [f"# {game.name}: {' - '.join(written.players)}"]
    if written.first != game.rules.start():
        rows.append(f"# from {line[0].text}")
    for ply, (move, others) in enumerate(_with_variations(line, 0, written.variations), 1):
        said = written.remark(ply)
        rows += [move + (f"  # {said}" if said else ""), *others]
    return "\n".join(rows) + "\n"


def _with_variations(
    line: Sequence[Position], begin: int, variations: Sequence[Variation[int]]
) -> list[tuple[str, list[str]]]:
    """Each move of a line after the first `begin`, with the variations to it in brackets."""
    rows = []
    for ply in range(begin, len(line) - 1):
        others = []
        for one in variations:
            if (
                one.after == ply or one.after == ply + 1 == len(line) - 1
            ):  # at the end of the line its last move is written again
                positions = list(line[: one.after + 1])
                for move in one.moves:
                    positions.append(positions[-1].play(move))
                words = [
                    word for move, inner in _with_variations(positions, ply, one.variations) for word in (move, *inner)
                ]
                others.append(f"( {' '.join(words)} )")
        rows.append((line[ply].write_move(line[ply + 1].last or 0), others))
    return rows
