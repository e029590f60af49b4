"""The recipe of chess: what it learns from, and that what is fitted is what the engine adds up."""

from pathlib import Path

import numpy as np
import pytest

import mossa
from mossa.games.chess import explain, weights
from mossa.games.chess.board import State
from mossa.learn import recipe_command as command
from mossa.learn.recipes import chess as recipe
from mossa.learn.ridge_regression import estimates
from mossa.learn.worker_processes import WorkerProcesses

CHESS = mossa.game("chess")
SETTINGS = recipe.Settings(games=8, nodes=100, scale=174.0, trust=0.3, pull=1e-8, steps=3, seed=1, also=[])
FENS = (
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
)


def states():
    return np.array([CHESS.position(fen).state for fen in FENS], np.uint64)


def test_the_compiled_evaluation_counts_what_the_explanation_tells():
    counts = recipe.counts_of(states())
    for fen, line in zip(FENS, counts, strict=True):
        state = CHESS.position(fen).state
        side = CHESS.rules.mover(state)
        mine, theirs = explain.counts(state, side), explain.counts(state, 1 - side)
        assert line.tolist() == [mine.get(name, 0) - theirs.get(name, 0) for name in weights.names()]


def test_what_is_fitted_is_the_evaluation():
    table = np.array([weights.weights()[group][i] for group, i in weights.names()], float)
    shares = recipe.run(recipe.stages, states()) / 24
    sums = estimates(recipe.counts_of(states()), shares, table)
    sums *= recipe.counting(states(), sums)
    for fen, value in zip(FENS, sums, strict=True):
        assert abs(CHESS.rules.evaluate(CHESS.position(fen).state) - value) <= 2  # rounded twice


def test_states_to_learn_from():
    fens = (*FENS, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "4k1b1/8/8/8/8/8/8/4K2R w - - 0 1")  # a check, a drawn ending
    found = recipe.run(recipe.stages, np.array([CHESS.position(fen).state for fen in fens], np.uint64))
    assert found.tolist() == [24, 4, 22, -1, -1]


@pytest.mark.slow
def test_games_of_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "GAMES", 4)
    recipe.start_playing()
    rows = recipe.GameChunk(SETTINGS)(1)
    assert np.array_equal(rows, recipe.GameChunk(SETTINGS)(1))
    assert set(rows[:, -3]) <= {4, 5, 6, 7}
    assert set(rows[:, -2]) <= {0, 1, 2}
    for row in rows[:20]:
        words = [int(word) if name == "info" else mossa.u64(int(word)) for name, word in zip(State._fields, row)]
        state = State(*words)
        assert CHESS.position(CHESS.rules.write_position(state)).state == state


def test_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole of it, with the processes played by this one."""

    class SingleProcess(WorkerProcesses):
        def do(self, job, count, work, start, arguments=()):
            start(*arguments)
            for number in range(count):
                np.save(self.folder / f"{job}-{number:05}.npy", work(number))

    monkeypatch.setattr(recipe, "GAMES", 4)
    monkeypatch.setattr(recipe, "HELD_BACK", 4)
    monkeypatch.setattr(command, "WorkerProcesses", SingleProcess)
    before = weights.WEIGHTS.vector.array.copy()
    first, second = tmp_path / "first", tmp_path / "second"
    common = ["--games", "8", "--nodes", "100", "--steps", "2"]
    assert recipe.main(["--out", str(first), *common]) == 0
    assert np.array_equal(before, weights.WEIGHTS.vector.array)
    learnt = weights.read_weights((first / "weights.json").read_text())
    assert learnt != weights.weights()
    told = capsys.readouterr().out
    assert "loss on games not seen" in told
    # Another run, with the games of this one.
    assert recipe.main(["--out", str(second), *common, "--seed", "2", "--also", str(first)]) == 0
    more = capsys.readouterr().out
    assert int(more.split("\n")[-2].split()[0]) > int(told.split("\n")[-2].split()[0])
    assert recipe.main(["--out", str(tmp_path / "third"), *common, "--also", str(tmp_path)]) == 2
    assert "holds no games of an earlier run" in capsys.readouterr().err
