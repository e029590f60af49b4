"""Chance nodes whose outcomes are drawn: how they grow, what they prove, and what they are worth."""

from __future__ import annotations

import pytest

from mossa import Game
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.outcomes import FEWEST
from mossa.search.montecarlo.pool import LINK, STRIDE, VISITS, children, first_child
from mossa.search.montecarlo.uct import MonteCarlo

LATE = "0 6 1 0 6 1 0 3"


@pytest.mark.parametrize("options", [{}, {"rave": 100.0}])
def test_interpreted_and_compiled_do_the_same(drawn_race: Game, options: dict[str, float]) -> None:
    state = drawn_race.rules.start()
    engines = [MonteCarlo(drawn_race, options=options, seed=2, compiled=compiled) for compiled in (False, True)]
    slow, fast = (engine.search(state, Limits(nodes=1500), multipv=2) for engine in engines)
    assert (slow.candidates, slow.held, slow.pv) == (fast.candidates, fast.held, fast.pv)


def test_a_node_has_more_outcomes_the_more_often_it_is_visited(drawn_race: Game) -> None:
    engine = MonteCarlo(drawn_race, seed=1)
    engine.search(drawn_race.rules.start(), Limits(nodes=3000))
    words = engine.pool.words
    node = first_child(words[LINK])  # after a throw
    n = children(words[node + LINK])
    assert n == 16
    assert (n // 2) ** 3 <= words[node + VISITS] < n**3 + 1
    outcomes = [first_child(words[node + LINK]) + i * STRIDE for i in range(n)]
    assert all(children(words[at + LINK]) in (0, 2) for at in outcomes)
    visits = sum(words[at + VISITS] for at in outcomes)
    assert words[node + VISITS] - 1 <= visits <= words[node + VISITS]
    assert FEWEST == 4


def test_the_mean_goes_to_the_value(race: Game, drawn_race: Game) -> None:
    listed, drawn = (
        MonteCarlo(game, seed=1).search(game.after(LATE).state, Limits(nodes=100_000)) for game in (race, drawn_race)
    )
    assert drawn.value == pytest.approx(listed.value, abs=0.1)
    assert drawn.move == listed.move
    assert not drawn.exact


def test_a_full_pool_is_cleared_and_threads_share_it(drawn_race: Game) -> None:
    engine = MonteCarlo(drawn_race, memory_mib=1, threads=2)
    found = engine.search(drawn_race.rules.start(), Limits(nodes=60_000))
    assert found.nodes >= 60_000
    assert engine.pool.words[VISITS] > 30_000
