"""Perfect play without a search, where a game knows its end (`bounds` and `plies_to_end`, from endgame tables)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import win_score

__all__ = ["perfect_line", "perfect_result"]

SHOWN = 10
"""Moves of the line in a result."""


def perfect_line(game: Game, state: State, most: int = 1 << 30) -> Iterator[int]:
    """The moves to the known end, both sides playing perfectly, at most `most` of them."""
    rules = game.rules
    if rules.plies_to_end is None:
        return
    plies = rules.plies_to_end(state)
    for left in range(plies - 1, max(-1, plies - 1 - most), -1):
        for move in rules.legal(state):
            after = rules.play(state, move)
            if rules.plies_to_end(after) == left:
                break
        else:
            return
        yield move
        state = after


def perfect_result(game: Game, state: State) -> SearchResult | None:
    """The exact value and all optimal moves, if the game knows the outcome of the state and of all its moves.

    Of two wins the shorter is better, of two losses the longer.
    """
    rules, begin = game.rules, time.perf_counter()
    if rules.bounds is None or rules.plies_to_end is None or rules.score is not None:
        return None
    least, most = rules.bounds(state)
    if least != most:
        return None
    marks: dict[int, tuple[int, int]] = {}
    for move in rules.legal(state):
        after = rules.play(state, move)
        if rules.is_over(after):
            value, plies = int(rules.utility(after, rules.mover(state))), 0
        else:
            low, high = rules.bounds(after)
            value, plies = -low, rules.plies_to_end(after)
            if low != high or (low != 0 and plies < 0):
                return None
        marks[move] = value, -value * plies
    if not marks:
        return None
    best = max(marks.values())
    moves = tuple(move for move, mark in marks.items() if mark == best)
    plies = rules.plies_to_end(state)
    score = 0 if least == 0 else least * win_score(game) - (plies if least > 0 else -plies)
    line = (moves[0], *perfect_line(game, rules.play(state, moves[0]), SHOWN - 1))
    seconds = time.perf_counter() - begin
    return SearchResult(
        moves[0],
        float(least),
        moves,
        score,
        max(plies, 0),
        len(marks),
        0,
        seconds,
        line,
        bound_hits=len(marks),
        exact=True,
    )
