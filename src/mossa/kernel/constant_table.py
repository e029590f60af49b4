"""Read-only tables that rules look up by index: `KNIGHT[square]`.

Compiled code reaches a table by a symbol named after its contents. So a table is neither passed as an argument nor part
of the machine code, and a cached kernel never gets another table than the one it was compiled for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from .memory import Ints, Vector

__all__ = ["ConstantTable", "last_at_most"]

NUMPY = find_spec("numpy") is not None
"""Is NumPy installed? In a browser it may not be."""


class ConstantTable:
    """A table of one of the vector types, filled when first used.

    Large data that comes from a file (weights, an endgame database) takes a `name`: its symbol is made of the name and
    the length instead of the contents, so that other data of the same length need no new compilation.

    >>> SQUARES = ConstantTable(lambda: [i * i for i in range(10)])
    >>> SQUARES[7]
    49
    """

    def __init__(
        self, values: Sequence[Any] | Callable[[], Sequence[Any]], kind: type[Vector] = Ints, *, name: str = ""
    ) -> None:
        self._values, self.kind, self.name = values, kind, name

    @cached_property
    def vector(self) -> Vector:
        """The numbers."""
        import numpy as np

        values = self._values() if callable(self._values) else self._values
        numbers = np.ascontiguousarray(values, self.kind.dtype).reshape(-1)
        if isinstance(values, np.ndarray):
            return self.kind(numbers)  # perhaps large: it is not copied
        vector = self.kind(len(numbers))  # begins at a cache line
        vector.array[:] = numbers
        return vector

    @cached_property
    def symbol(self) -> str:
        """The name by which compiled code finds it."""
        if self.name:
            digest = hashlib.sha256(f"{self.kind.dtype} {self.name} {len(self)}".encode())
        else:
            digest = hashlib.sha256(self.kind.dtype.encode() + self.vector.array.tobytes())
        return f"mossa_table_{digest.hexdigest()[:32]}"

    @cached_property
    def _plain(self) -> tuple[Any, ...]:
        """What interpreted code reads where NumPy is not installed."""
        values = self._values() if callable(self._values) else self._values
        return tuple(self.kind._out(number) for number in _flat(values))

    def __getitem__(self, index: int) -> Any:
        return self.vector[index] if NUMPY else self._plain[index]

    def __len__(self) -> int:
        return len(self.vector if NUMPY else self._plain)


def _flat(values: Sequence[Any]) -> Iterator[Any]:
    """The numbers of a sequence, and of those within."""
    for one in values:
        if isinstance(one, Sequence):
            yield from _flat(one)
        else:
            yield one


def last_at_most(table: ConstantTable, number: int) -> int:
    """The index of the last number of a rising table that is at most `number`; 0 if the first one is greater.

    >>> last_at_most(ConstantTable([0, 10, 30]), 29)
    1
    """
    low, high = 0, len(table)
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle] <= number:
            low = middle
        else:
            high = middle
    return low
