"""The expectimax engine: compiled and interpreted, filters, several lines, threads, limits, refusals."""

from __future__ import annotations

import threading

import pytest
from tests.search.chance.race import RACE, positions

import mossa
from mossa.search.chance.expectimax import DEFAULTS, Expectimax, require_chances
from mossa.search.common.limits import Limits


def test_compiled_equals_interpreted_to_the_node() -> None:
    for state in positions(3, 3):
        slow, fast = (
            Expectimax(RACE, memory_mib=1, compiled=compiled).search(state, Limits(depth=3))
            for compiled in (False, True)
        )
        assert (slow.nodes, slow.move, slow.depth) == (fast.nodes, fast.move, fast.depth)
        assert slow.value == pytest.approx(fast.value, abs=1e-12)


def test_a_filter_gives_a_lower_bound_of_the_value() -> None:
    """For the player who moves: he only has fewer moves; for depth 2 the filter has no part in the other's moves."""
    engine, filtered = Expectimax(RACE, memory_mib=1), Expectimax(RACE, memory_mib=1, options={"keep": 1})
    values = []
    for state in positions(11, 30):
        full, less = engine.search(state, Limits(depth=2)), filtered.search(state, Limits(depth=2))
        assert less.value <= full.value + 1e-6
        values.append(less.value < full.value - 1e-6)
    assert any(values)


def test_several_lines_are_exact_and_ties_are_all_found() -> None:
    engine = Expectimax(RACE, memory_mib=1)
    for state in positions(5, 10):
        if len(RACE.rules.legal(state)) < 2:
            continue
        found = engine.search(state, Limits(depth=3), multipv=2)
        for move, worth in found.candidates:
            alone = Expectimax(RACE, memory_mib=1).search(state, Limits(depth=3), only=[move])
            assert alone.value == pytest.approx(worth, abs=2e-6)
        filtered = Expectimax(RACE, memory_mib=1, options={"keep": 1}).search(state, Limits(depth=3), multipv=2)
        assert len(filtered.candidates) == 2
    same = RACE.rules.start()._replace(die=3, mine=(5, 4))  # both win nothing and lose nothing more than the other
    tied = engine.search(same, Limits(depth=1), ties=True)
    assert tied.moves[0] == tied.move


def test_threads_find_the_same_value() -> None:
    state = RACE.rules.play(RACE.rules.play(RACE.rules.play(RACE.rules.start(), 2), 0), 3)._replace(mine=(2, 1))
    alone = Expectimax(RACE, memory_mib=1).search(state, Limits(depth=5))
    shared = Expectimax(RACE, memory_mib=1, threads=2).search(state, Limits(depth=5))
    assert shared.value == pytest.approx(alone.value, abs=2e-6)


def test_limits_end_a_search() -> None:
    state = RACE.rules.play(RACE.rules.start(), 2)
    engine = Expectimax(RACE, memory_mib=1)
    assert engine.search(state, Limits(nodes=5000)).nodes <= 5001
    stop = threading.Event()
    stop.set()
    assert engine.search(state, Limits(stop=stop)).move in RACE.rules.legal(state)
    assert engine.search(state, Limits(time=0.05)).depth >= 1


@pytest.mark.parametrize(
    ("name", "why"), [("tictactoe", "has no chance"), ("kuhn", "hides information"), ("trio", "has 3 players")]
)
def test_games_it_does_not_play(name: str, why: str) -> None:
    with pytest.raises(mossa.MossaError, match=why):
        require_chances(mossa.game(name))


def test_wrong_words() -> None:
    with pytest.raises(mossa.MossaError, match="no option 'colour'; it has star"):
        Expectimax(RACE, options={"colour": 1})
    with pytest.raises(mossa.MossaError, match="chance moves here"):
        Expectimax(RACE).search(RACE.rules.start(), Limits(depth=1))
    assert set(DEFAULTS) == {"star", "table", "keep", "margin"}
