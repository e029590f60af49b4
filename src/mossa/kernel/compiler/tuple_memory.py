"""Tuples of many numbers: they lie in memory, and an address stands for them.

A number takes eight bytes there, whatever its type. Memory is written once, when its value is made, and never changes
after that; so an assignment shares the address. What makes a tuple of others is put off until somebody asks for the
address: `State(replace(board, place, stone), -side)` is then written where it is wanted, often into the result memory
of the caller, with one copy of the board and two stores.

Stack memory belongs to one place in the source. In a loop that place is reached again, and writes its memory again.
So a tuple that a loop carries from one turn to the next is copied into memory of the loop's own (`carry`); all other
values of the turn before are out of reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from .ir import Environment, FunctionBuilder, Value, number_bits
from .types import ADDRESS, BOOL, INT, WORD, Leaf, TupleType, Type, in_memory, numbers

__all__ = ["EQUAL", "RESULT", "TupleMemory"]

RESULT = "%result"
"""Where a function puts its result, if that is a tuple in memory: its first argument."""


class TupleMemory(FunctionBuilder):
    """Reading, writing and copying tuples in memory."""

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.kept: list[Value] = []
        """Values whose identity is the name of something in `env`: they must not be freed."""
        self.placed: Environment = {}
        """Constants and arguments that are in memory everywhere in the function."""
        self._roots: dict[str, str] = {}
        """Address → the beginning of the memory it lies in, as far as that is known."""
        self._in_result = {RESULT: 0}
        """Address in the result → how many numbers lie before it."""
        self._result_copies: list[list[tuple[str, int | None, int]]] = []
        """For each `return`, what is copied into the result: from which memory ("" if that is not known), to which
        place (None if it is copied from the middle of the memory), and how many numbers.
        """

    # Where a tuple lies

    def memory(self, ty: Type) -> str:
        """New memory for a value of this type."""
        name = self.alloca(f"[{len(numbers(ty))} x i64]")
        self._roots[name] = name
        return name

    def argument(self, ty: Type, address: str) -> Value:
        """A tuple in memory that the caller owns."""
        self._roots[address] = address
        return Value(ty, address)

    def address(self, value: Value) -> str:
        """The address of a tuple, which is written now if it was not yet."""
        if value.operand:
            return value.operand
        if (found := self._known_address(value)) is not None:
            return found
        name = f"@address{id(value)}"
        self.kept.append(value)
        if value.known:
            operand = self.module.array([number_bits(one) for one in self._scalars(value)], "i64")
            self.placed[name] = Value(ADDRESS, operand)
        else:
            operand = self.memory(value.type)
            self.put(value, operand)
            self.env[name] = Value(ADDRESS, operand)
        return operand

    def _known_address(self, value: Value) -> str | None:
        name = f"@address{id(value)}"
        found = self.placed.get(name) or self.env.get(name)
        return None if found is None else found.operand

    def _scalars(self, value: Value) -> list[Value]:
        if isinstance(value.type, TupleType):
            return [number for item in value.items for number in self._scalars(item)]
        return [value] if numbers(value.type) else []

    def _cell(self, address: str, place: int) -> str:
        if place == 0:
            return address
        cell = self.emit(f"getelementptr i64, ptr {address}, i64 {place}")
        self._roots[cell] = self._roots.get(address, address)
        if address in self._in_result:
            self._in_result[cell] = self._in_result[address] + place
        return cell

    def element(self, address: str, place: Value, ty: Type) -> str:
        """The address of an item, where all items are of this type; the place is in range."""
        size = len(numbers(ty))
        offset = place.operand if size == 1 else self.emit(f"mul nsw {place}, {size}")
        cell = self.emit(f"getelementptr i64, ptr {address}, i64 {offset}")
        self._roots[cell] = self._roots.get(address, address)
        return cell

    # Reading

    def get(self, ty: Type, address: str) -> Value:
        """The value of this type that lies here."""
        if in_memory(ty):
            return Value(ty, address)
        return self.rebuild(ty, [self._load(leaf, self._cell(address, n)) for n, leaf in enumerate(numbers(ty))])

    def _load(self, ty: Leaf, cell: str) -> Value:
        if ty == BOOL:
            number = self.emit(f"load i64, ptr {cell}{self.module.tag('state')}")
            return self.value(BOOL, f"trunc i64 {number} to i1")
        return self.value(ty, f"load {ty.llvm}, ptr {cell}{self.module.tag('state')}")

    def part(self, value: Value, place: int) -> Value:
        """The item of a tuple at a place that is known."""
        ty = value.type
        assert isinstance(ty, TupleType)
        if value.items and (self._known_address(value) is None or not in_memory(ty.items[place])):
            return value.items[place]
        if value.change is not None and value.change[1].known:
            base, at, item = value.change
            return item if at.constant == place else self.part(base, place)
        return self.get(ty.items[place], self._cell(self.address(value), ty.starts[place]))

    def parts(self, value: Value) -> Sequence[Value]:
        """All items of a tuple."""
        assert isinstance(value.type, TupleType)
        if value.items:
            return value.items
        return [self.part(value, place) for place in range(len(value.type.items))]

    # Writing

    def put(self, value: Value, at: str) -> None:
        """Write a value to memory."""
        ty = value.type
        if not isinstance(ty, TupleType):
            if numbers(ty):
                self._store(value, at)
            return
        if not in_memory(ty):
            for place, item in enumerate(value.items):
                self.put(item, self._cell(at, ty.starts[place]))
            return
        source = self.address(value) if value.operand or value.known else self._known_address(value)
        if source is not None:
            self._copy(at, source, len(ty.numbers))
        elif value.change is not None:
            base, where, changed = value.change
            self.put(base, at)
            self._put_item(ty, at, where, changed)
        else:
            for n, item in enumerate(value.items):
                self.put(item, self._cell(at, ty.starts[n]))

    def _put_item(self, ty: TupleType, at: str, place: Value, item: Value) -> None:
        if place.known:
            self.put(item, self._cell(at, ty.starts[place.constant]))
            return
        inside = self.emit(f"icmp ult {place}, {len(ty.items)}")
        element, nowhere = self.element(at, place, item.type), self.memory(item.type)
        self.put(item, self.emit(f"select i1 {inside}, ptr {element}, ptr {nowhere}"))

    def _store(self, value: Value, cell: str) -> None:
        if value.type == BOOL:
            value = Value(INT, self.emit(f"zext {value} to i64"))
        self.do(f"store {value}, ptr {cell}{self.module.tag('state')}")

    def _copy(self, to: str, source: str, count: int) -> None:
        if self._result_copies:
            root = self._roots.get(source, source if source[0] == "@" else "")
            self._result_copies[-1].append((root, None if root not in (source, "") else self._in_result.get(to), count))
        if to != source:
            self.module.declare("void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
            ends = f"ptr align 8 {to}, ptr align 8 {source}"
            self.do(f"call void @llvm.memcpy.p0.p0.i64({ends}, i64 {8 * count}, i1 false)")

    # The result

    def put_result(self, value: Value) -> None:
        """Write what is returned."""
        self._result_copies.append([])
        self.put(value, RESULT)

    def build_in_result(self) -> None:
        """Give tuples that are only copied to one place of the result that place for their memory.

        Nothing else is written there before the `return`, so all that reads the tuple reads it there.
        """
        taken: list[range] = []
        for line, alloca in enumerate(self.allocas):
            root = alloca.split()[0]
            copies = [[copy for copy in one if copy[0] in (root, "")] for one in self._result_copies]
            places = {(place, count) for one in copies for _, place, count in one}
            if root not in {copy[0] for one in copies for copy in one} or max(map(len, copies)) > 1 or len(places) > 1:
                continue
            ((place, count),) = places
            if place is None or alloca != f"{root} = alloca [{count} x i64]":
                continue
            if not any(place < other.stop and other.start < place + count for other in taken):
                taken.append(range(place, place + count))
                self.allocas[line] = f"{root} = getelementptr i64, ptr {RESULT}, i64 {place}"

    # Tuples that a loop carries

    def carry(self, moves: Sequence[tuple[str, Value]]) -> None:
        """Give memories of a loop their next values, all at once: `a, b = b, a` reads both before it writes one."""
        moves = [(to, value) for to, value in moves if value.operand != to]
        targets = {to for to, _ in moves}
        copies, direct = [], []
        for to, value in moves:
            reads = self._reads(value, base=to)
            if reads.isdisjoint(targets) and "" not in reads:
                direct.append((to, value))
            else:
                copies.append((to, Value(value.type, self.memory(value.type))))
                self.put(value, copies[-1][1].operand)
        for to, value in [*direct, *copies]:
            self.put(value, to)

    def _reads(self, value: Value, base: str = "") -> set[str]:
        """From which memories a value is going to be copied; "" is one that is not known.

        Items that are changed in the memory `base` itself read nothing: they are stores.
        """
        if not in_memory(value.type) or value.known:
            return set()
        address = value.operand or self._known_address(value)
        if address:
            known = address in self._roots or address[0] == "@"
            return {self._roots.get(address, address) if known else ""} - ({base} if address == base else set())
        if value.change is not None:
            return self._reads(value.change[0], base) | self._reads(value.change[2])
        return {root for item in value.items for root in self._reads(item)}

    # Conversions

    def convert(self, value: Value, to: Type) -> Value:
        """See `FunctionBuilder.convert`: between whole numbers, nothing changes in memory."""
        if value.type == to or not isinstance(to, TupleType) or not in_memory(value.type) or value.items:
            return super().convert(value, to)
        if isinstance(value.type, TupleType) and _same_cells(value.type, to):
            return Value(to, self.address(value))
        return super().convert(Value(value.type, items=tuple(self.parts(value))), to)

    def zero(self, ty: Type) -> Value:
        """See `FunctionBuilder.zero`."""
        return Value(ty, self.module.zeros(len(numbers(ty)))) if in_memory(ty) else super().zero(ty)


def _same_cells(one: Type, other: Type) -> bool:
    """Do values of the first type lie in memory just as those of the second?"""
    if isinstance(one, TupleType) and isinstance(other, TupleType):
        return len(one.items) == len(other.items) and all(map(_same_cells, one.items, other.items))
    return one == other or (one in (BOOL, INT, WORD) and other in (INT, WORD))


def _equal(name: str, llvm: str, differ: str) -> str:
    return f"""define internal i1 @mossa_{name}(ptr %one, ptr %other, i64 %count) nounwind {{
entry:
br label %loop
loop:
%i = phi i64 [0, %entry], [%next, %loop]
%differ = phi i1 [false, %entry], [%either, %loop]
%p = getelementptr {llvm}, ptr %one, i64 %i
%q = getelementptr {llvm}, ptr %other, i64 %i
%x = load {llvm}, ptr %p
%y = load {llvm}, ptr %q
%now = {differ} {llvm} %x, %y
%either = or i1 %differ, %now
%next = add i64 %i, 1
%more = icmp ult i64 %next, %count
br i1 %more, label %loop, label %end
end:
%equal = xor i1 %either, true
ret i1 %equal
}}"""


EQUAL = {
    "equal_numbers": _equal("equal_numbers", "i64", "icmp ne"),
    "equal_floats": _equal("equal_floats", "double", "fcmp une"),
}
"""Are these cells equal? All are compared, several at once, which is faster than to stop at the first that is not."""
