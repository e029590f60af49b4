"""The player that solves all positions, and what it does where they are too many."""

from pathlib import Path

import pytest

import mossa
from mossa.play.players import default_player, player
from mossa.search.common.limits import Limits

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
PIG, GOOFSPIEL = str(EXAMPLES / "pig.py"), str(EXAMPLES / "goofspiel.py")


def test_it_is_the_default_where_states_recur_chance_moves_or_rounds_are_simultaneous():
    assert default_player(mossa.game(PIG)) == "value-iteration"
    assert default_player(mossa.game(GOOFSPIEL)) == "value-iteration"
    assert default_player(mossa.game("trio")) == "value-iteration"
    assert default_player(mossa.game("rps")) == "policy"
    assert default_player(mossa.game("backgammon")) == "expectimax"


def test_best_of_pig_is_solved():
    advice = mossa.game(PIG).start().best()
    assert advice.move == "roll"
    assert advice.value == pytest.approx(2 * 0.5306 - 1, abs=1e-4)
    assert 0 < advice.found.residual < 1e-9
    assert advice.as_dict()["residual"] == advice.found.residual


def test_too_many_states_are_left_to_a_search():
    game = mossa.game(PIG)
    mine = player("value-iteration:states=1000", game)
    mine.prepare(Limits(time=10))
    found = mine.choose(game.start(), Limits(time=0.2))
    assert found.move in game.start().legal
    assert found.residual == 0
    near = game.position("94,94,0,5,0")
    assert mine.choose(near, Limits(time=5)).move in near.legal


def test_it_draws_from_mixed_strategies_by_the_seed():
    game = mossa.game(f"{GOOFSPIEL}:cards=5")
    mine = player("value-iteration", game)
    mine.prepare(Limits(time=30))
    position = next(at for card in "12345" if len(mine._solution.result((at := game.after(card)).state).moves) > 1)

    def drawn(seed):
        mine.begin(seed)
        return [mine.choose(position, Limits(time=1)).move for _ in range(20)]

    assert drawn(1) == drawn(1)
    assert len(set(drawn(1))) > 1
    assert {move for seed in range(5) for move in drawn(seed)} <= set(mine._solution.result(position.state).moves)
