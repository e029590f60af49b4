"""The recipe of chess's network: what it learns from, that it sees what the engine sees, that it goes on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.nnue_boards import planes
from tests.single_process import SingleProcess

import mossa
from mossa.games.chess import network
from mossa.kernel.int16_ops import ONE
from mossa.kernel.layout import flatten
from mossa.kernel.nnue import UNIT, Layers, make_nnue, run_nnue, zero_layers
from mossa.learn import recipe_command as command
from mossa.learn.nnue_fitting import LabelledStates, NnueFitSettings
from mossa.learn.recipes import chess_network as recipe
from mossa.learn.selfplay import NOT_SEARCHED

CHESS = mossa.game("chess")

SOURCE = recipe.PositionSettings(chunks=2, games=3, nodes=60, features_only=False, seed=1, also=[])

SMALL = ["--chunks", "2", "--games", "3", "--nodes", "60", "--epochs", "2", "--batch", "64"]

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6 d4 exd4 Nxd4 Bd7 Be3 O-O-O Nd2 Nh6 h3 Qg6 Qf3 f5"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "WorkerProcesses", SingleProcess)
    SingleProcess.chunks_left = 100


def game_of(moves: str) -> np.ndarray[Any, Any]:
    """The states of a game, a row each."""
    words = moves.split()
    states = [CHESS.after(" ".join(words[:n])).state for n in range(len(words) + 1)]
    return np.array([[int(word) for word in flatten(state)] for state in states], np.uint64)


def test_quiet_positions() -> None:
    states = game_of("e4 e5 Qh5 Nc6 Qxf7+ Kxf7 Bc4+")
    scores = np.arange(len(states)) * 10
    scores[1] = NOT_SEARCHED
    rows = recipe.quiet_positions(states, scores, -1)
    assert rows["ply"].tolist() == [0, 2, 3, 6]  # no capture chosen, no check, one not searched; the last is in check
    assert rows["score"].tolist() == [0, 20, 30, 60]
    assert rows["result"].tolist() == [0, 0, 2, 0]  # Black won
    assert len(recipe.quiet_positions(states[:0], scores[:0], 0)) == 0


def test_the_recipe_sees_what_the_engine_sees() -> None:
    chooser = np.random.default_rng(1)
    layers = Layers(*(chooser.integers(-60, 60, len(part)).astype(part.dtype) for part in zero_layers(6, 8)))
    states = game_of(MOVES)
    rows = recipe.quiet_positions(states, np.zeros(len(states), np.int64), 0)
    told = recipe.lessons(rows, 0.9)
    words = MOVES.split()
    assert len(rows) > 12
    for i, row in enumerate(rows):
        state = CHESS.after(" ".join(words[: row["ply"]])).state
        scratch = make_nnue(6, layers)
        scratch.given.array[:] = planes(told.sets[i])
        scratch.turns[0], scratch.turns[1] = told.turns[i].tolist()
        output = run_nnue(scratch, 0, 0, int(told.stages[i]))
        assert output * network.CENTIPAWNS // (ONE * UNIT) == network.correction(state, make_nnue(6, layers))
        # The file does not know what may castle, nor how long nothing happened: neither matters here.
        assert abs(told.known[i] * network.CENTIPAWNS - CHESS.rules.evaluate(state)) < 8


def test_what_is_to_be_expected() -> None:
    rows = np.zeros(2, recipe.ROW)
    rows["sets"][:] = [0, 0, 0, 0, 0, 1 << 4 | 1 << 60, 1 << 4]
    rows["score"], rows["result"] = [0, network.CENTIPAWNS], [2, 0]
    goals = recipe.lessons(rows, 0.75).goals
    assert goals.tolist() == pytest.approx([0.75 * 0.5 + 0.25, 0.75 / (1 + np.exp(-1))])


def test_a_chunk_is_always_the_same() -> None:
    recipe.start_playing(features_only=False)
    chunk = recipe.PositionChunk(SOURCE)
    assert np.array_equal(chunk(1), chunk(1))
    assert len(chunk(1)) > 30
    recipe.start_playing(features_only=True)
    assert not np.array_equal(chunk(1), recipe.PositionChunk(SOURCE)(0))


def test_a_run(
    alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole of it but PyTorch."""
    asked = []

    def fit(told: LabelledStates, plan: NnueFitSettings, **more: Any) -> Layers:
        asked.append((len(told.goals), plan.epochs, more["checkpoint"].name))
        more["report"](2, 0.04, 0.09)
        return zero_layers(6, network.STAGES)

    monkeypatch.setattr(recipe, "fit", fit)
    monkeypatch.setattr(recipe, "find_torch", lambda: None)
    out = tmp_path / "run"
    SingleProcess.chunks_left = 1
    assert recipe.main(["--out", str(out), *SMALL]) == command.OUT_OF_TIME
    SingleProcess.chunks_left = 1
    assert recipe.main(["--out", str(out), *SMALL]) == 0
    own = sum(len(np.load(path)) for path in out.glob("positions-*.npy"))
    assert asked == [(own, 2, "fit.pt")]
    assert len(network.read(out / "network.xz").biases) == 64
    assert "error 0.20000 on positions learnt, 0.30000 on others" in capsys.readouterr().out
    SingleProcess.chunks_left = 2
    assert recipe.main(["--out", str(tmp_path / "next"), "--also", str(out), "--seed", "2", *SMALL]) == 0
    assert asked[1][0] > own
    assert recipe.main(["--out", str(out), *SMALL, "--epochs", "3"]) == 2
    assert "holds a run with other settings" in capsys.readouterr().err


def test_nonsense_is_refused(
    alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert recipe.main(["--out", str(tmp_path / "run"), *SMALL]) == 2
    assert "fitting needs PyTorch" in capsys.readouterr().err
    monkeypatch.setattr(recipe, "find_torch", lambda: None)
    assert recipe.main(["--out", str(tmp_path / "other"), *SMALL, "--also", str(tmp_path / "none")]) == 2
    assert "holds no positions of an earlier run" in capsys.readouterr().err
