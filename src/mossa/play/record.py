"""The record of one game: players, moves, result."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mossa.core.files import read_json, write_json
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game
from mossa.core.variations import DEEPEST, Variation
from mossa.kernel.errors import MossaError

from . import move_note
from .move_note import MoveNote

__all__ = ["ENDINGS", "GameRecord", "opening_of"]

ENDINGS = {
    "": "not ended",
    "over": "by the rules",
    "illegal": "an illegal move",
    "time": "time ran out",
    "resigned": "resignation",
    "crash": "a program that failed",
    "agreed": "a draw by agreement",
    "claim": "a draw that the referee claimed",
    "adjudicated": "the referee's judgement",
}
"""The ways in which a game can end."""

RARE = ("late", "notes", "tags", "comments", "marks")
"""Fields that are written only where they are not empty."""
PLY = re.compile(r"\d{1,5}", re.ASCII)
"""A number of moves, as a name in JSON."""
LARGEST = 1 << 64
"""Utilities and seeds are smaller than this."""


def opening_of(position: Position) -> str:
    """The name of the opening that led to a position, from the game's `opening_of(position)`; else an empty text.

    >>> import mossa
    >>> opening_of(mossa.game("chess").after("e4 e6"))
    'C00 French Defense'
    """
    offered = position.game.extra("opening_of", "openings")
    named = offered(position) if offered is not None else None
    return str(named) if named else ""


@dataclass(frozen=True)
class GameRecord:
    """A game that was played or is being played. Chance outcomes are among its moves.

    >>> record = GameRecord("tictactoe", ("random", "human"), ("b2", "a1"))
    >>> record.final().text
    'O---X----'
    """

    game: str
    """The spec of the game: `connect4:columns=5`."""
    players: tuple[str, ...]
    """The spec of the player in each seat."""
    moves: tuple[str, ...]
    position: str | None = None
    """The position it began with, if not the game's start."""
    result: tuple[float, ...] | None = None
    """The utilities of the seats, once it has ended."""
    ended: str = ""
    """How it ended: a key of ENDINGS."""
    by: int | None = None
    """The seat that lost by an illegal move, on time or by resigning."""
    seed: int = 0
    """The seed of its chance outcomes."""
    names: tuple[str, ...] = ()
    """The names of the players, in a game from elsewhere."""
    variations: tuple[Variation[str], ...] = ()
    """Alternative lines."""
    late: float = 0.0
    """Seconds by which the clock was exceeded, where time ran out."""
    notes: tuple[MoveNote, ...] = ()
    """What is noted of each move, in a match; the last moves may lack one."""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Other facts by their names in PGN: Event, Date …"""
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    """After how many moves → the comment there."""
    marks: Mapping[int, str] = field(default_factory=dict, hash=False)
    """The same for annotations: `!`, `$14`."""

    def line(self, loaded: Game | None = None) -> list[Position]:
        """Every position of the game, the first one included. `loaded` is the game, if it is loaded already."""
        loaded = loaded or game(self.game)
        at = loaded.start() if self.position is None else loaded.position(self.position)
        positions = [at]
        for i, move in enumerate(self.moves, 1):
            try:
                at = at.play(move)
            except MossaError as error:
                raise MossaError(f"move {i} of the record: {error}") from None
            positions.append(at)
        return positions

    def final(self) -> Position:
        """The last position."""
        return self.line()[-1]

    def opening(self) -> str:
        """The name of its opening, where the game names openings."""
        return opening_of(self.final())

    def as_dict(self) -> dict[str, Any]:
        """The fields of the JSON file; those of RARE only where they say something."""
        plain: dict[str, Any] = _plain(asdict(self) | {"notes": [note.as_list() for note in self.notes]})
        return plain

    @classmethod
    def from_dict(cls, data: Any, source: str = "the record") -> GameRecord:
        """The inverse of `as_dict`; a MossaError names a field that is missing or wrong."""
        if not isinstance(data, dict):
            raise MossaError(f"{source} is not a record of a game: it holds a {type(data).__name__}, not an object")
        wrong = next((name for name, fits in _FIELDS.items() if not fits(data.get(name))), None)
        if wrong is not None:
            raise MossaError(f"{source} is not a record of a game: its field {wrong!r} is missing or wrong")
        result = data.get("result")
        return cls(
            data["game"],
            tuple(data["players"]),
            tuple(data["moves"]),
            data.get("position"),
            None if result is None else tuple(result),
            data.get("ended", ""),
            data.get("by"),
            data.get("seed", 0),
            tuple(data.get("names") or ()),
            _read_variations(data.get("variations")),
            data.get("late") or 0.0,
            tuple(map(MoveNote.from_list, data.get("notes") or ())),
            dict(data.get("tags") or {}),
            _by_ply(data.get("comments")),
            _by_ply(data.get("marks")),
        )

    def save(self, path: Path) -> None:
        """Write it to a JSON file."""
        write_json(path, self.as_dict())

    @classmethod
    def load(cls, path: Path) -> GameRecord:
        """Read it from a JSON file."""
        return cls.from_dict(read_json(path), str(path))


def _plain(value: Any) -> Any:
    """The value with tuples turned into lists, as in JSON."""
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items() if one or name not in RARE}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _read_variations(data: Any) -> tuple[Variation[str], ...]:
    return tuple(
        Variation(
            one["after"],
            tuple(one["moves"]),
            _read_variations(one.get("variations")),
            _by_ply(one.get("comments")),
            _by_ply(one.get("marks")),
        )
        for one in data or ()
    )


def _by_ply(data: Any) -> dict[int, str]:
    """Texts by a number of moves; JSON has texts as names."""
    return {int(played): text for played, text in (data or {}).items()}


def _are_texts(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and all(isinstance(one, str) for one in value.values()))


def _are_remarks(value: Any) -> bool:
    return _are_texts(value) and all(PLY.fullmatch(str(played)) for played in value or ())


def _are_variations(value: Any, depth: int = 1) -> bool:
    if value is None:
        return True
    return isinstance(value, list) and depth <= DEEPEST and all(_is_variation(one, depth) for one in value)


def _is_variation(value: Any, depth: int) -> bool:
    if not isinstance(value, dict) or not _whole(value.get("after")) or value["after"] < 0:
        return False
    if not (_are_remarks(value.get("comments")) and _are_remarks(value.get("marks"))):
        return False
    return _texts(value.get("moves")) and bool(value["moves"]) and _are_variations(value.get("variations"), depth + 1)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _utilities(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(u, int | float) and abs(u) < LARGEST for u in value)


_FIELDS: dict[str, Callable[[Any], bool]] = {
    "game": lambda value: isinstance(value, str),
    "players": _texts,
    "moves": _texts,
    "position": lambda value: value is None or isinstance(value, str),
    "result": lambda value: value is None or _utilities(value),
    "ended": lambda value: value is None or (isinstance(value, str) and value in ENDINGS),
    "by": lambda value: value is None or _whole(value),
    "seed": lambda value: value is None or (_whole(value) and abs(value) < LARGEST),
    "names": lambda value: value is None or _texts(value),
    "variations": _are_variations,
    "late": lambda value: value is None or _utilities([value]),
    "notes": lambda value: value is None or (isinstance(value, list) and all(map(move_note.fits, value))),
    "tags": _are_texts,
    "comments": _are_remarks,
    "marks": _are_remarks,
}
