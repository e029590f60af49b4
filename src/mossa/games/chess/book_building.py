"""Building opening books: from named openings judged by a search, or from games.

The package's own book has all moves of the named openings (`openings.py`). Every position of these lines is searched; a
move's weight grows with the number of openings through it, and falls by a factor of ten for each pawn that it is worse
than the best book move of the position. A move that loses more than UNSOUND has weight 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path

from mossa import MossaError, game
from mossa.core.files import read_text, write_text
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits

from .board import State, mover
from .book import Entry, book_key, pack
from .notation import read_move
from .openings import Opening
from .records import read_games
from .rules import play, start

__all__ = ["count_games", "judge", "judge_openings", "named_entries"]

UNSOUND = 70
"""A move that loses more than this, in hundredths of a pawn, is not played from the book."""
HEAVY = 1000
"""The weight of the best move if one opening goes through it."""
GOOD_ENOUGH = 1000
"""Scores are clipped to ± this value: mates and won queens are not distinguished."""

Progress = Callable[[int, int], None]


def judge(states: Iterable[State], nodes: int, progress: Progress | None = None) -> dict[int, int]:
    """Key → White's score of the state, by a search of this many nodes."""
    todo = list(states)
    chess = game("chess")
    searcher = Searcher(chess, memory_mib=64)
    found = {}
    for done, state in enumerate(todo, 1):
        score = searcher.search(state, Limits(nodes=nodes)).score or 0
        score = max(-GOOD_ENOUGH, min(GOOD_ENOUGH, score))
        found[book_key(state)] = -score if mover(state) else score
        if progress is not None:
            progress(done, len(todo))
    return found


def walk(moves: Iterable[str]) -> list[tuple[State, int]]:
    """Each state of a line with the move made there."""
    state, found = start(), []
    for text in moves:
        move = read_move(state, text)
        if move < 0:
            raise MossaError(f"{text} is not legal in the line {' '.join(moves)}")
        found.append((state, move))
        state = play(state, move)
    return found


def named_entries(openings: Iterable[Opening], scores: dict[int, int]) -> list[Entry]:
    """The entries of a book of these openings; `scores` judges the position after each move, for White, by key."""
    counts: dict[tuple[int, int], int] = {}
    values: dict[tuple[int, int], int] = {}
    for one in openings:
        for state, move in walk(one.moves):
            place = book_key(state), pack(move)
            counts[place] = counts.get(place, 0) + 1
            score = scores[book_key(play(state, move))]
            values[place] = -score if mover(state) else score
    best: dict[int, int] = {}
    for (key, _), value in values.items():
        best[key] = max(best.get(key, value), value)
    entries = []
    for (key, move), value in values.items():
        loss = best[key] - value
        weight = 0 if loss > UNSOUND else round(HEAVY * math.sqrt(counts[key, move]) * 10 ** (-loss / 100))
        entries.append(Entry(key, move, weight))
    return entries


def judge_openings(
    openings: Iterable[tuple[str, str, tuple[str, ...]]], nodes: int, progress: Progress | None = None
) -> tuple[list[Opening], list[Entry]]:
    """Search every position of named lines (code, name, moves): the openings with their scores, and their book."""
    named = list(openings)
    states = {book_key(state): state for *_, moves in named for at, move in walk(moves) for state in (play(at, move),)}
    scores = judge(states.values(), nodes, progress)
    judged = []
    for eco, name, moves in named:
        at, move = walk(moves)[-1]
        key = book_key(play(at, move))
        judged.append(Opening(eco, name, moves, scores[key], key))
    return judged, named_entries(judged, scores)


def write_openings(path: Path, openings: Iterable[Opening]) -> None:
    """Write the file that `openings.named_openings` reads."""
    head = "# code, name, moves, score for White in hundredths of a pawn, key; made by `mossa book own`\n"
    rows = ("\t".join((o.eco, o.name, " ".join(o.moves), str(o.score), f"{o.key:016x}")) for o in openings)
    write_text(path, head + "\n".join(rows) + "\n")


def count_games(paths: Iterable[Path], plies: int) -> tuple[list[Entry], list[str]]:
    """Entries from the games of PGN files, and what was left out of them.

    A move gets two points for a win of the player who made it and one for a draw or an unknown result, so that it is
    played as often as it succeeded. The first `plies` plies of each game count.
    """
    entries, skipped = [], []
    for path in paths:
        games, left_out = read_games(read_text(path))
        skipped += [f"{path.name}, {sentence}" for sentence in left_out]
        for one in games:
            won = 0 if one.result is None else int(one.result[0])
            for state, move in zip(one.states(play)[:plies], one.moves, strict=False):
                entries.append(Entry(book_key(state), pack(move), 1 + (-won if mover(state) else won)))
    return entries, skipped
