"""Values as scores, for boards that show scores: what an engine without scores says of a position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import POINT, expected_value, win_score

__all__ = ["value_score", "with_scores"]

SUREST = 2000
"""No estimate has a greater score: nothing that is only estimated is certain."""


def value_score(game: Game, value: float) -> int:
    """The score whose `expected_utility` is nearest to this value.

    >>> import mossa
    >>> connect4 = mossa.game("connect4")
    >>> value_score(connect4, 0.0), value_score(connect4, 9 / 11), value_score(connect4, -1.0)
    (0, 400, -2000)
    """
    facts = game.facts
    if facts.score is not None and tuple(facts.score) == tuple(facts.utility):
        return round(value * POINT)

    def expected(score: int) -> float:
        return expected_value(game.rules, score)

    scores = range(1 - SUREST, SUREST)
    above = bisect_left(scores, value, key=expected) - SUREST + 1
    return above if expected(above) - value < value - expected(above - 1) else above - 1


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
