"""Values as scores, for boards that show scores: what an engine without scores says of a position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import win_score

from .score_text import SCALE

__all__ = ["value_score", "with_scores"]

SUREST = 0.99999
"""Values beyond it count as this one: nothing that is only estimated is certain."""


def value_score(game: Game, value: float) -> int:
    """The score of which `expected_utility` is this value: 400 where a win is ten times as likely as a loss.

    >>> import mossa
    >>> chess = mossa.game("chess")
    >>> value_score(chess, 0.0), value_score(chess, 9 / 11), value_score(chess, -1.0)
    (0, 400, -2120)
    """
    greatest = max(map(abs, game.facts.utility))
    share = max(-SUREST, min(SUREST, value / greatest))
    return round(2 * SCALE / math.log(10) * math.atanh(share))


def with_scores(position: Position, found: SearchResult) -> SearchResult:
    """The result of a search with a score, and a line with its score for each candidate; unchanged if it has a score.

    The score of a proven win is that of its distance, if the line goes on to the end of the game.
    """
    if found.score is not None:
        return found
    pairs = found.candidates or ((found.move, found.value),)
    pvs = found.variations or tuple(found.pv if found.pv[:1] == (move,) else (move,) for move, _ in pairs)
    lines = tuple(
        (_score(position, value, pv, found.exact and move == found.move), pv)
        for (move, value), pv in zip(pairs, pvs, strict=True)
    )
    return replace(found, score=lines[0][0], lines=lines)


def _score(position: Position, value: float, line: Sequence[int], proven: bool) -> int:
    """The score of a value, at the end of a line."""
    game, at = position.game, position
    if proven and value and game.facts.score is None:
        for move in line:
            at = at.play(move)
        if at.is_over:
            distance = abs(round(value)) * win_score(game) - len(line)
            return distance if value > 0 else -distance
    return value_score(game, value)
