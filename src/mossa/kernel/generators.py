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

__all__ = ["interpreted_filler", "is_generator", "require_plain", "source_location"]


def is_generator(function: Any) -> bool:
    """Is this a function that yields?"""
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


def source_location(function: FunctionType, line: int | None = None) -> str:
    """File and line of a function, or of a line of it, as an error message begins."""
    return f"{Path(function.__code__.co_filename).name}, line {line or function.__code__.co_firstlineno}"


def require_plain(name: str, function: Any) -> None:
    """Refuse a function that remembers something from call to call: a decorator around it, a default that changes."""
    inner = getattr(function, "__wrapped__", None)
    if inner is not None and not isinstance(function, FunctionType):
        what = type(function).__name__.strip("_").removesuffix("_wrapper")
        where = f"{source_location(inner)}: " if isinstance(inner, FunctionType) else ""
        raise MossaError(f"{where}{name} has the decorator {what}: rules are plain functions, write it without")
    if isinstance(function, FunctionType):
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            if isinstance(value, list | dict | set | bytearray):
                raise MossaError(
                    f"{source_location(function)}: {name} has the default {value!r}, which all calls share: what a "
                    "game remembers is a field of its state"
                )


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
