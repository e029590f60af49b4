"""`u64`: an unsigned 64-bit word that behaves the same interpreted and compiled.

Rules of small games use plain `int` (a signed 64-bit word once compiled). A board of 64 squares needs all 64 bits:
`u64` is an `int` whose arithmetic wraps at 2**64 and whose results stay `u64`, whatever the other operand is. Compiled
code does the same: the result of a `u64` with any integer is a `u64`.

>>> u64(2**64 - 1) + 1
u64(0x0)
>>> 1 << u64(63)
u64(0x8000000000000000)
>>> u64(6) & -u64(6)
u64(0x2)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

__all__ = ["ALL_ONES", "u64"]

ALL_ONES = (1 << 64) - 1


class u64(int):
    """An unsigned 64-bit word. See the module's text."""

    __slots__ = ()

    def __new__(cls, value: int | float = 0) -> u64:
        return int.__new__(cls, int(value) & ALL_ONES)

    if TYPE_CHECKING:  # the operators are made below, all alike

        def __add__(self, other: int) -> u64: ...
        def __radd__(self, other: int) -> u64: ...
        def __sub__(self, other: int) -> u64: ...
        def __rsub__(self, other: int) -> u64: ...
        def __mul__(self, other: int) -> u64: ...
        def __rmul__(self, other: int) -> u64: ...
        def __and__(self, other: int) -> u64: ...
        def __rand__(self, other: int) -> u64: ...
        def __or__(self, other: int) -> u64: ...
        def __ror__(self, other: int) -> u64: ...
        def __xor__(self, other: int) -> u64: ...
        def __rxor__(self, other: int) -> u64: ...
        def __floordiv__(self, other: int) -> u64: ...
        def __rfloordiv__(self, other: int) -> u64: ...
        def __mod__(self, other: int) -> u64: ...
        def __rmod__(self, other: int) -> u64: ...
        def __lshift__(self, other: int) -> u64: ...
        def __rlshift__(self, other: int) -> u64: ...
        def __rshift__(self, other: int) -> u64: ...
        def __rrshift__(self, other: int) -> u64: ...
        def __invert__(self) -> u64: ...
        def __neg__(self) -> u64: ...
        def __pos__(self) -> u64: ...
        def __abs__(self) -> u64: ...

    def __repr__(self) -> str:
        return f"u64({int(self):#x})"

    def __str__(self) -> str:
        return str(int(self))

    def __reduce__(self) -> tuple[type[u64], tuple[int]]:
        return u64, (int(self),)


# Whatever is interpreted spends much of its time in these operators, so they call no other function of Python's.
_new = int.__new__


def _wrapping(name: str) -> Callable[[u64, int], u64]:
    plain: Callable[[int, int], int] = getattr(int, name)

    def operation(self: u64, other: int) -> u64:
        if other.__class__ is u64:
            return _new(u64, plain(self, other) & ALL_ONES)
        if not isinstance(other, int):
            return NotImplemented
        return _new(u64, plain(self, int(other) & ALL_ONES) & ALL_ONES)

    operation.__name__ = name
    return operation


def _shifting(name: str) -> Callable[[u64, int], u64]:
    plain: Callable[[int, int], int] = getattr(int, name)

    def operation(self: u64, by: int) -> u64:
        if not isinstance(by, int):
            return NotImplemented
        if not 0 <= by < 64:
            raise _out_of_range(by)
        return _new(u64, plain(self, by) & ALL_ONES)

    operation.__name__ = name
    return operation


def _shifting_another(name: str) -> Callable[[u64, int], u64]:
    plain: Callable[[int, int], int] = getattr(int, name)

    def operation(by: u64, other: int) -> u64:
        if not isinstance(other, int):
            return NotImplemented
        if not 0 <= by < 64:
            raise _out_of_range(by)
        return _new(u64, plain(by, int(other) & ALL_ONES) & ALL_ONES)

    operation.__name__ = name
    return operation


def _out_of_range(by: int) -> AssertionError:
    return AssertionError(f"a word is shifted by 0 to 63 places, not by {by}")


for _name in ("add", "sub", "mul", "and", "or", "xor", "floordiv", "mod"):
    setattr(u64, f"__{_name}__", _wrapping(f"__{_name}__"))
    setattr(u64, f"__r{_name}__", _wrapping(f"__r{_name}__"))
for _name in ("lshift", "rshift"):
    setattr(u64, f"__{_name}__", _shifting(f"__{_name}__"))
    setattr(u64, f"__r{_name}__", _shifting_another(f"__r{_name}__"))
u64.__invert__ = lambda self: u64(~int(self))  # type: ignore[method-assign]
u64.__neg__ = lambda self: u64(-int(self))  # type: ignore[method-assign]
u64.__pos__ = u64.__abs__ = lambda self: self  # type: ignore[method-assign]
