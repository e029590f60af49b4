"""Value iteration: published values, games that recur, and residuals."""

from pathlib import Path

import pytest

import mossa
from mossa.search.graph.components import find_components
from mossa.search.graph.solution import solve_graph
from mossa.search.graph.state_graph import build_graph

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def chance_to_win(game, found):
    """A value as the probability of winning, where a loss is −1 and a win players − 1."""
    return (found.value + 1) / game.facts.players


@pytest.fixture(scope="module")
def pig():
    """Pig for two to 100, solved."""
    game = mossa.game(str(EXAMPLES / "pig.py"))
    return game, solve_graph(game, game.rules.start())


def test_the_first_of_two_wins_pig_to_100_with_the_published_probability(pig):
    game, solution = pig
    assert chance_to_win(game, solution.result(game.rules.start())) == pytest.approx(0.5306, abs=5e-5)
    assert solution.residual < 1e-9
    assert not solution.exact


def test_the_best_play_of_pig_is_near_the_published_rule_of_thumb(pig):
    """Neller and Presser, Practical play of the dice game Pig: hold at 21 and an eighth of the other's lead."""
    (game, solution), state = pig, type(pig[0].rules.start())
    held = [
        next(
            pot
            for pot in range(2, 100)
            if game.rules.write_move(s := state((mine, theirs), 0, pot, 0), solution.result(s).move) == "hold"
        )
        for mine, theirs in ((0, 0), (0, 50), (50, 0))
    ]
    assert held[0] == 21
    assert held == [pytest.approx(21 + lead / 8, abs=3) for lead in (0, 50, -50)]


def test_pig_for_three_to_20():
    game = mossa.game(f"{EXAMPLES / 'pig.py'}:players=3,goal=20")
    solution = solve_graph(game, game.rules.start())
    found = solution.result(game.rules.start())
    assert solution.residual < 1e-9
    assert sum(found.vector) == pytest.approx(0, abs=1e-9)
    assert found.vector[0] > found.vector[1] > found.vector[2]


@pytest.mark.parametrize("name", [f"{EXAMPLES / 'pig.py'}:goal=7", f"{EXAMPLES / 'goofspiel.py'}:cards=3", "grundy"])
def test_interpreted_and_compiled_values_are_the_same(name):
    game = mossa.game(name)
    slow, fast = (solve_graph(game, game.rules.start(), compiled=compiled) for compiled in (False, True))
    assert (slow.sweeps, slow.exact) == (fast.sweeps, fast.exact)
    assert slow.graph.values.array[: slow.graph.count] == pytest.approx(fast.graph.values.array[: fast.graph.count])


def test_a_game_without_recurring_states_is_swept_once():
    game = mossa.game("tictactoe")
    graph = build_graph(game, game.rules.start())
    assert find_components(graph).count == graph.count
    assert solve_graph(game, game.rules.start()).sweeps == 1
