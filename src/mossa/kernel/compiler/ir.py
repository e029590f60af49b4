"""LLVM IR as text: a module, and a builder of one function in SSA form.

A `Value` is what an expression of the source became: an SSA name or a literal, with its type. A tuple of few numbers is
the values of its items; one of many is an address (see tuple_memory.py). Variables of the source are a
dictionary, name → value (`Environment`); where ways of the control flow meet, `merge` makes the phis. Python's control
flow is structured, so that is all of SSA construction: no dominance frontiers are needed.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..constant_table import ConstantTable
from .diagnostics import Refused
from .types import (
    ADDRESS,
    BOOL,
    FLOAT,
    NONE,
    Conflict,
    Leaf,
    Pointer,
    Static,
    TupleType,
    Type,
    describe,
    in_memory,
    leaves,
    of_value,
    unify,
)

__all__ = [
    "Block",
    "Environment",
    "FunctionBuilder",
    "Module",
    "Target",
    "Unreachable",
    "Value",
    "constant",
    "number_bits",
    "tuple_of",
]

UNKNOWN: Any = object()
"""In place of the constant of a value that is only known at run time."""
LEAST = -(1 << 63)
MEMORY = {"uint64": "i64", "int64": "i64", "int32": "i32", "int16": "i16", "uint8": "i8"}
MEMORY |= {"float64": "double", "float32": "float"}
"""The LLVM type of a number in memory."""


USUALLY = ', !prof !{!"branch_weights", i32 2000, i32 1}'
"""Behind a branch whose first way is nearly always taken."""


class Unreachable(Exception):
    """The way that is being lowered ends here: it calls a function that never returns (as far as is known so far)."""


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """What an expression became."""

    type: Type
    operand: str = ""
    """The SSA name or literal of a scalar or a pointer; the address of a tuple in memory."""
    items: tuple[Value, ...] = ()
    """The items of a tuple; if it belongs in memory, it has not been written yet."""
    change: tuple[Value, Value, Value] | None = None
    """Of a tuple that belongs in memory and has not been written yet: it is another one, but for this item at this
    place."""
    constant: Any = UNKNOWN
    """What it is, if that is known."""
    sure: str = ""
    """In checked mode, of a variable that may not have been assigned: whether it was (see checks.py)."""

    @property
    def known(self) -> bool:
        """Is it a constant?"""
        return self.constant is not UNKNOWN

    def __str__(self) -> str:
        """Type and operand, as instructions want them."""
        assert isinstance(self.type, Leaf)
        return f"{self.type.llvm} {self.operand}"


Environment = dict[str, Value]
"""The variables at one point of a function. Names that begin with `$` are the compiler's own."""


def constant(value: Any) -> Value:
    """The value of a Python object."""
    ty = of_value(value)
    if isinstance(ty, TupleType):
        return tuple_of([constant(item) for item in value], ty.kind)
    if isinstance(ty, Static):
        return Value(ty, constant=value)
    if hasattr(value, "item"):
        value = value.item()
    value = getattr(value, "value", value)  # of an enum
    return Value(ty, _literal(value, ty), constant=value)


def _literal(value: Any, ty: Type) -> str:
    if ty == FLOAT:
        return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
    if ty == BOOL:
        return "true" if value else "false"
    return "" if ty == NONE else str(wrapped(value))


def wrapped(value: Any) -> int:
    """A whole number in 64 bits with a sign."""
    return (int(value) - LEAST) % (1 << 64) + LEAST


def number_bits(number: Value) -> str:
    """The eight bytes of a constant number in memory, as a whole number."""
    if number.type == FLOAT:
        return str(struct.unpack(">q", struct.pack(">d", number.constant))[0])
    return str(wrapped(number.constant))


def tuple_of(items: Sequence[Value], kind: Any = None) -> Value:
    """A tuple, or a named tuple of the class `kind`."""
    ty = TupleType(tuple(item.type for item in items), kind)
    if any(not item.known for item in items):
        return Value(ty, items=tuple(items))
    known = [item.constant for item in items]
    return Value(ty, items=tuple(items), constant=tuple(known) if kind is None else kind(*known))


@dataclass
class Phi:
    """A value that depends on the block from which control came."""

    name: str
    llvm: str
    edges: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.name} = phi {self.llvm} " + ", ".join(f"[{operand}, %{block}]" for operand, block in self.edges)


@dataclass(eq=False)
class Block:
    """A basic block: phis, instructions, and at the end a terminator."""

    name: str
    phis: list[Phi] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    ended: bool = False


@dataclass(frozen=True)
class Target:
    """What the front end must know of the processor: instructions that LLVM does not choose by itself."""

    extract: str = ""
    """The intrinsic of `parallel_extract`, if there is one."""
    multiply_pairs: str = ""
    """The intrinsic that multiplies 16-bit numbers and adds neighbours, if there is one."""
    pairs: int = 16
    """How many products it adds up to."""


