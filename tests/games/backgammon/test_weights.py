"""A damaged file of weights."""

from __future__ import annotations

from pathlib import Path

import pytest

import mossa
from mossa.core.files import seal
from mossa.games.backgammon import weights
from mossa.games.backgammon.network import OUTPUTS
from mossa.games.backgammon.network_inputs import INPUTS
from mossa.kernel.network import network_size


def test_a_damaged_file_of_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights.xz"
    weights.write(path, weights.read(weights.FILE))
    assert (weights.read(path) == weights.read(weights.FILE)).all()
    narrow = weights.read(weights.FILE)[: 2 * network_size(INPUTS, 16, OUTPUTS)]
    weights.write(path, narrow)
    assert (weights.read(path) == narrow).all()
    seal(path, "mossa backgammon weights 2x256x32x5", narrow.astype("<f2").tobytes())
    with pytest.raises(mossa.MossaError, match=r"of the shape 2x256x32x5; this version reads 2x256x…x5"):
        weights.read(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(mossa.MossaError, match=r"weights\.xz is damaged, cut short, or not of"):
        weights.read(path)
    monkeypatch.setattr(weights, "FILE", tmp_path / "none.xz")
    with pytest.warns(UserWarning, match=r"none\.xz cannot be read: .*; backgammon is played without an evaluation"):
        assert not weights.weights().any()
