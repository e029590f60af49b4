"""The progress of a search: what was found so far, and whether it is decided."""

from __future__ import annotations

import time

import mossa
from mossa.search.alphabeta.progress import Progress
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import win_score

GAME = mossa.game("tictactoe")


def test_a_mate_is_one_only_within_the_depth() -> None:
    progress, win = Progress(GAME, [], 4, None, time.perf_counter()), win_score(GAME)
    assert (progress.found.move, progress.score, progress.is_won) == (4, 0, False)
    for plies in range(1, 10):
        for depth in range(10):
            progress.update(score=win - plies, depth=depth)
            assert progress.is_won == (plies <= depth)
            assert progress.is_mate(plies - win, depth) == (plies <= depth)
    progress.update(score=-win + 3, depth=9)
    assert not progress.is_won


def test_where_points_count_nothing_is_a_mate() -> None:
    othello = mossa.game("othello")
    progress = Progress(othello, [], 1, None, time.perf_counter())
    assert not progress.is_mate(6400, 60)


def test_who_follows_the_search_is_told_what_was_found() -> None:
    told: list[SearchResult] = []
    progress = Progress(GAME, [], 0, told.append, time.perf_counter() - 5)
    progress.update(move=3, pv=(3, 1))
    progress.notify()
    assert told == [progress.found]
    assert progress.seconds >= 5
