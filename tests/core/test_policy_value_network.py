"""Networks in files: written and read, for a game of their shape alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mossa
from mossa import MossaError
from mossa.core.policy_value_network import (
    NetworkShape,
    PolicyValueNetwork,
    load_network,
    read_network,
    write_network,
)

SHAPE = NetworkShape.of(mossa.game("connect4"), 16, 1)


def network() -> PolicyValueNetwork:
    """A network with random weights."""
    return PolicyValueNetwork(SHAPE, np.random.default_rng(1).normal(0, 0.1, SHAPE.size).astype(np.float16))


def test_a_shape_is_written_and_read() -> None:
    assert str(SHAPE) == "5x6x7 7 1 16x1 -1:1"
    assert NetworkShape.read(str(SHAPE)) == SHAPE
    assert NetworkShape.read("5x6x7 7") is None
    assert SHAPE.size == 210 * 16 + 16 + 2 * (16 * 16 + 16) + 8 * 16 + 8
    with pytest.raises(MossaError, match="a network has a multiple of 16 hidden units, not 20"):
        NetworkShape.of(mossa.game("connect4"), 20, 1)


def test_a_file_gives_the_same_answers(tmp_path: Path) -> None:
    one = network()
    write_network(tmp_path / "net.xz", one)
    batch = np.random.default_rng(2).random((5, 5, 6, 7)).astype(np.float32)
    policies, values = one.predict(batch)
    again = load_network(tmp_path / "net.xz")(batch)
    assert policies.shape == (5, 7)
    assert values.shape == (5, 1)
    assert np.array_equal(policies, again[0])
    assert np.array_equal(values, again[1])
    assert (abs(values) < 1).all()
    assert np.allclose(one.predict(batch[3:4])[0], policies[3:4], atol=1e-6)  # alone as in a batch


def test_wrong_files_and_wrong_games(tmp_path: Path) -> None:
    path = tmp_path / "net.xz"
    write_network(path, network())
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(MossaError, match="is damaged, cut short, or not of the format"):
        read_network(path)
    with pytest.raises(MossaError, match=r"features of the shape \(5, 6, 7\), not \(5, 6, 5\)"):
        network().predict(np.zeros((1, 5, 6, 5), np.float32))
