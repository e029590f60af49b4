"""Records of the parts of a match, put together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mossa.core.files import read_bytes, write_text
from mossa.kernel.errors import MossaError

from .match import Match, score_of
from .match_files import read_games, record_lines
from .match_score import MatchScore
from .record import GameRecord

__all__ = ["Merged", "merge_matches"]


class Merged(NamedTuple):
    """A match from its parts."""

    match: Match
    score: MatchScore
    missing: int
    """How many games with a lower number than the last one are in none of the parts."""


def merge_matches(paths: Sequence[Path], out: Path | None = None) -> Merged:
    """The match whose games are in these records; with `out`, one record of them all, from which it can go on.

    A game that is in several of them counts once; if they differ, that is an error.
    """
    signature = _signature(paths[0])
    games: dict[int, list[GameRecord]] = {}
    found_in: dict[int, Path] = {}
    match = Match.of_signature(signature, 1)
    for path in paths:
        if _signature(path) != signature:
            raise MossaError(f"{path} is not of the same match as {paths[0]}: players, terms, openings or seed differ")
        for number, records in read_games(match, path)[0].items():
            if games.setdefault(number, records) != records:
                raise MossaError(f"game {number + 1} differs in {found_in[number]} and {path}; which one counts?")
            found_in[number] = path
    if not games:
        raise MossaError(f"there are no games in {', '.join(map(str, paths))}")
    match = Match.of_signature(signature, max(games) + 1)
    if out is not None:
        write_text(out, "".join(record_lines(match, games)))
    return Merged(match, score_of(match, games), match.games - len(games))


def _signature(path: Path) -> Any:
    """The first line of a record."""
    first, _, _ = read_bytes(path).partition(b"\n")
    try:
        data = json.loads(first)
        signature = data["match"]
        Match.of_signature(signature, 1)
    except (ValueError, KeyError, TypeError) as error:
        raise MossaError(f"{path} is not the record of a match: its first line does not say which one") from error
    return signature
