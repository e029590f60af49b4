"""The recipe of networks for PUCT: it goes on where it was, forgets old samples, and says what it lacks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.optional_torch import needs_torch
from tests.single_process import SingleProcess

import mossa
from mossa.core.policy_value_network import read_network
from mossa.learn import recipe_command as command
from mossa.learn.recipes import alphazero as recipe
from mossa.play.players import player
from mossa.search.common.limits import Limits

SMALL = [
    *("--iterations", "3", "--chunks", "2", "--games", "4", "--simulations", "6", "--considered", "3", "--window", "2"),
    *("--hidden", "16", "--blocks", "1", "--epochs", "1", "--batch", "32"),
]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "WorkerProcesses", SingleProcess)
    SingleProcess.chunks_left = 100


@needs_torch
@pytest.mark.usefixtures("alone")
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    SingleProcess.chunks_left = 3
    words = ["--out", str(tmp_path), *SMALL]
    assert recipe.main(words) == command.OUT_OF_TIME
    assert (tmp_path / "network-001.xz").exists()
    assert not (tmp_path / "network.xz").exists()
    SingleProcess.chunks_left = 100
    assert recipe.main(words) == 0
    said = capsys.readouterr().out
    assert "iteration 3 of 3: 8 games" in said
    assert not list(tmp_path.glob("samples-000-*"))  # out of the window
    assert len(list(tmp_path.glob("samples-002-*"))) == 2
    network = read_network(tmp_path / "network.xz")
    assert (network.network.weights.array == read_network(tmp_path / "network-003.xz").network.weights.array).all()
    one = player(f"mcts:network={tmp_path / 'network.xz'},nodes=30", mossa.game("connect4"))
    assert one.choose(mossa.game("connect4").start(), Limits()).nodes == 30


@pytest.mark.usefixtures("alone")
def test_without_pytorch_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert recipe.main(["--out", str(tmp_path), *SMALL]) == 2
    assert "PyTorch, which is not installed" in capsys.readouterr().err


@needs_torch
@pytest.mark.usefixtures("alone")
def test_a_game_without_features_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recipe.main(["--out", str(tmp_path), *SMALL, "--game", "nim"]) == 2
    assert "nim has nothing to show to a network" in capsys.readouterr().err
