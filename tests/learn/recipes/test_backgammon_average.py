"""The average of two generations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mossa.games.backgammon import network, network_inputs, weights
from mossa.learn.recipes import backgammon_average
from mossa.learn.recipes.backgammon import random_weights


def average(*words: Any) -> int:
    return backgammon_average.main([str(word) for word in words])


def test_the_average_is_of_contact_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generations = [random_weights(seed, 16) for seed in (1, 2)]
    paths = [tmp_path / f"{seed}.npy" for seed in (1, 2)]
    for path, numbers in zip(paths, generations, strict=True):
        np.save(path, numbers)
    monkeypatch.setattr(weights, "FILE", tmp_path / "package.xz")
    assert average(*paths, "--out", tmp_path / "learnt.xz") == 0
    assert not weights.FILE.exists()
    assert average(*paths, "--out", tmp_path / "learnt.xz", "--install") == 0
    assert weights.FILE.read_bytes() == (tmp_path / "learnt.xz").read_bytes()
    contact, race = weights.read(weights.FILE).reshape(network.KINDS, -1)
    parts = [numbers.reshape(network.KINDS, -1) for numbers in generations]
    wanted = (parts[0][network_inputs.CONTACT] + parts[1][network_inputs.CONTACT]) / 2
    assert (contact == wanted.astype(np.float16)).all()
    assert (race == parts[1][network_inputs.RACE].astype(np.float16)).all()


def test_networks_of_two_widths_have_no_average(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "1.npy", random_weights(1, 16))
    np.save(tmp_path / "2.npy", random_weights(1, 32))
    assert average(tmp_path / "1.npy", tmp_path / "2.npy", "--out", tmp_path / "learnt.xz") == 2
    assert "the same number of hidden units, not 16, 32" in capsys.readouterr().err
    assert not (tmp_path / "learnt.xz").exists()
