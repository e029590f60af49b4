"""How an optional function of the protocol is declared: a decorator for each kind of default.

A declared function is an attribute with two views. In the rules that are interpreted it is None if the game does not
define it; in the compiled engines it is always there. Type checkers know both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, overload

from mossa.kernel.memory import Ints

__all__ = [
    "CompiledView",
    "Filler",
    "InterpretedView",
    "OptionalFunction",
    "all_moves_by_default",
    "interpreted",
    "optional",
    "optional_moves",
]

F = TypeVar("F", bound=Callable[..., Any])

Generator = Callable[[Any], Iterator[int]]
"""Yields some moves of a state."""
Filler = Callable[[Any, Ints, int], int]
"""A generator as compiled: it writes the moves of a state into a vector from an index on, and returns the index after
the last one."""


class InterpretedView:
    """The rules of a game as plain Python."""

    given: Mapping[str, Any]
    """The functions that the game defines, and the defaults that are made for it (`Rules.of`)."""


class CompiledView:
    """The rules of a game as the compiled engines see them."""


class OptionalFunction(Generic[F]):
    """A declared function."""

    def __init__(self, declared: F) -> None:
        self.default: F = getattr(declared, "__func__", declared)
        self.__doc__ = declared.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def for_engines(self, rules: InterpretedView) -> Callable[..., Any] | None:
        """What the engines call: the game's function or the declared one; None if they do not see it."""
        chosen: Callable[..., Any] = rules.given.get(self.name, self.default)
        return chosen


class optional(OptionalFunction[F]):
    """If a game does not define the function, the engines call the declared body."""

    @overload
    def __get__(self, owner: None, kind: Any) -> optional[F]: ...
    @overload
    def __get__(self, owner: InterpretedView, kind: Any) -> F | None: ...
    @overload
    def __get__(self, owner: CompiledView, kind: Any) -> F: ...
    def __get__(self, owner: Any, kind: Any) -> Any:
        return self if owner is None else None  # a function of the game stands in the object itself


class optional_moves(OptionalFunction[Generator]):
    """As `optional`, for a generator of moves."""

    @overload
    def __get__(self, owner: None, kind: Any) -> optional_moves: ...
    @overload
    def __get__(self, owner: InterpretedView, kind: Any) -> Generator | None: ...
    @overload
    def __get__(self, owner: CompiledView, kind: Any) -> Filler: ...
    def __get__(self, owner: Any, kind: Any) -> Any:
        return self if owner is None else None


class all_moves_by_default(optional_moves):
    """If a game does not define the function, the engines call `moves`."""

    def for_engines(self, rules: InterpretedView) -> Callable[..., Any]:
        """The game's function, or `moves`."""
        chosen: Callable[..., Any] = rules.given.get(self.name, rules.given["moves"])
        return chosen


class interpreted(OptionalFunction[F]):
    """The engines do not see the function, at least not under this name."""

    def for_engines(self, rules: InterpretedView) -> None:
        """None: the engines do not call it."""

    @overload
    def __get__(self, owner: None, kind: Any) -> interpreted[F]: ...
    @overload
    def __get__(self, owner: InterpretedView, kind: Any) -> F | None: ...
    def __get__(self, owner: Any, kind: Any) -> Any:
        return self if owner is None else None
