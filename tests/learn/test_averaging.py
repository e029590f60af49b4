"""Rounds of training that resume after a kill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mossa.learn.averaging import Adam, Round, RoundLearner, TrainingSettings, train


class Downhill(RoundLearner):
    """A lesson that needs no game: find the place where the slope is 0."""

    def learn(self, adam: Adam, turn: Round, rate: float) -> dict[str, float]:
        for _ in range(20):
            adam.step((adam.weights - np.arange(4, dtype=np.float32)), rate)
        return {"far": float(np.abs(adam.weights - np.arange(4)).max())}


class Stop(Exception):
    """What kills the training of the test."""


def test_a_killed_training_goes_on_where_it_was(tmp_path: Path) -> None:
    settings, seen = TrainingSettings(8, 1, 0.2, 0.01), []

    def report(done: int, figures: dict[str, float], numbers: Any) -> None:
        seen.append(done)
        if seen == [1, 2, 3]:
            raise Stop

    def go(folder: Path) -> Any:
        begin = np.zeros(4, np.float32)
        return train(folder, settings, {}, Downhill, begin.copy, processes=1, seconds=1e9, report=report)

    with pytest.raises(Stop):
        go(tmp_path / "one")
    interrupted = go(tmp_path / "one")
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (go(tmp_path / "two") == interrupted).all()
    assert np.abs(interrupted - np.arange(4)).max() < 0.1
