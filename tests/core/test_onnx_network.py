"""ONNX models: their answers, what does not fit, and a search with one; where onnxruntime is installed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.onnx_models import linear_model

import mossa
from mossa import MossaError
from mossa.core.onnx_network import load_onnx
from mossa.core.policy_value_network import load_network
from mossa.play import player
from mossa.search.common.limits import Limits

INSTALLED = importlib.util.find_spec("onnxruntime") is not None
needs_onnxruntime = pytest.mark.skipif(not INSTALLED, reason="onnxruntime is not installed")

RANDOM = np.random.default_rng(1)
POLICY, VALUE = RANDOM.normal(0, 0.1, (210, 7)).astype(np.float32), RANDOM.normal(0, 0.01, (210, 1)).astype(np.float32)


def written(path: Path, shape: tuple[int | str, ...] = ("n", 5, 6, 7), **changes: Any) -> Path:
    """A model for Connect Four."""
    path.write_bytes(linear_model(shape, **{"policy": POLICY, "value": VALUE, **changes}))
    return path


def test_onnx_is_asked_for_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(b"nothing")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MossaError, match=r"needs onnxruntime, which is not installed: pip install 'mossa\[onnx\]'"):
        load_network(path)


@needs_onnxruntime
def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(b"nothing")
    with pytest.raises(MossaError, match="is no ONNX model"):
        load_network(path)


@needs_onnxruntime
def test_it_says_what_the_model_says(tmp_path: Path) -> None:
    predict = load_network(written(tmp_path / "net.onnx"))
    for states in (1, 5):
        batch = np.random.default_rng(states).random((states, 5, 6, 7)).astype(np.float32)
        policies, values = predict(batch)
        assert np.allclose(policies, batch.reshape(states, -1) @ POLICY, atol=1e-5)
        assert np.allclose(values, batch.reshape(states, -1) @ VALUE, atol=1e-5)


@needs_onnxruntime
def test_a_search_asks_it(tmp_path: Path) -> None:
    game = mossa.game("connect4")
    path = written(tmp_path / "net.onnx", policy=np.tile(np.eye(7, dtype=np.float32), (30, 1)), value=0 * VALUE)
    one = player(f"mcts:network={path},nodes=50,threads=2", game)
    at = game.after("1 7 1 7 1")
    found = one.choose(at, Limits())
    assert found.nodes == 50
    assert at.write_move(found.move) == "1"  # else the first player has four in column 1


@needs_onnxruntime
@pytest.mark.parametrize(
    ("shape", "changes", "sentence"),
    [
        ((1, 5, 6, 7), {}, "takes 1 states at a time: export it with a free first dimension"),
        (("n", 5, 6, 7), {"value": None}, "has 1 inputs and 1 outputs"),
        (("n", 5, 6, 6), {"policy": POLICY[:180], "value": VALUE[:180]}, r"of the shape \(5, 6, 6\), not \(5, 6, 7\)"),
        (("n", 210), {}, r"of the shape \(210,\), not \(5, 6, 7\)"),
        (("n", "a", "b", "c"), {"policy": POLICY[:180], "value": VALUE[:180]}, "cannot be run"),
    ],
)
def test_what_does_not_fit_is_one_sentence(
    shape: tuple[int | str, ...], changes: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "net.onnx", shape, **changes)
    with pytest.raises(MossaError, match=sentence):
        load_onnx(path)(np.zeros((2, 5, 6, 7), np.float32))


@needs_onnxruntime
def test_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="there is no file"):
        load_onnx(tmp_path / "net.onnx")
