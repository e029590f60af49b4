"""The benchmark of learning: its solved positions are right, and its shares are what they say."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import mossa
from mossa.core.features import require_features
from mossa.search.alphabeta.solver import Solver


@pytest.fixture(scope="module")
def bench() -> Any:
    place = Path(__file__).parents[2] / "benchmarks" / "learn.py"
    spec = importlib.util.spec_from_file_location("benchmark_learn", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_positions_are_a_thousand_and_each_asks_for_a_choice(bench: Any) -> None:
    game = mossa.game("connect4")
    solved = bench.read_positions(game)
    assert len(solved) == len({int(game.rules.key(state)) for state, _ in solved}) == 1000
    for state, scores in solved:
        assert set(scores) == set(game.rules.legal(state))
        assert len(set(scores.values())) > 1


def test_the_solver_finds_the_scores_again(bench: Any) -> None:
    game = mossa.game("connect4")
    solver = Solver(game, memory_mib=8)
    late = sorted(bench.read_positions(game), key=lambda one: -int(one[0].mask).bit_count())[::25]
    for state, scores in late[:24]:
        assert {move: -solver.score(game.rules.play(state, move)).score for move in scores} == scores


def test_who_knows_the_threats_finds_more_of_the_best_moves(bench: Any) -> None:
    game = mossa.game("connect4")
    solved, own = bench.read_positions(game)[:200], require_features(game).weights
    found, nothing = bench.shares(game, own, solved), bench.shares(game, dict.fromkeys(own, 0.0), solved)
    assert found["best, 2 plies"] > nothing["best, 2 plies"] + 10
    assert found["kept, 2 plies"] >= found["best, 2 plies"]


def test_players_are_asked_in_the_same_positions(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = bench.read_positions(mossa.game("connect4"))[:60]
    monkeypatch.setattr(bench, "read_positions", lambda game: solved)
    said: list[str] = []
    found = bench.players_shares(said.append, ["mcts:nodes=8,knowledge=0", "mcts:nodes=2000"])
    assert said == list(found)
    assert found["mcts:nodes=2000"]["best, its move"] > found["mcts:nodes=8,knowledge=0"]["best, its move"]
    with pytest.raises(mossa.MossaError, match="limits of its own"):
        bench.players_shares(said.append, ["mcts"])
