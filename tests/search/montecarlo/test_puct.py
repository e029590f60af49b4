"""The engine with a network: compiled equals interpreted, proofs, limits, memory, noise, threads, wrong networks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.search.montecarlo.forest import forest, meaningless, nodes_of, tree_number

import mossa
from mossa import MossaError
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.pool import TOTAL, VISITS
from mossa.search.montecarlo.puct import Puct, answer, questions

CONNECT4 = mossa.game("connect4")


def shallow(batch: Any) -> tuple[Any, Any]:
    """A simple opinion of Connect Four: the middle is good, and so are threats."""
    planes = batch.reshape(len(batch), 5, 42)
    policies = np.tile(-0.2 * abs(np.arange(7) - 3.0), (len(batch), 1))
    return policies, np.tanh(0.3 * (planes[:, 2].sum(1) - planes[:, 3].sum(1)))


@pytest.mark.parametrize("options", [{}, {"batch": 1.0}, {"gumbel": 4.0, "noise": 1.0}, {"noise": 0.25}], ids=str)
def test_compiled_equals_interpreted(options: dict[str, float]) -> None:
    found = []
    for compiled in (False, True):
        engine = Puct(CONNECT4, shallow, memory_mib=2, seed=4, options=options, compiled=compiled)
        one = engine.search(CONNECT4.after("4 4 4 3").state, Limits(nodes=300))
        rows = int(engine.pool.used[0])
        found.append((nodes_of(engine), engine.pool.priors.array[:rows].tolist(), one.move, one.value, one.pv))
    assert found[0] == found[1]


@pytest.mark.parametrize("parameters", [{"players": 3}, {"players": 1}, {"chance": 3, "deep": 6}], ids=str)
def test_compiled_equals_interpreted_for_any_number_of_players(parameters: dict[str, int]) -> None:
    game = forest(**parameters)
    slow, fast = (Puct(game, meaningless(game), memory_mib=1, seed=2, compiled=c) for c in (False, True))
    for number in range(1, 12):
        state = tree_number(game, number)
        if not game.rules.is_chance(state):
            one, other = (engine.search(state, Limits(nodes=120)) for engine in (slow, fast))
            assert nodes_of(slow) == nodes_of(fast)
            assert (one.move, one.value) == (other.move, other.value)


def test_the_same_search_in_one_part_and_in_many() -> None:
    """A search that goes on is the one that was not interrupted, if the batches end alike."""
    whole, parts = (Puct(CONNECT4, shallow, memory_mib=2, options={"batch": 1.0}) for _ in range(2))
    state = CONNECT4.rules.start()
    whole.search(state, Limits(nodes=400))
    for _ in range(8):
        parts.search(state, Limits(nodes=50))
    assert nodes_of(whole) == nodes_of(parts)


def test_it_proves_what_can_be_proven() -> None:
    tris = mossa.game("tictactoe").rules

    def nothing(batch: Any) -> tuple[Any, Any]:
        return np.zeros((len(batch), 7)), np.zeros(len(batch))

    engine = Puct(CONNECT4, nothing, memory_mib=4)
    found = engine.search(CONNECT4.after("4 3 4 3 4").state, Limits(nodes=2000))
    assert CONNECT4.rules.write_move(CONNECT4.after("4 3 4 3 4").state, found.move) == "4"  # the only defence
    won = engine.search(CONNECT4.after("4 3 4 3 4 3").state, Limits(nodes=2000))
    assert (won.exact, won.value, won.pv) == (True, 1.0, (3,))
    assert tris.features is None


def test_a_kept_root_that_was_known_without_children_is_searched() -> None:
    for engine in (Puct(CONNECT4, shallow, memory_mib=2),):
        at = CONNECT4.after("4 3 4 3 4")
        engine.search(at.state, Limits(nodes=60))
        engine.advance([0])
        assert engine.search(at.play("1").state, Limits(nodes=60)).move == 3


def test_one_simulation_plays_by_the_policy() -> None:
    def likes_the_left_edge_least(batch: Any) -> tuple[Any, Any]:
        return np.tile(np.arange(7, dtype=np.float32), (len(batch), 1)), np.zeros(len(batch), np.float32)

    engine = Puct(CONNECT4, likes_the_left_edge_least, memory_mib=1)
    found = engine.search(CONNECT4.rules.start(), Limits(nodes=1), multipv=7)
    assert [move for move, _ in found.candidates] == [6, 5, 4, 3, 2, 1, 0]
    assert found.pv == (6,)
    more = engine.search(CONNECT4.rules.start(), Limits(nodes=300), multipv=3)
    assert [line[0] for line in more.variations] == [move for move, _ in more.candidates]
    assert more.variations[0] == more.pv
    assert all(len(line) > 1 for line in more.variations)


def test_a_full_pool_goes_on() -> None:
    engine = Puct(CONNECT4, shallow, memory_mib=1)
    found = engine.search(CONNECT4.rules.start(), Limits(nodes=12_000))
    assert found.nodes == 12_000
    assert engine.pool.used[0] <= engine.pool.capacity + 8
    rows = nodes_of(engine)
    kept = min(len(rows), engine.pool.capacity)
    assert all(row[VISITS] >= 0 for row in rows[:kept])


def test_threads_share_the_tree_and_lose_nothing() -> None:
    engine = Puct(CONNECT4, shallow, memory_mib=8, threads=3, options={"proofs": 0.0, "knowledge": 0.0})
    assert engine.search(CONNECT4.rules.start(), Limits(nodes=6000)).nodes == 6000
    rows = nodes_of(engine)
    assert rows[0][VISITS] == 6000
    assert sum(row[VISITS] for row in rows[1:8]) == 5999  # all but that of the root itself
    assert all(abs(row[TOTAL]) <= row[VISITS] * engine.unit for row in rows)


def test_noise_is_mixed_in_once_for_each_root() -> None:
    engine = Puct(CONNECT4, shallow, memory_mib=2, seed=3, options={"noise": 0.25})
    state = CONNECT4.rules.start()
    engine.search(state, Limits(nodes=20))
    first = engine.pool.priors.array[1:8].copy()
    clean = np.exp(-0.2 * abs(np.arange(7) - 3.0))
    clean /= clean.sum()
    assert first.sum() == pytest.approx(1, abs=1e-5)
    assert (first >= 0.75 * clean - 1e-6).all()
    assert abs(first - clean).max() > 0.01
    engine.search(state, Limits(nodes=20))
    assert engine.pool.priors.array[1:8].tolist() == first.tolist()


def test_many_searches_ask_one_network() -> None:
    alone = Puct(CONNECT4, shallow, memory_mib=1, options={"gumbel": 4.0, "batch": 4.0})
    states = [CONNECT4.after(moves).state for moves in ("", "4", "4 4", "1 2 3")]
    expected = []
    for state in states:
        alone.forget()
        expected.append(alone.search(state, Limits(nodes=40)).candidates or nodes_of(alone))
    engines = [Puct(CONNECT4, shallow, memory_mib=1, options={"gumbel": 4.0, "batch": 4.0}) for _ in states]
    running = [(engine, engine.steps(state, 40)) for engine, state in zip(engines, states, strict=True)]
    while running:
        waiting = [(engine, steps, batch) for engine, steps in running if (batch := next(steps, None)) is not None]
        running = [(engine, steps) for engine, steps, _ in waiting]
        for engine, _, batch in waiting:
            answer(batch, *engine.predictor(questions(batch)))
    assert [nodes_of(engine) for engine in engines] == expected
    for engine in engines:
        policy = engine.recommended()
        assert sum(policy) == pytest.approx(1)
        assert len(policy) == 7


def test_wrong_networks_and_wrong_options() -> None:
    def wide(batch: Any) -> tuple[Any, Any]:
        return np.zeros((len(batch), 9)), np.zeros(len(batch))

    with pytest.raises(MossaError, match=r"predict of connect4 gives policies of the shape \(1, 9\) for 1 states"):
        Puct(CONNECT4, wide)
    with pytest.raises(MossaError, match="nim has nothing to show to a network"):
        Puct(mossa.game("nim"), wide)
    for options, why in (
        ({"rave": 50.0}, "rave is for random simulations, and with a network there are none"),
        ({"batch": 0.0}, "the option batch of Monte Carlo tree search is 1 to 4096, not 0"),
        ({"noise": 2.0}, "the option noise is a share from 0 to 1, not 2"),
    ):
        with pytest.raises(MossaError, match=why):
            Puct(CONNECT4, shallow, options=options)
    asked = []

    def breaks(batch: Any) -> tuple[Any, Any]:
        asked.append(len(batch))
        return np.zeros((len(batch), 7)), np.full(len(batch), np.nan if len(asked) > 5 else 0.0)

    engine = Puct(CONNECT4, breaks, memory_mib=1)
    with pytest.raises(MossaError, match="predict of connect4 gives a number that is not finite"):
        engine.search(CONNECT4.rules.start(), Limits(nodes=500))
