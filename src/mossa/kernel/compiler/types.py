"""The types of compiled code, how two of them become one, and the types of Python's objects and annotations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate
from types import FunctionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ..memory import Struct, Vector
from ..words import u64
from .diagnostics import Refused

__all__ = [
    *("ADDRESS", "BOOL", "FLOAT", "INT", "IN_REGISTERS", "NONE", "WORD", "Conflict", "Leaf", "Pointer", "Scalar"),
    *("Static", "TupleType", "Type", "describe", "in_memory", "item_type", "leaves", "numbers", "of_annotation"),
    *("of_field", "of_result", "of_value", "unify"),
]


@dataclass(frozen=True)
class Scalar:
    """A number, or None (which has no representation)."""

    name: str
    llvm: str


BOOL, INT, WORD = Scalar("bool", "i1"), Scalar("int", "i64"), Scalar("u64", "i64")
FLOAT, NONE = Scalar("float", "double"), Scalar("None", "void")
NUMBERS = (BOOL, INT, WORD, FLOAT)


@dataclass(frozen=True)
class Pointer:
    """The address of a vector or a struct: `kind` is its class."""

    kind: Any
    llvm = "ptr"


ADDRESS = Pointer(None)
"""What represents a tuple that lies in memory."""
IN_REGISTERS = 32
"""A tuple of more numbers than these lies in memory: as values of their own they would be that many arguments of every
function, and as many selects for one `replace`."""


@dataclass(frozen=True)
class TupleType:
    """A tuple, or a named tuple of the class `kind`: held as one value for each number, or as an address."""

    items: tuple[Type, ...]
    kind: Any = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.items, self.kind))

    @cached_property
    def numbers(self) -> tuple[Leaf, ...]:
        """All scalars and pointers in it, in order."""
        return tuple(leaf for item in self.items for leaf in numbers(item))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each item, how many numbers lie before it."""
        return tuple(accumulate((len(numbers(item)) for item in self.items), initial=0))

    @cached_property
    def item(self) -> Type | None:
        """The one type that holds every item; None if there is none."""
        ty = self.items[0] if self.items else None
        for one in self.items:
            if one is not ty and ty is not None:
                wider = unify(ty, one)
                ty = None if isinstance(wider, Conflict) else wider
        return ty


class Static:
    """Something that only the compiler sees: a function, a class, a module, a slot, a table, a text."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Static) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True)
class Conflict:
    """The type of a variable to which two ways lead with types that do not go together: refused where it is read."""

    one: Type
    other: Type


Leaf = Scalar | Pointer
Type = Scalar | Pointer | TupleType | Static | Conflict


def numbers(ty: Type) -> tuple[Leaf, ...]:
    """All scalars and pointers in a value of this type."""
    if isinstance(ty, TupleType):
        return ty.numbers
    return () if ty == NONE or isinstance(ty, Static | Conflict) else (ty,)


def in_memory(ty: Type) -> bool:
    """Is a value of this type represented by its address?"""
    return isinstance(ty, TupleType) and len(ty.numbers) > IN_REGISTERS


def leaves(ty: Type) -> list[Leaf]:
    """The scalars and pointers that represent a value of this type."""
    if in_memory(ty):
        return [ADDRESS]
    if isinstance(ty, TupleType):
        return [leaf for item in ty.items for leaf in leaves(item)]
    return list(numbers(ty))


def unify(one: Type, other: Type) -> Type:
    """The type that holds the values of both; `Conflict` if there is none."""
    if one == other:
        return one
    if isinstance(one, Scalar) and isinstance(other, Scalar) and one in NUMBERS and other in NUMBERS:
        if {one, other} == {WORD, FLOAT}:
            return Conflict(one, other)
        return FLOAT if FLOAT in (one, other) else WORD if WORD in (one, other) else INT
    if isinstance(one, TupleType) and isinstance(other, TupleType) and len(one.items) == len(other.items):
        items = tuple(map(unify, one.items, other.items))
        if not any(isinstance(item, Conflict) for item in items):
            return TupleType(items, one.kind if one.kind is other.kind else None)
    return Conflict(one, other)


def describe(ty: Type) -> str:
    """The type as a person writes it."""
    match ty:
        case Scalar():
            return ty.name
        case TupleType():
            if ty.kind is not None:
                return str(ty.kind.__name__)
            names = [describe(item) for item in ty.items]
            alike = len(names) > 2 and len(set(names)) == 1
            return f"tuple of {len(names)} {names[0]}" if alike else f"tuple ({', '.join(names)})"
        case Pointer():
            return str(ty.kind.__name__)
        case Static():
            value = ty.value
            if type(value).__name__ in ("Items", "Range"):  # of calls.py
                return "range"
            return type(value).__name__ if isinstance(value, str | list | dict | set) else f"{_name(value)}"
        case Conflict():
            return f"{describe(ty.one)} or {describe(ty.other)}"


def _name(value: Any) -> str:
    name = getattr(value, "__name__", None) or getattr(value, "name", None)
    return f"{type(value).__name__} {name}" if name else type(value).__name__


def of_value(value: Any) -> Type:
    """The type of an object: an argument of a kernel, or a constant."""
    if isinstance(value, Enum):
        value = value.value
    for kind, ty in ((bool, BOOL), (u64, WORD), (int, INT), (float, FLOAT), (type(None), NONE)):
        if isinstance(value, kind):
            return ty
    if isinstance(value, tuple):
        return TupleType(tuple(map(of_value, value)), type(value) if hasattr(value, "_fields") else None)
    if isinstance(value, Vector | Struct):
        return Pointer(type(value))
    if getattr(value, "shape", None) == () and hasattr(value, "item"):  # a number of NumPy's
        return of_value(value.item())
    return Static(value)


def of_annotation(annotation: Any) -> Type | None:
    """The type that an annotation names; None if it does not name one completely."""
    plain = {bool: BOOL, int: INT, u64: WORD, float: FLOAT, None: NONE, type(None): NONE}
    if isinstance(annotation, type | None) and annotation in plain:
        return plain[annotation]
    kind, arguments = None, get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Vector | Struct):
        return Pointer(annotation)
    if isinstance(annotation, type) and hasattr(annotation, "_fields"):
        kind, hints = annotation, get_type_hints(annotation)
        arguments = tuple(hints[field] for field in annotation._fields)
    elif get_origin(annotation) is not tuple or Ellipsis in arguments:
        return None
    items = tuple(map(of_annotation, arguments))
    return None if None in items else TupleType(tuple(item for item in items if item is not None), kind)


def of_result(function: FunctionType) -> Type | None:
    """What a function's annotation says that it returns; None if it says nothing that names a type."""
    if "return" not in function.__annotations__:
        return None
    said = function.__annotations__["return"]
    if isinstance(said, str):
        try:
            said = eval(said, function.__globals__)
        except Exception:  # a name that only type checkers see
            return None
    return of_annotation(said)


def of_field(kind: Any) -> Leaf:
    """The type of a struct's field."""
    if get_origin(kind) is Annotated:
        return INT
    ty = of_annotation(kind)
    if not isinstance(ty, Scalar | Pointer):
        raise Refused(f"a field of the kind {kind}")
    return ty


def item_type(kind: type[Vector]) -> Scalar:
    """The type of a number of a vector, once it is read."""
    return {"uint64": WORD, "float64": FLOAT, "float32": FLOAT}.get(kind.dtype, INT)