class Module:
    """What functions share: declarations, constants, metadata."""

    def __init__(self, target: Target, checked: bool = False) -> None:
        self.target, self.checked = target, checked
        self.functions: list[str] = []
        self.library: dict[str, str] = {}
        """Functions written in IR, by their names (see simd.py)."""
        self.declarations: set[str] = set()
        self.constants: dict[tuple[str, ...], str] = {}
        self.tables: dict[str, ConstantTable] = {}
        self.metadata = ['!0 = !{!"mossa"}', '!1 = !{!"uint8", !0, i64 0}', "!2 = !{!1, !1, i64 0}"]
        self.tags = {"uint8": 2}
        self.excess = "@excess"
        """A number of the module: 1 after a generator had more items than there is room for."""

    def declare(self, signature: str) -> None:
        """A function that lies outside: an intrinsic of LLVM's."""
        self.declarations.add(f"declare {signature}")

    def array(self, items: Sequence[str], llvm: str) -> str:
        """The name of a constant array."""
        text = f"[{len(items)} x {llvm}] [{', '.join(f'{llvm} {item}' for item in items)}]"
        return self.constants.setdefault((text,), f"@constant{len(self.constants)}")

    def zeros(self, count: int) -> str:
        """The name of constant memory for this many numbers, all 0."""
        return self.constants.setdefault((f"[{count} x i64] zeroinitializer",), f"@constant{len(self.constants)}")

    def tag(self, kind: str) -> str:
        """What a load or store of this kind of memory ("struct", "state" or the type of a vector's items) says of
        itself.

        Memory of different kinds does not overlap, except that bytes may be those of anything, as in C (type-based
        alias analysis). So a store to a vector does not make the fields of structs be read again.
        """
        if kind not in self.tags:
            node = len(self.metadata)
            self.metadata += [f'!{node} = !{{!"{kind}", !1, i64 0}}', f"!{node + 1} = !{{!{node}, !{node}, i64 0}}"]
            self.tags[kind] = node + 1
        return f", !tbaa !{self.tags[kind]}"

    def table(self, table: ConstantTable) -> str:
        """The symbol of a constant table. Its address is given when the module is linked."""
        self.tables[table.symbol] = table
        return f"@{table.symbol}"

    def text(self) -> str:
        """All of it."""
        parts = [f"{self.excess} = internal global i64 0"]
        parts += [f"{name} = private unnamed_addr constant {text}" for (text,), name in self.constants.items()]
        for symbol, table in self.tables.items():
            parts.append(f"@{symbol} = external constant [{len(table)} x {MEMORY[table.kind.dtype]}]")
        return "\n".join(
            [*parts, *sorted(self.declarations), *self.library.values(), *self.functions, *self.metadata, ""]
        )


