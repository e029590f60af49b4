"""All algorithms by name (published signatures; the bodies follow)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mossa.core import Rules

from .trace import Trace

__all__ = ["ALGORITHMS", "Algorithm", "Row", "compare", "run"]


@dataclass(frozen=True)
class Algorithm:
    """A name for the command line, the function, one line about it, and why it may refuse a game."""

    name: str
    function: Callable[..., Any]
    about: str
    refusal: Callable[[Any], str]  # facts -> "" or a sentence


ALGORITHMS: dict[str, Algorithm] = {}


def run(
    algorithm: str,
    rules: Rules,
    state: Any = None,
    *,
    depth: int | None = None,
    evaluate: Callable[[Any], float] | None = None,
    trace: bool = True,
    all_moves: bool = False,
    hurry: bool = False,
    window: tuple[float, float] | None = None,
    bounds: tuple[float, float] | None = None,
) -> Trace:
    """Run an algorithm on a state (by default the first one) of any game whose facts fit; MossaError otherwise."""
    raise NotImplementedError


@dataclass(frozen=True)
class Row:
    """One line of `compare`."""

    algorithm: str
    value: Any
    best: str | None
    nodes: int
    leaves: int
    cuts: int
    held: int


def compare(rules: Rules, state: Any = None, *, depth: int | None = None) -> list[Row]:
    """All algorithms that fit the game, on the same tree."""
    raise NotImplementedError
