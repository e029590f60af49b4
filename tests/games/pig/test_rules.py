"""The rules of Pig against a naive twin, the example of the documentation, and published values."""

import random
from pathlib import Path

import pytest

import mossa
from mossa.search.graph.solution import solve_graph

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "pig.py"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_random_games_agree_with_the_twin(players):
    game, chooser = mossa.game(f"pig:players={players},goal=30"), random.Random(players)
    rules = game.rules
    for _ in range(20):
        state, points, turn, pot = rules.start(), [0] * players, 0, 0
        while not rules.is_over(state):
            assert (list(state.points), state.turn, state.pot) == (points, turn, pot)
            assert rules.mover(state) == turn
            texts = [rules.write_move(state, move) for move in rules.legal(state)]
            assert texts == ["roll"] * (points[turn] + pot < 30) + ["hold"] * (pot > 0)
            choice = chooser.randrange(len(texts))
            state = rules.play(state, rules.legal(state)[choice])
            if texts[choice] == "hold":
                points[turn] += pot
            else:
                assert rules.mover(state) == mossa.CHANCE
                assert [rules.probability(state, move) for move in rules.legal(state)] == [1 / 6] * 6
                die = chooser.randint(1, 6)
                state = rules.play(state, die - 1)
                if die > 1:
                    pot += die
                    continue
            turn, pot = (turn + 1) % players, 0
        assert [rules.utility(state, player) for player in range(players)] == [
            players - 1 if has >= 30 else -1 for has in points
        ]


@pytest.mark.parametrize("settings", ["goal=30", "players=3,goal=12"])
def test_its_values_are_those_of_the_example(settings):
    values = []
    for name in ("pig", str(EXAMPLE)):
        game = mossa.game(f"{name}:{settings}")
        found = solve_graph(game, game.rules.start()).result(game.rules.start())
        values.append(found.vector or found.value)
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_who_begins_has_the_best_chance(players):
    game = mossa.game(f"pig:players={players},goal=6")
    vector = solve_graph(game, game.rules.start()).result(game.rules.start()).vector
    assert list(vector) == sorted(vector, reverse=True)
    assert sum(vector) == pytest.approx(0, abs=1e-9)
