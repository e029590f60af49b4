"""A fit of an NNUE network learns, and goes on where it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.nnue_boards import planes, random_sets
from tests.optional_torch import needs_torch

from mossa.kernel.int16_ops import ONE
from mossa.kernel.nnue import UNIT, make_nnue, run_nnue
from mossa.learn.nnue_fitting import LabelledStates, NnueFitSettings, fit


@needs_torch
def test_a_fit_learns_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """That a set of squares is worth points: the network must find out which."""
    chooser = np.random.default_rng(3)
    sets = random_sets(chooser, 4000, 6)
    worth = np.bitwise_count(sets[:, 0]).astype(float) - np.bitwise_count(sets[:, 6])
    told = LabelledStates(
        sets=sets,
        turns=np.tile(np.array([0, 56], np.uint8), (4000, 1)),
        stages=np.full(4000, 1, np.uint8),
        known=np.zeros(4000, np.float32),
        goals=(1 / (1 + np.exp(-worth / 4))).astype(np.float32),
    )
    plan, heard = NnueFitSettings(epochs=6, batch=128, rate=5e-3), []
    whole = fit(told, plan, seed=1, report=lambda *now: heard.append(now))
    assert [epoch for epoch, *_ in heard] == list(range(7))
    assert heard[-1][2] < heard[0][2] / 5

    class Stopped(Exception):
        pass

    def stop(epoch: int, learnt: float, held: float) -> None:
        if epoch == 3:
            raise Stopped

    kept = tmp_path / "fit.pt"
    with pytest.raises(Stopped):
        fit(told, plan, seed=1, report=stop, checkpoint=kept)
    again = fit(told, plan, seed=1, report=lambda *now: None, checkpoint=kept)
    assert all((one == other).all() for one, other in zip(whole, again, strict=True))
    scratch = make_nnue(6, whole)
    scratch.given.array[:] = planes(sets[0])
    scratch.turns[1] = 56
    assert run_nnue(scratch, 0, 0, 1) / (ONE * UNIT) == pytest.approx(worth[0] / 4, abs=0.6)
