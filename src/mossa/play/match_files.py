"""The files of a match: its record, from which it can continue, and its games in the game's own format (PGN …).

The record has one JSON object a line. The first line is the match's signature, each other line a game. A last line
without a line end was cut short by a kill: it is dropped, and the game is played again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.core.files import read_bytes, write_bytes, write_text
from mossa.core.game_file import GameFile
from mossa.kernel.errors import MossaError

from .record import GameRecord

if TYPE_CHECKING:
    from .match import Match

__all__ = ["GamesFile", "RecordFile", "read_games", "record_lines"]


def read_games(match: Match, path: Path) -> tuple[dict[int, list[GameRecord]], int]:
    """The games of a record by number, and the length in bytes of its complete lines."""
    if not path.exists():
        return {}, 0
    content = read_bytes(path)
    whole = content[: content.rfind(b"\n") + 1]
    done: dict[int, list[GameRecord]] = {}
    for line_number, line in enumerate(whole.splitlines(), 1):
        try:
            data = json.loads(line)
        except ValueError:
            raise MossaError(f"{path}, line {line_number} is not JSON: this is not the record of a match") from None
        if line_number == 1:
            if not isinstance(data, dict) or data.get("match") != match.signature():
                raise MossaError(f"{path} is not a record of this match; name another file, or remove it")
        else:
            place = f"{path}, line {line_number}"
            if not isinstance(data, dict) or not isinstance(data.get("number"), int):
                raise MossaError(f"{place} is not a game of a match: it has no number")
            records = [GameRecord.from_dict(item, place) for item in data.get("records", ())]
            if sum(len(one.result or ()) for one in records) != max(len(match.players), match.loaded.facts.players):
                raise MossaError(f"{place} is not a game of this match: it lacks results")
            done[data["number"]] = records
    return done, len(whole)


def record_lines(match: Match, games: Mapping[int, Sequence[GameRecord]]) -> Iterator[str]:
    """The lines of the record of these games, by number."""
    yield _line({"match": match.signature()})
    for number, records in sorted(games.items()):
        yield _line({"number": number, "records": [record.as_dict() for record in records]})


def _line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"


class RecordFile:
    """Appends games to the record; without a path it does nothing."""

    def __init__(self, path: Path | None, whole_bytes: int, match: Match) -> None:
        self.file = None
        if path is None:
            return
        try:
            self.file = path.open("ab")
            self.file.truncate(whole_bytes)
        except OSError as error:
            raise MossaError(f"{path} cannot be written: {error.strerror or error}") from None
        self.match = match
        if whole_bytes == 0:
            self._write(*record_lines(match, {}))

    def add(self, number: int, records: Sequence[GameRecord]) -> None:
        if self.file is not None:
            _, line = record_lines(self.match, {number: records})
            self._write(line)

    def _write(self, line: str) -> None:
        if self.file is not None:
            self.file.write(line.encode())
            self.file.flush()

    def sort(self) -> None:
        """Put the games in order, when the last one is there."""
        if self.file is not None:
            path = Path(self.file.name)
            first, *games = read_bytes(path).splitlines(keepends=True)
            in_order = sorted(games, key=lambda line: int(json.loads(line)["number"]))
            if in_order != games:
                self.file.close()
                write_bytes(path, b"".join([first, *in_order]))

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()


class GamesFile:
    """Appends games to a file in the game's own format (PGN in chess); without a path it does nothing.

    The file is first rewritten from the games already played, so it holds each game once however often a match stopped.
    """

    def __init__(self, path: Path | None, match: Match, done: dict[int, list[GameRecord]]) -> None:
        self.path, self.match = path, match
        self.write: Callable[[GameFile], str] | None = None
        if path is None:
            return
        self.write = match.loaded.extra("write_game", "records")
        if self.write is None:
            raise MossaError(f"{match.loaded.title} has no file format of its own for games; store them with --record")
        games = {
            number: self._text(number, records) for number, records in sorted(done.items()) if number < match.games
        }
        self.sizes = [(number, len(text.encode())) for number, text in games.items()]
        """Number and bytes of each game in the file."""
        write_text(path, "".join(games.values()))

    def _text(self, number: int, records: Sequence[GameRecord]) -> str:
        assert self.write is not None
        control = self.match.terms.control
        tags = {
            "Event": "mossa match",
            "Date": time.strftime("%Y.%m.%d"),
            "Round": str(number + 1),
            "TimeControl": str(control) if control else "-",
        }
        texts = []
        for one in records:
            legal = replace(one, moves=one.moves[:-1]) if one.ended == "illegal" else one
            said = {played: note.text(self.match.loaded) for played, note in enumerate(one.notes, 1)}
            game = GameFile.of(
                legal.line(),
                players=one.players,
                result=one.result,
                ended=one.ended,
                tags=tags,
                comments={played: text for played, text in said.items() if text},
            )
            texts.append(self.write(game))
        return "".join(text + "\n" for text in texts)

    def add(self, number: int, records: Sequence[GameRecord]) -> None:
        if self.path is not None:
            content = self._text(number, records).encode()
            try:
                with self.path.open("ab") as file:
                    file.write(content)
            except OSError as error:
                raise MossaError(f"{self.path} cannot be written: {error.strerror or error}") from None
            self.sizes.append((number, len(content)))

    def sort(self) -> None:
        """Put the games in order, when the last one is there."""
        if self.path is not None and self.sizes != sorted(self.sizes):
            content, at, games = read_bytes(self.path), 0, dict[int, bytes]()
            for number, size in self.sizes:
                games[number] = content[at : at + size]
                at += size
            write_bytes(self.path, b"".join(games[number] for number in sorted(games)))

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *_: object) -> None:
        pass
