"""Fitting a network to labelled positions: it learns what can be learnt; without PyTorch one sentence says so."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.optional_torch import needs_torch

from mossa import MossaError
from mossa.kernel.network import make_network, network_size, run_network
from mossa.learn.network_fitting import FitSettings, fit

INPUTS, HIDDEN, OUTPUTS = 8, 16, 2


def lesson() -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Inputs, the chances that a simple rule gives them, and weights to start from."""
    chooser = np.random.default_rng(1)
    given = chooser.integers(0, 2, (4000, INPUTS), np.uint8)
    given[:, -1] = 1
    wanted = np.stack([0.1 + 0.8 * (given[:, 0] ^ given[:, 1]), 0.2 + 0.5 * given[:, 2]], 1).astype(np.float32)
    begin = chooser.normal(0, 0.3, network_size(INPUTS, HIDDEN, OUTPUTS)).astype(np.float32)
    return given, wanted, begin


@needs_torch
def test_a_network_is_fitted_and_the_kernel_runs_it() -> None:
    given, wanted, begin = lesson()
    scale, worth, kept, heard = np.ones(INPUTS, np.float32), np.array([2, 1], np.float32), begin.copy(), []
    plan = FitSettings(epochs=40, batch=100, rate=1e-2, stress=1.0)
    found = fit(given, wanted, scale, worth, begin, plan, seed=1, report=lambda *figures: heard.append(figures))
    assert (begin == kept).all()
    assert heard[-1][2] < 0.01 < heard[0][2]
    net = make_network(INPUTS, HIDDEN, OUTPUTS, found, scale)
    for row, goal in zip(given[:20], wanted[:20], strict=True):
        net.given.array[:] = row
        run_network(net, 0)
        assert net.result.array == pytest.approx(goal, abs=0.1)


class Stop(Exception):
    """What kills the fit of the test."""


@needs_torch
def test_a_fit_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    given, wanted, begin = lesson()
    ones, worth, heard = np.ones(INPUTS, np.float32), np.array([2, 1], np.float32), []

    def report(epoch: int, learnt: float, held: float) -> None:
        heard.append(epoch)
        if heard == [0, 1, 2, 3]:
            raise Stop

    def go(**more: Any) -> Any:
        plan = FitSettings(epochs=6, batch=100, rate=1e-2, stress=1.0)
        return fit(given, wanted, ones, worth, begin, plan, seed=1, report=report, **more)

    with pytest.raises(Stop):
        go(checkpoint=tmp_path / "fit.pt")
    resumed = go(checkpoint=tmp_path / "fit.pt")
    assert heard == [0, 1, 2, 3, 4, 5, 6]
    assert (go() == resumed).all()


def test_without_pytorch_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    given, wanted, begin = lesson()
    ones = np.ones(INPUTS, np.float32)
    with pytest.raises(MossaError, match="fitting needs PyTorch"):
        fit(given, wanted, ones, ones[:2], begin, FitSettings(1, 10, 1e-3, 0.0), seed=1, report=lambda *figures: None)


def test_too_few_positions_are_refused() -> None:
    given, wanted, begin = lesson()
    ones = np.ones(INPUTS, np.float32)
    with pytest.raises(MossaError, match="needs 50 positions"):
        fit(
            given[:9],
            wanted[:9],
            ones,
            ones[:2],
            begin,
            FitSettings(1, 10, 1e-3, 0.0),
            seed=1,
            report=lambda *figures: None,
        )
