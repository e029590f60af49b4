"""The recipe of the scale of chess's expected result: its fit, its tenths, a tiny run."""

import itertools
import json

import numpy as np
import pytest

import mossa
from mossa.games.chess.board import in_check
from mossa.games.chess.evaluation import DRAW_MARGIN, DRAW_SPREAD, evaluate, expected, refine, scratch
from mossa.games.chess.explain import explain
from mossa.kernel.layout import unflatten
from mossa.learn.recipes import chess_scale as recipe
from mossa.play.score_text import expected_utility
from mossa.search.common.scores import value_of
from mossa.search.textbook import run

CHESS = mossa.game("chess")


def drawn_games(scale, count, seed):
    """Scores, and results drawn with what the scale says of them."""
    random = np.random.default_rng(seed)
    scores = random.normal(0, 300, count).round()
    point = random.random(count)
    won, lost = scale.wins(scores), scale.wins(-scores)
    return scores, np.where(point < won, 1, np.where(point > 1 - lost, -1, 0))


@pytest.mark.parametrize("scale", [recipe.Scale(50.0, 120.0), recipe.Scale(84.0, 70.0)])
def test_the_scale_behind_results_is_found(scale):
    assert recipe.fit_scale(*drawn_games(scale, 40_000, 1)) == pytest.approx(scale, rel=0.05)


def test_ten_equal_parts_show_a_wrong_scale():
    true = recipe.Scale(84.0, 70.0)
    scores, results = drawn_games(true, 40_000, 2)
    right, wrong = (recipe.deciles(scores, results, scale) for scale in (true, recipe.Scale(84.0, 200.0)))
    assert [one.positions for one in right] == [4000] * 10
    assert all(one.least <= one.expected <= one.most for one in right)
    assert all(one.most <= other.least for one, other in itertools.pairwise(right))
    assert max(abs(one.expected - one.result) for one in right) < 0.05
    assert max(abs(one.expected - one.result) for one in wrong) > 0.2


def test_the_installed_scale_is_the_one_that_people_see():
    installed = recipe.Scale(DRAW_MARGIN, DRAW_SPREAD)
    for score in (-700, -84, 0, 31, 200, 900):
        assert expected(score) == pytest.approx(float(recipe.expected(np.array([score]), installed)[0]))
        assert value_of(CHESS, score, exact=False) == pytest.approx(expected(score), abs=1e-4)
        assert expected_utility(CHESS, score) == value_of(CHESS, score, exact=False)
    at = CHESS.after("e4 e5 Qh5 Nf6")
    told = expected_utility(CHESS, evaluate(at.state) + refine(at.state, scratch()))
    assert explain(at.state).expected == pytest.approx(told)  # White moves
    assert run("minimax", CHESS.rules, at.state, depth=0).value == pytest.approx(told)


@pytest.mark.slow
def test_a_tiny_run_ends_with_a_scale(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(recipe, "GAMES", 6)
    recipe.start_playing()
    rows = recipe.GameChunk(recipe.Settings(6, 100, 1))(0)
    assert np.array_equal(rows, recipe.GameChunk(recipe.Settings(6, 100, 1))(0))
    for row in rows[::7]:
        state = unflatten(CHESS.rules.start(), [int(word) for word in row[: recipe.WORDS].view(np.uint64)])
        assert row[recipe.WORDS + 3] == evaluate(state) + refine(state, scratch())
        assert not (row[recipe.WORDS + 5] and in_check(state))
    words = ["--out", str(tmp_path), "--games", "25", "--nodes", "50", "--processes", "1"]
    monkeypatch.setattr(recipe, "GAMES", 25)
    assert recipe.main(words) == 0
    found = json.loads((tmp_path / "scale.json").read_text())
    assert found["games"] == 25
    assert 5 < found["scale"]["spread"] < 5000
    assert recipe.main([*words[:-3], "60", *words[-2:]]) == 2
    assert "other settings" in capsys.readouterr().err
