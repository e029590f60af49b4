"""Memory: vectors of machine numbers and structs of named fields.

Compiled code reaches them by address, without checks and without reference counts (numpy arrays passed down a
recursion cost a factor of three). Interpreted code uses the same Python objects with every access checked: an index
out of range is an IndexError there, not a crash.

    class Search(Struct):
        nodes: int
        stop: Flag
        killers: Ints

    memory = Search(nodes=0, stop=0, killers=Ints(256))
    memory.nodes += 1
    memory.killers[3] = move
    row = memory.killers[2 * ply:]        # a view from an index on
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from .words import u64

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    *("Bytes", "Flag", "Float32s", "Int16s", "Int32s", "Ints", "Reals", "Struct", "Vector", "Words"),
    *("compare_exchange", "fetch_add", "fetch_ahead", "whole_lines"),
]

Flag = Annotated[int, "atomic"]
"""A field that other threads write: compiled code loads it at every read (atomic)."""


LINE = 64
"""Bytes of a cache line."""


def aligned(size: int, dtype: str) -> np.ndarray[Any, Any]:
    """An array of zeros that begins at a cache line, so that no aligned block lies across two lines."""
    import numpy as np

    width = np.dtype(dtype).itemsize
    memory = np.zeros(size + LINE // width, dtype)
    first = -memory.ctypes.data % LINE // width
    return memory[first : first + size]


def whole_lines(count: int) -> int:
    """The least number of 64-bit numbers from `count` on that fills cache lines."""
    return -(-count * 8 // LINE) * LINE // 8


class Vector:
    """An array of numbers of one machine type, or a view of one from an index on."""

    __slots__ = ("_address", "array", "offset")
    dtype: ClassVar[str]

    def __init__(self, source: int | np.ndarray[Any, Any], offset: int = 0) -> None:
        self.array = aligned(source, self.dtype) if isinstance(source, int) else source
        assert self.array.dtype == self.dtype
        assert self.array.flags.c_contiguous
        assert self.array.ndim == 1
        self.offset, self._address = offset, 0

    @property
    def address(self) -> int:
        """The address of the first number: asked for at every call of a kernel, so NumPy is asked only once."""
        if self._address == 0:
            self._address = int(self.array.ctypes.data) + self.offset * self.array.itemsize
        return self._address

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.array, self.offset)  # a copy of the numbers lies elsewhere

    def __len__(self) -> int:
        return len(self.array) - self.offset

    def _place(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"{type(self).__name__}[{index}] of {len(self)}")
        return self.offset + index

    def run(self, length: int, lanes: int) -> np.ndarray[Any, Any]:
        """The first `length` numbers as an array, for operations on `lanes` numbers at a time."""
        assert length % lanes == 0, f"a length is a multiple of {lanes}, not {length}"
        if length > len(self):
            raise IndexError(f"{length} numbers of {len(self)}")
        return self.array[self.offset : self.offset + length]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            assert (index.stop, index.step) == (None, None), "a view of a vector only names its start"
            if not 0 <= index.start <= len(self):
                raise IndexError(f"{type(self).__name__}[{index.start}:] of {len(self)}")
            return type(self)(self.array, self.offset + int(index.start))
        return self._out(self.array[self._place(int(index))])

    def __setitem__(self, index: int, value: Any) -> None:
        self.array[self._place(int(index))] = self._in(value)

    _out: ClassVar[Any] = int
    _in: ClassVar[Any] = int


class Words(Vector):
    """uint64, read as `u64`."""

    __slots__ = ()
    dtype = "uint64"
    _out = _in = u64


class Ints(Vector):
    """int64."""

    __slots__ = ()
    dtype = "int64"


class Int32s(Vector):
    """int32."""

    __slots__ = ()
    dtype = "int32"


class Int16s(Vector):
    """int16."""

    __slots__ = ()
    dtype = "int16"


class Bytes(Vector):
    """uint8."""

    __slots__ = ()
    dtype = "uint8"


class Reals(Vector):
    """float64."""

    __slots__ = ()
    dtype = "float64"
    _out = _in = float


class Float32s(Vector):
    """float32."""

    __slots__ = ()
    dtype = "float32"
    _out = _in = float


def fetch_ahead(vector: Vector, index: int) -> None:
    """Prefetch the cache line of an item that will be read soon."""
    vector._place(int(index))


_atomic = threading.Lock()
"""Held by the interpreted forms of the two functions below; compiled, each is one instruction."""


def fetch_add(vector: Ints, index: int, amount: int) -> int:
    """Add to a number that other threads add to as well, and return what it was before: no addition is lost."""
    with _atomic:
        before: int = vector[index]
        vector[index] = before + amount
    return before


def compare_exchange(vector: Ints, index: int, expected: int, new: int) -> bool:
    """Write a number, if the old one is still the expected one; whether it was.

    What this thread has written before is written for each thread that sees the new number.
    """
    with _atomic:
        unchanged: bool = vector[index] == expected
        if unchanged:
            vector[index] = new
    return unchanged


class _Field:
    """A number among the fields of a struct."""

    __slots__ = ("index", "view")

    def __init__(self, index: int, view: str) -> None:
        self.index, self.view = index, view

    def __get__(self, struct: Any, owner: type | None = None) -> Any:
        if struct is None:
            return self
        number = getattr(struct, self.view)[self.index]
        return u64(number) if self.view == "_words" else number.item() if hasattr(number, "item") else number

    def __set__(self, struct: Any, value: Any) -> None:
        getattr(struct, self.view)[self.index] = u64(value) if self.view == "_words" else value


class _Pointer:
    """A field of a struct that holds the address of a vector or of another struct."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def __get__(self, struct: Any, owner: type | None = None) -> Any:
        return self if struct is None else struct._targets[self.index]

    def __set__(self, struct: Any, target: Any) -> None:
        struct._targets[self.index] = target
        struct._words[self.index] = target.address


