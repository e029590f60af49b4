"""Networks of other programs: ONNX models, run by onnxruntime, if it is installed.

A model for mossa has one input, the features of a batch of states, and two outputs, the policies and the values, as
`predict` of the protocol has them. Its first dimension, the states, is free, since batches have all sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError

__all__ = ["load_onnx"]

ERRORS_ONLY = 3
"""The level of onnxruntime's log: a model that could be smaller is no news to who plays."""


def load_onnx(path: Path) -> Callable[[Any], tuple[Any, Any]]:
    """The `predict` of an ONNX model. A MossaError if there is none, or if it is not of that form."""
    try:
        import onnxruntime
    except ImportError:
        raise MossaError(f"{path} needs onnxruntime, which is not installed: pip install 'mossa[onnx]'") from None
    if not path.is_file():
        raise MossaError(f"there is no file {path}")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = ERRORS_ONLY
    options.intra_op_num_threads = 1  # the search has threads of its own
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise MossaError(f"{path} is no ONNX model: {_first_line(error)}") from None
    inputs, outputs = session.get_inputs(), session.get_outputs()
    if len(inputs) != 1 or len(outputs) < 2:
        raise MossaError(
            f"{path} has {len(inputs)} inputs and {len(outputs)} outputs: a network takes the features and gives "
            "policies and values"
        )
    name, shape = inputs[0].name, inputs[0].shape
    if shape and isinstance(shape[0], int):
        raise MossaError(
            f"{path} takes {shape[0]} states at a time: export it with a free first dimension, since batches have all "
            "sizes"
        )

    def predict(batch: Any) -> tuple[Any, Any]:
        asked = batch.shape[1:]
        fits = len(asked) == len(shape) - 1 and all(
            isinstance(one, str | None) or one == other for one, other in zip(shape[1:], asked, strict=True)
        )
        if not fits:
            raise MossaError(
                f"{path} was made for features of the shape {tuple(shape[1:])}, not {asked}: the game has other "
                "parameters, or it is another game"
            )
        try:
            policies, values = session.run([one.name for one in outputs[:2]], {name: batch})
        except Exception as error:
            raise MossaError(f"{path} cannot be run: {_first_line(error)}") from None
        return policies, values

    return predict


def _first_line(error: Exception) -> str:
    """What an exception says, in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
