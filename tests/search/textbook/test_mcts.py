"""Monte Carlo tree search: the four steps as the trace tells them, the bounds, convergence, players and chance."""

import math

import pytest
from tests.search.textbook.trees import as_rules, random_tree, zero_sum_triple

from mossa import MossaError, game
from mossa.search.textbook import Trace, run
from mossa.search.textbook.drawing import draw_svg, draw_text

TWO_PLY = game("tree:tree=((3 12 8) (2 4 6) (14 5 2))").rules


def rounds(trace):
    """The events of each simulation."""
    found, now = [], []
    for event in trace.events:
        now.append(event)
        if event.kind == "backup" and not event.path:
            found.append(now)
            now = []
    return found


def test_a_round_has_the_four_steps_in_their_order():
    trace = run("mcts", game("tictactoe").rules, simulations=80)
    assert len(rounds(trace)) == 80
    for events in rounds(trace):
        kinds = [event.kind for event in events]
        line = events[-1 - kinds[::-1].index("backup") :]
        assert line
        downwards = [event.path for event in events if event.kind in ("select", "expand")]
        assert [len(path) for path in downwards] == list(range(1, len(downwards) + 1))
        assert kinds.count("expand") == 1  # no line is as long as the game yet
        assert kinds.index("expand") + 1 == kinds.index("simulate")
        upwards = [event.path for event in events if event.kind == "backup"]
        assert upwards == [downwards[-1][:length] for length in range(len(downwards[-1]), -1, -1)]


def test_visits_and_means_are_those_of_the_simulations_below():
    trace = run("mcts", game("tictactoe").rules, simulations=200, seed=3)
    results = {}
    for events in rounds(trace):
        (simulated,) = [event for event in events if event.kind == "simulate"]
        for event in events:
            if event.kind == "backup":
                results.setdefault(event.path, []).append(simulated.value)
                assert event.visits == len(results[event.path])
                assert event.value == pytest.approx(sum(results[event.path]) / len(results[event.path]))
    assert len(results[()]) == 200 == trace.leaves


def test_selection_takes_the_greatest_bound():
    """Each bound is the formula on the means and visits of that moment; MIN takes the least."""
    trace = run("mcts", TWO_PLY, simulations=300, exploration=0.7)
    low, high = TWO_PLY.facts.utility
    cursor, compared = trace.cursor(0), 0
    while cursor.forward():
        event = cursor.event
        if event.kind != "select":
            continue
        compared += 1
        labels, parent = cursor.labels, cursor.labels[event.path[:-1]]
        side = 1 if len(event.path) == 1 else -1
        bounds = {}
        for path, (mean, bonus) in zip(event.paths, event.terms, strict=True):
            assert mean == pytest.approx(labels[path].value)
            wanted = 0.7 * (high - low) * math.sqrt(math.log(parent.visits) / labels[path].visits)
            assert bonus == pytest.approx(side * wanted)
            bounds[path] = side * (mean + bonus)
        assert bounds[event.path] == max(bounds.values())
    assert compared > 300


@pytest.mark.parametrize("seed", range(5))
def test_it_converges_to_minimax(seed):
    for tree in range(20):
        rules = as_rules(random_tree(100 * seed + tree))
        exact = run("minimax", rules, all_moves=True, trace=False)
        found = run("mcts", rules, simulations=4000, exploration=0.3, seed=seed, trace=False)
        if exact.best is None:
            continue
        assert found.best in exact.moves
        assert found.value == pytest.approx(exact.value, abs=0.6)


def test_three_players_and_chance():
    for tree in range(10):
        rules = as_rules(random_tree(tree, players=3, leaf=zero_sum_triple), players=3)
        found = run("mcts", rules, simulations=3000, exploration=0.3, trace=False)
        exact = run("maxn", rules, trace=False)
        if exact.best is None or len(exact.moves) > 1:
            continue
        assert len(found.value) == 3
        mover = rules.mover(rules.start())
        assert exact.candidates[found.best][mover] >= exact.value[mover] - 1  # ties below may be broken otherwise
    chance = game("tree:tree=({0.9:2 0.1:3} {0.9:1 0.1:4})").rules
    found = run("mcts", chance, simulations=5000)
    assert found.best == "a1"
    assert found.candidates == pytest.approx({"a1": 2.1, "a2": 1.3}, abs=0.1)


def test_the_seed_decides_and_a_depth_cuts_the_random_games():
    rules = game("tictactoe").rules
    one, same, other = (run("mcts", rules, simulations=100, seed=seed) for seed in (1, 1, 2))
    assert one.events == same.events
    assert one.events != other.events
    short = run("mcts", rules, simulations=50, depth=1, evaluate=lambda state: 0.25)
    assert short.value == 0.25
    assert short.nodes == 1 + 9


def test_it_is_drawn_saved_and_read_again(tmp_path):
    trace = run("mcts", TWO_PLY, simulations=30)
    assert "n=30" in draw_text(trace)
    step = next(i for i, event in enumerate(trace.events, 1) if event.kind == "simulate")
    assert 'stroke-dasharray="1.5 3.5"' in draw_svg(trace, step)
    assert " + " in draw_svg(trace)
    assert " + " not in draw_svg(trace, len(trace.events), captions=[], terms=False)
    trace.save(tmp_path / "trace.json")
    again = Trace.load(tmp_path / "trace.json")
    assert again.events == trace.events
    assert again.labels() == trace.labels()
    cursor = trace.cursor()
    cursor.go(0)
    assert cursor.labels == {}


def test_wrong_wishes():
    with pytest.raises(MossaError, match="plays no random games: simulations is for mcts"):
        run("minimax", TWO_PLY, simulations=5)
    with pytest.raises(MossaError, match="at least 1 simulation, not 0"):
        run("mcts", TWO_PLY, simulations=0)
    with pytest.raises(MossaError, match="from 0 up, not nan"):
        run("mcts", TWO_PLY, exploration=math.nan)
    assert run("uct", TWO_PLY, simulations=5).algorithm == "mcts"