def _is_pointer(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Vector | Struct)


def _kind_text(kind: Any) -> str:
    if isinstance(kind, type):
        return kind.shape() if issubclass(kind, Struct) else kind.__name__
    return str(kind)


class Struct:
    """Named fields of 64 bits each: `int`, `u64`, `float`, `Flag`, a vector or another struct."""

    layout: ClassVar[dict[str, Any]]
    """Field name → its kind, in memory order: int, u64, float, Flag, or a class of vectors or structs."""

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.layout = {
            name: kind for name, kind in hints.items() if get_origin(kind) is not ClassVar and kind is not ClassVar
        }
        views = {int: "_ints", u64: "_words", float: "_reals"}
        for index, (name, kind) in enumerate(cls.layout.items()):
            plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
            setattr(cls, name, _Pointer(index) if _is_pointer(kind) else _Field(index, views[plain]))

    def __init__(self, **fields: Any) -> None:
        self._targets: dict[int, Any] = {}
        self.address = self._reserve()
        """The address of the first field."""
        own = type(self).__name__
        for name, value in fields.items():
            if name not in self.layout:
                raise TypeError(f"{own} has no field {name}; it has {', '.join(self.layout)}")
            setattr(self, name, value)
        for index, (name, kind) in enumerate(self.layout.items()):
            if _is_pointer(kind) and index not in self._targets:  # compiled code would follow a null pointer
                raise TypeError(f"{own} needs {name}")

    def _reserve(self) -> int:
        """Make memory for the fields, seen as words, ints and reals; its address, or 0 where NumPy is not installed."""
        count = whole_lines(len(self.layout))  # else threads would share a line
        words: Any
        ints: Any
        reals: Any
        try:
            import numpy as np
        except ImportError:  # in a browser, where nothing is compiled
            memory = memoryview(bytearray(8 * count))
            words, ints, reals, address = memory.cast("Q"), memory.cast("q"), memory.cast("d"), 0
        else:
            words = aligned(count, "uint64")
            ints, reals, address = words.view(np.int64), words.view(np.float64), int(words.ctypes.data)
        self._words, self._ints, self._reals = words, ints, reals
        return address

    @classmethod
    def shape(cls) -> str:
        """All that compiled code depends on, as a text: the fields of the class, and those of the structs within."""
        parts = (f"{name}:{_kind_text(kind)}" for name, kind in cls.layout.items())
        return f"{cls.__name__}({' '.join(parts)})"
