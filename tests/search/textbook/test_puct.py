"""PUCT and the Gumbel root in the textbook: the formulas at each child, the engine's numbers, halving, drawing."""

from __future__ import annotations

import math

import pytest
from tests.search.montecarlo.forest import forest, meaningless, tree_number

import mossa
from mossa.core.network_rules import Predictor
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.puct import Puct
from mossa.search.textbook import network_of, run
from mossa.search.textbook.drawing import draw_svg, draw_text

TWO_PLY = mossa.game("tree:tree=((3 12 8) (2 4 6) (14 5 2))").rules
PLAIN = {"proofs": 0.0, "knowledge": 0.0, "batch": 1.0}


@pytest.mark.parametrize("algorithm", ["puct", "gumbel"])
@pytest.mark.parametrize("parameters", [{}, {"players": 3}, {"players": 1}, {"wide": 6, "deep": 5}], ids=str)
def test_the_engine_finds_the_same_means(algorithm: str, parameters: dict[str, int]) -> None:
    """Two programs that share nothing but the game, the network and the seed."""
    game = forest(**parameters)
    options = PLAIN | {"exploration": 1.0} | ({"gumbel": 16.0} if algorithm == "gumbel" else {})
    engine = Puct(game, meaningless(game), memory_mib=1, options=options)
    predictor = Predictor(game, meaningless(game))
    for number in range(1, 16):
        state = tree_number(game, number)
        engine.forget()
        found = engine.search(state, Limits(nodes=60), multipv=9)
        trace = run(
            algorithm, game.rules, state, simulations=60, exploration=1.0, trace=False, predictor=predictor, seed=number
        )
        mover = game.rules.mover(state)
        own = {
            int(text): worth[mover] if isinstance(worth, tuple) else worth if mover == 0 else -worth
            for text, worth in trace.candidates.items()
        }
        assert {move: worth for move, worth in found.candidates if move in own} == {
            move: pytest.approx(worth, abs=1e-4) for move, worth in own.items()
        }
        assert str(found.move) == trace.best


@pytest.mark.parametrize("algorithm", ["puct", "gumbel"])
def test_chance_is_drawn_as_the_engine_draws_it(algorithm: str) -> None:
    game = forest(chance=3, deep=6)
    options = PLAIN | {"exploration": 1.0} | ({"gumbel": 16.0} if algorithm == "gumbel" else {})
    engine = Puct(game, meaningless(game), memory_mib=1, options=options)
    predictor, compared = Predictor(game, meaningless(game)), 0
    for number in range(1, 30):
        state = tree_number(game, number)
        if game.rules.is_chance(state):
            continue
        engine.forget()
        engine.memories[0].seed = mossa.u64(number)
        found = engine.search(state, Limits(nodes=80), multipv=9)
        trace = run(
            algorithm, game.rules, state, simulations=80, exploration=1.0, trace=False, predictor=predictor, seed=number
        )
        side = 1 if game.rules.mover(state) == 0 else -1
        own = {int(text): pytest.approx(side * worth, abs=1e-4) for text, worth in trace.candidates.items()}
        assert {move: worth for move, worth in found.candidates if move in own} == own
        compared += 1
    assert compared > 10


def test_selection_takes_the_greatest_bound() -> None:
    """Each bound is the formula on the means, priors and visits of that moment; MIN takes the least."""
    trace = run("puct", TWO_PLY, simulations=200, exploration=0.7)
    low, high = TWO_PLY.facts.utility
    cursor, compared, untried = trace.cursor(0), 0, 0
    while cursor.forward():
        event = cursor.event
        assert event is not None
        if event.kind != "select":
            continue
        compared += 1
        side = 1 if len(event.path) == 1 else -1
        visits = {path: cursor.labels[path].visits for path in event.paths}
        total, bounds = sum(visits.values()), {}
        for path, (mean, bonus) in zip(event.paths, event.terms, strict=True):
            assert side * bonus == pytest.approx(0.7 * (high - low) / 3 * math.sqrt(total + 1) / (1 + visits[path]))
            if visits[path]:
                assert mean == pytest.approx(cursor.labels[path].value)
            elif total:
                tried = [one for one in event.paths if visits[one]]
                known = sum(visits[one] * cursor.labels[one].value for one in tried) / total
                less = 0.1 * (high - low) * math.sqrt(len(tried) / 3)
                assert mean == pytest.approx(known - side * less)
                untried += 1
            bounds[path] = side * (mean + bonus)
        assert bounds[event.path] == max(bounds.values())
    assert compared > 200
    assert untried > 5
    assert trace.best == "a1"
    assert trace.value == pytest.approx(3, abs=1.5)


def test_a_round_asks_the_network_and_goes_back_up() -> None:
    game = mossa.game("connect4")
    trace = run("puct", game.rules, simulations=30, **network_of("puct", game))
    kinds = [event.kind for event in trace.events]
    assert kinds.count("ask") == trace.leaves == 30
    assert kinds[:2] == ["ask", "backup"]
    asked = trace.events[0]
    assert len(asked.paths) == 7
    assert sum(float(prior.split()[1]) for prior in asked.reason.split(", ")) == pytest.approx(1, abs=0.01)
    assert "network: the root is worth" in trace.sentence(asked)
    assert trace.best == "4"
    for draw in (draw_text, draw_svg):
        small = run("puct", TWO_PLY, simulations=12)
        assert all(draw(small, step) for step in range(len(small.events) + 1))


def test_the_gumbel_root_halves() -> None:
    game = mossa.game("connect4")
    trace = run("gumbel", game.rules, simulations=40, **network_of("gumbel", game))
    halved = [event for event in trace.events if event.kind == "halve"]
    assert [len(event.paths) for event in halved] == [4, 2]
    for event in halved:
        looks = [sum(pair) for pair in event.terms]
        assert looks == sorted(looks, reverse=True)
        assert trace.sentence(event).startswith("halving: ")
    assert {event.path for event in trace.events if event.kind == "select" and len(event.path) == 1} == {
        (place,) for place in range(7)
    }
    assert trace.cursor().labels[()].visits == 40


def test_without_a_network_the_priors_are_equal() -> None:
    tris = mossa.game("tictactoe")
    assert network_of("puct", tris) == {"predictor": None}
    assert network_of("mcts", tris) == {}
    trace = run("puct", tris.rules, simulations=3000, trace=False)
    assert trace.value == pytest.approx(0, abs=0.2)
    forced = tris.after("b2 a1 c1")  # a3 would win
    assert run("puct", tris.rules, forced.state, simulations=2000, trace=False).best == "a3"
