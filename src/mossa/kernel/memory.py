"""Memory: vectors of machine numbers and records of named fields.

Compiled code reaches them by address, without checks and without reference counts (numpy arrays passed down a
recursion cost a factor of three). Interpreted code goes through the same Python objects, and every access is
checked: run the tests in that mode and a stray index is an IndexError, not a crash.

    class Search(Record):
        nodes: int
        stop: Flag
        killers: Ints

    memory = Search(nodes=0, stop=0, killers=Ints(256))
    memory.nodes += 1
    memory.killers[3] = move
    row = memory.killers[2 * ply:]        # a view that starts later
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from .words import u64

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Bytes", "Flag", "Float32s", "Int16s", "Int32s", "Ints", "Reals", "Struct", "Vector", "Words", "fetch_ahead"]

Flag = Annotated[int, "atomic"]
"""A field that other threads write: a compiled read really happens each time."""


LINE = 64
"""Bytes of a line of the cache."""


def aligned(size: int, dtype: str) -> np.ndarray[Any, Any]:
    """An array of zeros that begins with a line of the cache: what lay across two would be fetched twice."""
    import numpy as np

    width = np.dtype(dtype).itemsize
    room = np.zeros(size + LINE // width, dtype)
    first = -room.ctypes.data % LINE // width
    return room[first : first + size]


class Vector:
    """A run of numbers of one machine type, seen from a starting point."""

    __slots__ = ("array", "offset")
    dtype: ClassVar[str]

    def __init__(self, source: int | np.ndarray[Any, Any], offset: int = 0) -> None:
        self.array = aligned(source, self.dtype) if isinstance(source, int) else source
        assert self.array.dtype == self.dtype
        assert self.array.flags.c_contiguous
        assert self.array.ndim == 1
        self.offset = offset

    @property
    def address(self) -> int:
        """Where the first number lies."""
        return int(self.array.ctypes.data) + self.offset * self.array.itemsize

    def __len__(self) -> int:
        return len(self.array) - self.offset

    def _place(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"{type(self).__name__}[{index}] of {len(self)}")
        return self.offset + index

    def run(self, length: int, lanes: int) -> np.ndarray[Any, Any]:
        """The first numbers, so many of them, as an array; they are worked on so many at a time."""
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
    """Bring the memory around an item near, so that reading it soon does not have to wait."""
    vector._place(int(index))


class _Field:
    """A named word of a record."""

    __slots__ = ("index", "view")

    def __init__(self, index: int, view: str) -> None:
        self.index, self.view = index, view

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        if record is None:
            return self
        return (
            getattr(record, self.view)[self.index].item() if self.view != "_words" else u64(record._words[self.index])
        )

    def __set__(self, record: Any, value: Any) -> None:
        getattr(record, self.view)[self.index] = u64(value) if self.view == "_words" else value


class _Pointer:
    """A word of a record that holds the address of a vector or of another record."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else record._targets[self.index]

    def __set__(self, record: Any, target: Any) -> None:
        record._targets[self.index] = target
        record._words[self.index] = target.address


def _is_pointer(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Vector | Struct)


def _kind_text(kind: Any) -> str:
    if isinstance(kind, type):
        return kind.shape() if issubclass(kind, Struct) else kind.__name__
    return str(kind)


class Struct:
    """Named fields, one machine word each: `int`, `u64`, `float`, `Flag`, a vector or another record."""

    layout: ClassVar[dict[str, Any]]
    """Field name → its kind, in order of place: int, u64, float, Flag, or a class of vectors or records."""

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
        import numpy as np

        self._words = np.zeros(len(self.layout), np.uint64)
        self._ints, self._reals = self._words.view(np.int64), self._words.view(np.float64)
        self._targets: dict[int, Any] = {}
        own = type(self).__name__
        for name, value in fields.items():
            if name not in self.layout:
                raise TypeError(f"{own} has no field {name}; it has {', '.join(self.layout)}")
            setattr(self, name, value)
        for index, (name, kind) in enumerate(self.layout.items()):
            if _is_pointer(kind) and index not in self._targets:  # compiled code would follow the address 0
                raise TypeError(f"{own} needs {name}")

    @classmethod
    def shape(cls) -> str:
        """All that compiled code knows of the class, as a text: its fields, and those of the records within."""
        parts = (f"{name}:{_kind_text(kind)}" for name, kind in cls.layout.items())
        return f"{cls.__name__}({' '.join(parts)})"

    @property
    def address(self) -> int:
        """Where the first field lies."""
        return int(self._words.ctypes.data)
