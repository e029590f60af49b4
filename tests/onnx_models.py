"""ONNX models written byte by byte: the format is a message of protocol buffers, and a linear network is short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["linear_model"]

FLOAT = 1
"""The type of all numbers."""


def linear_model(
    shape: Sequence[int | str], policy: np.ndarray[Any, Any], value: np.ndarray[Any, Any] | None, kind: int = FLOAT
) -> bytes:
    """A model that flattens its input of this shape and multiplies it by two matrices; without the second, it has one
    output."""
    matrices = {"policies": policy, **({} if value is None else {"values": value})}
    graph = _text(2, "linear") + _message(11, _tensor("features", shape, kind))
    graph += _message(1, _node("Flatten", ["features"], "flat"))
    for name, matrix in matrices.items():
        graph += _message(1, _node("MatMul", ["flat", f"{name} matrix"], name))
        dims = b"".join(_number(1, size) for size in matrix.shape)
        weights = _message(9, matrix.astype("<f4").tobytes())
        graph += _message(5, dims + _number(2, kind) + _text(8, f"{name} matrix") + weights)
        graph += _message(12, _tensor(name, [shape[0], matrix.shape[1]], kind))
    return _number(1, 8) + _message(8, _text(1, "") + _number(2, 13)) + _message(7, graph)


def _node(operation: str, inputs: Sequence[str], output: str) -> bytes:
    return b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, operation)


def _tensor(name: str, shape: Sequence[int | str], kind: int) -> bytes:
    sizes = b"".join(_message(1, _text(2, one) if isinstance(one, str) else _number(1, one)) for one in shape)
    return _text(1, name) + _message(2, _message(1, _number(1, kind) + _message(2, sizes)))


def _varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + _varint(number // 128)


def _number(field: int, number: int) -> bytes:
    return _varint(field * 8) + _varint(number)


def _message(field: int, data: bytes) -> bytes:
    return _varint(field * 8 + 2) + _varint(len(data)) + data


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode())
