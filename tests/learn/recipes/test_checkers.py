"""The recipe of checkers: what it learns from, how it measures, that it goes on where it was."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.single_process import SingleProcess

import mossa
from mossa.games.checkers import evaluation, patterns, weights
from mossa.games.checkers.rules import State, reverse
from mossa.learn import recipe_command as command
from mossa.learn.logistic_tables import NOTHING, estimates
from mossa.learn.recipes import checkers as recipe

CHECKERS = mossa.game("checkers")
SETTINGS = recipe.Settings(games=10, depth=2, scale=53.0, trust=0.3, rate=4.0, pull=2e-6, passes=2, seed=1)


@pytest.fixture
def own_weights():
    """Leave the evaluation as it was."""
    kept = evaluation.WEIGHTS.vector.array.copy()
    yield
    evaluation.WEIGHTS.vector.array[:] = kept


def boards() -> np.ndarray:
    texts = ["start", "B:W18,24,K31:B12,K10", "B:W30,K8,22:B5,K14,9", "W:W27,28:B1,2,K3"]
    return np.array([CHECKERS.position(text).state[:2] for text in texts], np.uint64)


def test_the_places_of_the_evaluation(own_weights: None) -> None:
    """What is fitted is what the engine adds up."""
    places, unrest = recipe.places_of(boards())
    assert not unrest.any()
    pairs = np.random.default_rng(1).integers(-200, 200, (len(weights.groups()[0]), 2))
    evaluation.WEIGHTS.vector.array[:] = weights.packed(weights.spread(pairs))
    shares = np.bitwise_count(boards()[:, 0]) / 24
    expected = estimates(places, shares, pairs / weights.UNIT)
    for board, value in zip(boards(), expected, strict=True):
        state = State(mossa.u64(int(board[0])), mossa.u64(int(board[1])), 0, 0)
        assert abs(evaluation.evaluate(state) - value) < 1.001
    # The same position seen from the other side reads the same groups with the other sign, but for the opposition.
    turned = np.array([[reverse(mossa.u64(int(word))) for word in board] for board in boards()], np.uint64)
    others, _ = recipe.places_of(turned)
    opposition = weights.groups()[1][patterns.THE_MOVE]
    for row, other in zip(places, others, strict=True):
        mine = sorted(p for p in row.tolist() if p != NOTHING and p < opposition)
        theirs = sorted(~p for p in other.tolist() if p != NOTHING and p < opposition)
        assert mine == theirs


@pytest.mark.slow
def test_games_of_a_chunk(monkeypatch: pytest.MonkeyPatch, own_weights: None) -> None:
    monkeypatch.setattr(recipe, "GAMES", 5)
    recipe.start_playing("")
    rows = recipe.GameChunk(SETTINGS, 1)(0)
    again = recipe.GameChunk(SETTINGS, 1)(0)
    assert np.array_equal(rows, again)
    assert set(rows[:, 2]) == set(range(5))
    assert set(rows[:, 3]) <= {0, 1, 2}
    assert not np.array_equal(rows, recipe.GameChunk(SETTINGS, 2)(0))


@pytest.mark.slow
def test_a_match_of_equals(own_weights: None) -> None:
    by_hand = recipe.numbers("")
    duel = recipe.Duel(by_hand, by_hand, 2)
    assert len(duel.starts) == 216
    results = [[duel.play(start, black) for black in (0, 1)] for start in duel.starts[:4]]
    assert all(first == -second for first, second in results)  # the same game, seen from both sides
    nothing = recipe.Duel(by_hand, np.zeros_like(by_hand), 2)
    assert sum(nothing.play(start, black) for start in nothing.starts[:10] for black in (0, 1)) > 10


def test_a_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_weights: None
) -> None:
    """The whole of it, with the processes played by this one."""

    SingleProcess.chunks_left = 3
    monkeypatch.setattr(command, "WorkerProcesses", SingleProcess)
    monkeypatch.setattr(recipe, "GAMES", 10)
    monkeypatch.setattr(recipe, "openings", lambda: [("9-13", "21-17", "5-9"), ("11-15", "23-19", "8-11")])
    monkeypatch.setattr(recipe, "PAIRS", 1)
    image = tmp_path / "curve.svg"
    words = ["--out", str(tmp_path), "--games", "20", "--depth", "2", "--generations", "2", "--curve", str(image)]
    assert recipe.main(words) == 3
    SingleProcess.chunks_left = 100
    assert recipe.main(words) == 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 1, 2, 2]
    assert weights.read(tmp_path / "generation-2.xz").shape == (len(weights.groups()[0]), 2)
    assert image.read_text().startswith("<?xml")
    assert recipe.main([*words[:-2], "--seed", "2"]) == 2
    assert "holds a run with other settings" in capsys.readouterr().err
