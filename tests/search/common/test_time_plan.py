"""How a search spends the time it is given; told in seconds, without a clock."""

from __future__ import annotations

import mossa
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.time_plan import TimePlan


def shown(*iterations: tuple[int, int]) -> TimePlan:
    plan = TimePlan()
    for move, score in iterations:
        plan.update(SearchResult(move, 0.0, score=score))
    return plan


def least(plan: TimePlan) -> int:
    """The hundredths of the planned time after which it is enough."""
    return next(spent for spent in range(1000) if plan.is_enough(spent / 100, 1.0))


def test_before_the_first_iteration_nothing_is_enough() -> None:
    assert not TimePlan().is_enough(1e9, 1.0)


def test_a_settled_move_takes_less_a_new_or_a_worse_one_more() -> None:
    usual = least(shown((1, 10), (1, 10)))
    settled = least(shown(*[(1, 10)] * 8))
    new = least(shown((1, 10), (1, 10), (2, 12)))
    worse = least(shown((1, 10), (1, -60)))
    assert settled < usual < new < worse
    assert least(shown((1, 10), (2, -60))) > worse


def test_a_plan_ends_the_search_only_where_there_is_one() -> None:
    """A second planned and a day at most: the search must not last a day. Without a plan the depth is reached."""
    game = mossa.game("connect4")
    searcher = Searcher(game, memory_mib=1)
    state = game.rules.start()
    planned = searcher.search(state, Limits(time=1e-6, most=86_400))
    assert planned.depth == 1
    assert searcher.search(state, Limits(depth=8, most=86_400)).depth == 8


def test_a_forced_move_is_made_after_one_iteration() -> None:
    game = mossa.game("checkers")
    forced = game.position("W:W18,32:B15,5,1")  # a capture
    assert len(forced.legal) == 1
    assert Searcher(game, memory_mib=1).search(forced.state, Limits(time=3600, most=7200)).depth == 1
