"""Lowering of what has parts: tuples, vectors, structs, constant tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, get_origin

from ..constant_table import ConstantTable
from ..memory import Struct, Vector
from .arithmetic import Arithmetic
from .diagnostics import Refused
from .ir import MEMORY, Value, constant, tuple_of
from .types import (
    BOOL,
    FLOAT,
    INT,
    WORD,
    Leaf,
    Pointer,
    Scalar,
    Static,
    TupleType,
    Type,
    describe,
    in_memory,
    item_type,
    leaves,
    of_field,
    unify,
)

__all__ = ["Aggregates"]

FEW = 4
"""A tuple of no more items than these is indexed by a chain of selects, a longer one in memory."""


class Aggregates(Arithmetic):
    """Reading and writing parts of a value."""

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.arguments: set[int] = set()
        """Tuples that are arguments: they are put into memory once, when the function begins."""

    # Tuples

    def item(self, value: Value, index: Value) -> Value:
        """`value[index]`. A negative index counts from the end; an item out of range is 0."""
        assert isinstance(value.type, TupleType)
        if index.type not in (INT, WORD, BOOL):
            raise Refused(f"`a[b]` does not take {describe(value.type)}, {describe(index.type)}")
        size = len(value.type.items)
        self.check_index(index, size, "a tuple", negative=True)
        if index.known:
            inside = -size <= index.constant < size
            return self.part(value, index.constant % size) if inside else self.zero(self.item_of_all(value))
        ty = self.item_of_all(value)
        at = self.convert(index, INT)
        if index.type == INT:
            negative = self.value(BOOL, f"icmp slt {at}, 0")
            at = self.select(negative, self.value(INT, f"add {at}, {size}"), at)
        if self._is_read_in_memory(value, ty):
            within = self.value(BOOL, f"icmp ult {at}, {size}")
            found = self.at_place(value, ty, self.select(within, at, self.number(0, INT)))
            return self.select(within, found, self.zero(ty))
        if size <= FEW and not value.known:
            result = self.zero(ty)
            for place, one in reversed(list(enumerate(value.items))):
                result = self.select(self.value(BOOL, f"icmp eq {at}, {place}"), self.convert(one, ty), result)
            return result
        return self.at_place(value, ty, self.intrinsic("llvm.umin.i64", INT, at, Value(INT, str(size))))

    def item_of_all(self, value: Value) -> Type:
        """The one type that holds every item of a tuple."""
        assert isinstance(value.type, TupleType)
        if not value.type.items:
            raise Refused("an empty tuple has no items")
        if value.type.item is None:
            raise Refused("a tuple of unlike things cannot be indexed by a variable", "write `if` for each case")
        return value.type.item

    @staticmethod
    def _is_read_in_memory(value: Value, ty: Type) -> bool:
        """Is this a tuple in memory, and not a constant with arrays of its own for the parts of its items?"""
        return in_memory(value.type) and (not value.known or in_memory(ty))

    def at_place(self, value: Value, ty: Type, at: Value) -> Value:
        """The item at a place that is in range. (In the arrays of a tuple of few numbers, a zero follows the last.)"""
        assert isinstance(value.type, TupleType)
        if self._is_read_in_memory(value, ty):
            alike = TupleType((ty,) * len(value.type.items))
            value = value if value.type.items == alike.items else self.convert(value, alike)
            return self.get(ty, self.element(self.address(value), at, ty))
        found = []
        for (memory, leaf), kind in zip(self._arrays(value, ty), leaves(ty), strict=True):
            place = self.emit(f"getelementptr {leaf}, ptr {memory}, {at}")
            found.append(self.value(kind, f"load {leaf}, ptr {place}"))
        return self.rebuild(ty, found)

    def _arrays(self, value: Value, ty: Type) -> list[tuple[str, str]]:
        """Where the leaves of the items lie: for each leaf an array, one place longer than the tuple."""
        name = f"@{id(value)}"
        found = self.placed.get(name) or self.env.get(name)
        if found is None or found.type != ty:
            here, env = self.block, self.env
            if id(value) in self.arguments:
                self.block = self.entry
            if id(value) in self.arguments or value.known:
                env = self.placed
            self.kept.append(value)
            items = [self.flat(self.convert(one, ty)) for one in value.items]
            arrays = [self._array([item[n] for item in items], leaf) for n, leaf in enumerate(leaves(ty))]
            env[name] = found = Value(ty, items=tuple(Value(INT, array) for array in arrays))
            self.block = here
        return [(one.operand, leaf.llvm) for one, leaf in zip(found.items, leaves(ty), strict=True)]

    def _array(self, items: Sequence[Value], leaf: Leaf) -> str:
        items = [*items, self.flat(self.zero(leaf))[0]]
        if all(one.known for one in items):
            return self.module.array([one.operand for one in items], leaf.llvm)
        memory = self.alloca(f"[{len(items)} x {leaf.llvm}]")
        for place, one in enumerate(items):
            self.do(f"store {one}, ptr {self.emit(f'getelementptr {leaf.llvm}, ptr {memory}, i64 {place}')}")
        return memory

    def replaced(self, value: Value, index: Value, item: Value) -> Value:
        """`replace(value, index, item)`: a select for each place, or a change in memory."""
        if not isinstance(value.type, TupleType) or index.type not in (INT, WORD, BOOL):
            raise Refused(f"replace does not take {describe(value.type)}, {describe(index.type)}")
        items = []
        self.check_index(index, len(value.type.items), "a tuple")
        at = self.convert(index, INT)
        if in_memory(value.type):
            return self._changed(value, at, item)
        for place, old in enumerate(value.items):
            if unify(old.type, item.type) != old.type and not (index.known and index.constant != place):
                raise Refused(f"replace puts {describe(item.type)} into a tuple that holds {describe(old.type)}")
            if index.known:
                items.append(self.convert(item, old.type) if index.constant == place else old)
            else:
                here = self.value(BOOL, f"icmp eq {at}, {place}")
                items.append(self.select(here, self.convert(item, old.type), old))
        return tuple_of(items, value.type.kind)

    def _changed(self, value: Value, at: Value, item: Value) -> Value:
        assert isinstance(value.type, TupleType)
        if at.known and not 0 <= at.constant < len(value.type.items):
            return value
        ty = value.type.items[at.constant] if at.known else self.item_of_all(value)
        if unify(ty, item.type) != ty:
            raise Refused(f"replace puts {describe(item.type)} into a tuple that holds {describe(ty)}")
        alike = value.type if at.known else TupleType((ty,) * len(value.type.items), value.type.kind)
        value = value if value.type == alike else self.convert(value, alike)
        if value.known and at.known and item.known:
            parts = (*value.items[: at.constant], self.convert(item, ty), *value.items[at.constant + 1 :])
            return tuple_of(parts, alike.kind)
        return Value(value.type, change=(value, at, self.convert(item, ty)))

    def with_fields(self, value: Value, fields: dict[str, Value]) -> Value:
        """`state._replace(field=…)`."""
        assert isinstance(value.type, TupleType)
        kind: Any = value.type.kind
        names = kind._fields
        for name in fields:
            if name not in names:
                raise Refused(f"{describe(value.type)} has no field {name}", f"it has {', '.join(names)}")
        return tuple_of([fields.get(name) or self.part(value, place) for place, name in enumerate(names)], kind)

    # Vectors and constant tables

    def _number(self, base: Value, index: Value) -> tuple[str, Any]:
        """The address of a number of a vector or table, and the class of the vector."""
        if index.type not in (INT, WORD, BOOL):
            raise Refused(f"`a[b]` does not take {describe(base.type)}, {describe(index.type)}")
        at = self.convert(index, INT)
        if isinstance(base.type, Static) and isinstance(base.constant, ConstantTable):
            self.check_index(index, len(base.constant), "a table")
            address, kind = self.module.table(base.constant), base.constant.kind
        elif isinstance(base.type, Pointer) and issubclass(base.type.kind, Vector):
            address, kind = base.operand, base.type.kind
        else:
            raise Refused(f"`a[b]` does not take {describe(base.type)}, {describe(index.type)}")
        return self.emit(f"getelementptr {MEMORY[kind.dtype]}, ptr {address}, {at}"), kind

    def read(self, base: Value, index: Value) -> Value:
        """`vector[index]`: nothing is checked."""
        address, kind = self._number(base, index)
        llvm, ty = MEMORY[kind.dtype], item_type(kind)
        number = self.emit(f"load {llvm}, ptr {address}{self.module.tag(kind.dtype)}")
        if llvm == "float":
            number = self.emit(f"fpext float {number} to double")
        elif ty == INT and llvm != "i64":
            number = self.emit(f"{'zext' if kind.dtype.startswith('u') else 'sext'} {llvm} {number} to i64")
        return Value(ty, number)

    def write(self, base: Value, index: Value, value: Value) -> None:
        """`vector[index] = value`."""
        if isinstance(base.type, TupleType):
            raise Refused("a tuple does not change", "use `replace(items, index, item)`, which makes another one")
        if isinstance(base.type, Static) and isinstance(base.constant, ConstantTable):
            raise Refused("a ConstantTable does not change", "use a vector that is passed in")
        address, kind = self._number(base, index)
        number = self._stored(value, item_type(kind))
        llvm = MEMORY[kind.dtype]
        self.check_stored(number, llvm, kind)
        operand = number.operand
        if llvm == "float":
            operand = self.emit(f"fptrunc {number} to float")
        elif llvm not in ("i64", "double"):
            operand = self.emit(f"trunc {number} to {llvm}")
        self.do(f"store {llvm} {operand}, ptr {address}{self.module.tag(kind.dtype)}")

    def _stored(self, value: Value, ty: Leaf) -> Value:
        if {value.type, ty} == {WORD, FLOAT} or (isinstance(ty, Scalar) and value.type not in (BOOL, INT, WORD, FLOAT)):
            raise Refused(f"{describe(value.type)} cannot be stored as {describe(ty)}")
        return self.convert(value, ty)

    def view(self, base: Value, start: Value) -> Value:
        """`vector[start:]`: a later starting point."""
        address, kind = self._number(base, start)
        if not isinstance(base.type, Pointer):
            raise Refused("a view of a ConstantTable", "index the table itself")
        return Value(Pointer(kind), address)

    def slice(self, value: Value, first: Value | None, last: Value | None, step: Value | None) -> Value:
        """`items[first:last:step]`: of a vector a view, of a tuple another tuple."""
        if isinstance(value.type, Pointer):
            if last is not None or step is not None:
                raise Refused("a view of a vector only names its start", "write `vector[start:]`")
            return self.view(value, first or constant(0))
        if not isinstance(value.type, TupleType):
            raise Refused(f"`a[b:c]` does not take {describe(value.type)}")
        bounds = [None if one is None else one.constant for one in (first, last, step)]
        if any(one is not None and not one.known for one in (first, last, step)):
            raise Refused("a slice of a tuple with bounds that vary", "its length must be known")
        places = range(len(value.type.items))[slice(*bounds)]
        return tuple_of([self.part(value, place) for place in places])

    # Fields

    def field(self, value: Value, name: str) -> Value:
        """`value.name`."""
        if isinstance(value.type, TupleType) and name in getattr(value.type.kind, "_fields", ()):
            return self.part(value, value.type.kind._fields.index(name))
        address, ty, atomic = self._field(value, name)
        if atomic:
            return self.value(ty, f"load atomic i64, ptr {address} monotonic, align 8")
        return self.value(ty, f"load {ty.llvm}, ptr {address}{self.module.tag('struct')}")

    def set_field(self, value: Value, name: str, new: Value) -> None:
        """`value.name = new`."""
        if isinstance(value.type, TupleType):
            raise Refused(f"{describe(value.type)} does not change", f"write `state._replace({name}=…)`")
        address, ty, atomic = self._field(value, name)
        number = self._stored(new, ty)
        how = "store atomic" if atomic else "store"
        self.do(f"{how} {number}, ptr {address}{' monotonic, align 8' if atomic else self.module.tag('struct')}")

    def _field(self, value: Value, name: str) -> tuple[str, Leaf, bool]:
        """The address of a struct's field, its type, and whether other threads write it."""
        kind = value.type.kind if isinstance(value.type, Pointer) else None
        if kind is None or not issubclass(kind, Struct) or name not in kind.layout:
            raise Refused(f"a value of the type {describe(value.type)} has no {name}")
        place = list(kind.layout).index(name)
        address = self.emit(f"getelementptr i64, ptr {value.operand}, i64 {place}")
        return address, of_field(kind.layout[name]), get_origin(kind.layout[name]) is Annotated
