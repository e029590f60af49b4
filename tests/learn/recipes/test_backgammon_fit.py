"""The generations of backgammon's network: what they learn from, and that they go on where they were."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.optional_torch import needs_torch
from tests.single_process import SingleProcess

from mossa.games.backgammon import network, weights
from mossa.learn import recipe_command as command
from mossa.learn.recipes import backgammon_fit
from mossa.learn.recipes.backgammon import random_weights, widened
from mossa.learn.recipes.backgammon_fit import LabelSettings, LookaheadLabeller

SMALL = ["--chunks", "2", "--games", "2", "--hidden", "32", "--epochs", "2", "--batch", "64"]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "WorkerProcesses", SingleProcess)
    SingleProcess.chunks_left = 100


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that end before the fit: they need no PyTorch."""
    monkeypatch.setattr(backgammon_fit, "find_torch", lambda: None)


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """Where the first generation starts: a network of 16 units."""
    np.save(tmp_path / "start.npy", random_weights(1, 16))
    return tmp_path / "start.npy"


def run(out: Path, start: Path, *more: str) -> int:
    return backgammon_fit.main(["--out", str(out), "--start-from", str(start), *SMALL, *more])


@pytest.mark.slow
def test_a_chunk_depends_on_its_number_alone() -> None:
    labels = LabelSettings(chunks=2, games=1, trace=0.75, stray=300, seed=1, generation=1)
    labeller = LookaheadLabeller(weights.read(weights.FILE), labels)
    first, second = labeller.chunk(0), labeller.chunk(1)
    assert len(first) > 10
    assert (labeller.chunk(0) == first).all()
    assert len(second) != len(first) or (second != first).any()
    assert ((first["targets"] >= 0) & (first["targets"] <= 1)).all()


def test_a_generation_goes_on_where_it_was(
    alone: None,
    no_torch: None,
    start: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The whole of it but PyTorch: what is fitted here is the start, a little higher."""
    asked = []

    def fit(given: Any, wanted: Any, scale: Any, worth: Any, before: Any, plan: Any, **more: Any) -> Any:
        asked.append((len(given), before.copy(), more["checkpoint"].name, more["seed"]))
        more["report"](1, 0.04, 0.09)
        return before + np.float32(0.25)

    monkeypatch.setattr(backgammon_fit, "fit", fit)
    out = tmp_path / "run"
    SingleProcess.chunks_left = 1
    assert run(out, start) == 3
    assert len(list(out.glob("positions-*.npy"))) == 1
    kept = (out / "positions-00000.npy").read_bytes()
    SingleProcess.chunks_left = 1
    assert run(out, start) == 0
    assert (out / "positions-00000.npy").read_bytes() == kept
    begin = widened(np.load(start), 32, 3)
    assert [name for *_, name, _ in asked] == ["fit-0.pt", "fit-1.pt"]
    assert sum(count for count, *_ in asked) == sum(len(np.load(path)) for path in out.glob("positions-*.npy"))
    assert (np.concatenate([before for _, before, *_ in asked]) == begin).all()
    assert (np.load(out / "network.npy") == begin + np.float32(0.25)).all()
    assert (weights.read(out / "learnt.xz") == (begin + np.float32(0.25)).astype(np.float16)).all()
    assert run(out, start) == 0  # all is done
    assert len(asked) == 2
    assert "0.2000 on positions learnt, 0.3000 on others" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--seed", "2"], ["--epochs", "3"], ["--hidden", "64"], ["--generation", "2"], []])
def test_a_folder_of_another_run_is_refused(
    alone: None, no_torch: None, start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    SingleProcess.chunks_left = 0
    assert run(tmp_path / "run", start) == 3
    if not more:  # another network under the same name
        np.save(start, random_weights(2, 16))
    assert run(tmp_path / "run", start, *more) == 2
    assert "holds a run with other settings" in capsys.readouterr().err


def test_nonsense_is_refused(start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "run", tmp_path / "none.xz") == 2
    assert "none.xz cannot be read" in capsys.readouterr().err
    assert run(tmp_path / "run", start, "--hidden", "40") == 2
    assert "a multiple of 16" in capsys.readouterr().err
    for option, text, fault in (
        ("--chunks", "0", "a whole number from 1 on"),
        ("--trace", "x", "a number from 0 to 1"),
    ):
        with pytest.raises(SystemExit):
            run(tmp_path / "run", start, option, text)
        assert f"{fault} is wanted, not {text!r}" in capsys.readouterr().err
    assert not (tmp_path / "run" / "settings.json").exists()


def test_without_pytorch_nothing_is_labelled(
    alone: None, start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert run(tmp_path / "run", start) == 2
    assert "fitting needs PyTorch" in capsys.readouterr().err
    assert not list((tmp_path / "run").glob("positions-*"))


@needs_torch
def test_two_generations_really_fitted(alone: None, start: Path, tmp_path: Path) -> None:
    """The chain in small; killed between the two fits of a generation it ends with the same numbers."""
    more = ["--chunks", "8", "--games", "8"]
    assert run(tmp_path / "one", start, *more) == 0
    first = tmp_path / "one" / "network.npy"
    assert run(tmp_path / "two", first, *more, "--generation", "2") == 0
    numbers = np.load(tmp_path / "two" / "network.npy")
    assert network.width(numbers) == 32
    assert (numbers != np.load(first)).any()
    (tmp_path / "two" / "network.npy").unlink()
    (tmp_path / "two" / "fit-1.pt").unlink()
    assert run(tmp_path / "two", first, *more, "--generation", "2") == 0
    assert (np.load(tmp_path / "two" / "network.npy") == numbers).all()
