"""Generators: rules list their moves with `yield`; compiled code needs them in a buffer, without allocation.

So a call of a generator `moves(state)` is a call of its *filler*, `n = moves(state, out, n)`, which writes each item to
`out` and returns the new count. The compiler makes fillers of the source (`compiler/statements.py`); here is the
interpreted one, which runs the generator itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from .errors import MossaError

__all__ = ["interpreted_filler", "is_generator", "source_location"]


def is_generator(function: Any) -> bool:
    """Is this a function that yields?"""
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


def source_location(function: FunctionType, line: int | None = None) -> str:
    """File and line of a function, or of a line of it, as an error message begins."""
    return f"{Path(function.__code__.co_filename).name}, line {line or function.__code__.co_firstlineno}"


def interpreted_filler(function: FunctionType, capacity: int | None = None) -> Callable[..., int]:
    """A filler that runs the generator itself. Items beyond the `capacity` are an error, as in compiled code."""

    def fill(*arguments: Any) -> int:
        *own, out, n = arguments
        for item in function(*own):
            if n == capacity:
                where = source_location(function)
                raise MossaError(f"{where}: {function.__name__} lists more than the {capacity} items declared")
            out[n] = item
            n += 1
        return int(n)

    return fill