class FunctionBuilder:
    """Emits the blocks of one function."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self.count = 0
        self.entry = Block("entry")
        """Holds what is done once: stack memory, arguments that are put there."""
        self.blocks: list[Block] = []
        self.allocas: list[str] = []
        self.phi_named: dict[str, Phi] = {}
        self.env: Environment = {}
        self.block = self.new_block()

    # Blocks and instructions

    def new_block(self) -> Block:
        """A block that nothing leads to yet."""
        block = Block(f"b{len(self.blocks)}")
        self.blocks.append(block)
        return block

    def name(self) -> str:
        """An SSA name that was not used before."""
        self.count += 1
        return f"%t{self.count}"

    def emit(self, instruction: str) -> str:
        """An instruction with a result; its name."""
        name = self.name()
        self.block.lines.append(f"{name} = {instruction}")
        return name

    def value(self, ty: Leaf, instruction: str) -> Value:
        """An instruction with a result, as a value."""
        return Value(ty, self.emit(instruction))

    def do(self, instruction: str) -> None:
        """An instruction without a result."""
        self.block.lines.append(instruction)

    def end(self, terminator: str) -> None:
        """The last instruction of the block."""
        assert not self.block.ended
        self.block.lines.append(terminator)
        self.block.ended = True

    def jump(self, to: Block) -> None:
        """An unconditional branch."""
        self.end(f"br label %{to.name}")

    def branch(self, condition: Value, yes: Block, no: Block, *, usual: bool = False) -> None:
        """A conditional branch; `usual`: the condition is nearly always true."""
        self.end(f"br i1 {condition.operand}, label %{yes.name}, label %{no.name}{USUALLY if usual else ''}")

    def alloca(self, llvm: str) -> str:
        """Memory on the stack, as long as the function runs."""
        name = self.name()
        self.allocas.append(f"{name} = alloca {llvm}")
        return name

    def intrinsic(self, name: str, result: Leaf, *arguments: Value | str) -> Value:
        """A call of one of LLVM's own functions; a text stands for an i1 constant."""
        texts = [f"i1 {argument}" if isinstance(argument, str) else str(argument) for argument in arguments]
        self.module.declare(f"{result.llvm} @{name}({', '.join(text.split()[0] for text in texts)})")
        return self.value(result, f"call {result.llvm} @{name}({', '.join(texts)})")

    # Values of several leaves

    def address(self, value: Value) -> str:
        """The address of a tuple that belongs in memory."""
        raise NotImplementedError

    def flat(self, value: Value) -> list[Value]:
        """The leaves of a value."""
        if in_memory(value.type):
            return [Value(ADDRESS, self.address(value))]
        if isinstance(value.type, TupleType):
            return [leaf for item in value.items for leaf in self.flat(item)]
        return [value] if leaves(value.type) else []

    def rebuild(self, ty: Type, flat: Sequence[Value]) -> Value:
        """The value with these leaves: the inverse of `flat`."""
        waiting = iter(flat)

        def build(ty: Type) -> Value:
            if in_memory(ty):
                return Value(ty, next(waiting).operand)
            if isinstance(ty, TupleType):
                return Value(ty, items=tuple(build(item) for item in ty.items))
            if isinstance(ty, Static):
                return constant(ty.value)
            return next(waiting) if leaves(ty) else Value(ty, constant=None)

        return build(ty)

    def zero(self, ty: Type) -> Value:
        """What is read where nothing was ever assigned."""
        return self.rebuild(ty, [Value(t, "null") if isinstance(t, Pointer) else self.number(0, t) for t in leaves(ty)])

    def number(self, value: Any, ty: Type) -> Value:
        """A constant of a certain type."""
        return Value(ty, _literal(value, ty), constant=value)

    def convert(self, value: Value, to: Type) -> Value:
        """The value in a wider type (see `unify`), or a number in any other type of numbers."""
        if value.type == to:
            return value
        if isinstance(to, TupleType) and isinstance(value.type, TupleType) and len(to.items) == len(value.type.items):
            items = [self.convert(item, ty) for item, ty in zip(value.items, to.items, strict=True)]
            return Value(to, items=tuple(items), constant=value.constant)
        raise Refused(f"{describe(value.type)} where {describe(to)} is expected")

    # Ways of the control flow that meet

    def merge(self, edges: Sequence[tuple[Block, Environment]]) -> None:
        """Go on after several blocks, which are not ended yet: jumps, and a phi for what differs between them."""
        if not edges:
            self.block.ended = True
            return
        if len(edges) == 1:
            self.block, self.env = edges[0]
            return
        after, env = self.new_block(), dict[str, Value]()
        for name in dict.fromkeys(name for _, variables in edges for name in variables):
            values = [variables.get(name) for _, variables in edges]
            first = values[0]
            if first is not None and all(value is first for value in values):
                env[name] = first
            elif name[0] != "@":  # what lies in memory on one way only is forgotten
                env[name] = self._phi(after, edges, values)
        for block, _ in edges:
            self.block = block
            self.jump(after)
        self.block, self.env = after, env

    def _phi(self, after: Block, edges: Sequence[tuple[Block, Environment]], values: Sequence[Value | None]) -> Value:
        there = [value for value in values if value is not None]
        ty = there[0].type
        for one in there[1:]:
            ty = unify(ty, one.type)
            if isinstance(ty, Conflict):
                return Value(ty)
        phis = self.phis(after, ty)
        for edge, value in zip(edges, values, strict=True):
            self.add_edge(phis, edge, self.zero(ty) if value is None else value)
        return phis

    def phis(self, block: Block, ty: Type) -> Value:
        """A value of this type made of new phis; `add_edge` says where it comes from."""
        flat = []
        for leaf in leaves(ty):
            phi = Phi(self.name(), leaf.llvm)
            block.phis.append(phi)
            self.phi_named[phi.name] = phi
            flat.append(Value(leaf, phi.name))
        return self.rebuild(ty, flat)

    def add_edge(self, phis: Value, edge: tuple[Block, Environment], value: Value) -> None:
        """In this value of phis: `value`, if control comes from this block, which is not ended yet."""
        here = self.block, self.env
        self.block, self.env = edge
        flat = self.flat(self.convert(value, phis.type))
        self.block, self.env = here
        block = edge[0]
        for phi, leaf in zip(self.flat(phis), flat, strict=True):
            self.phi_named[phi.operand].edges.append((leaf.operand, block.name))

    # The text

    def text(self, head: str) -> str:
        """The whole function."""
        lines = [head + " {", "entry:", *self.allocas, *self.entry.lines, f"br label %{self.blocks[0].name}"]
        for block in self.blocks:
            if block.phis or block.lines:
                lines += [f"{block.name}:", *map(str, block.phis), *block.lines]
        return "\n".join([*lines, "}"])
