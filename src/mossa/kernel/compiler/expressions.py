"""Lowering of expressions."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Sequence
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..binding import Slot
from ..constant_table import ConstantTable
from ..generators import source_location
from .aggregates import Aggregates
from .arithmetic import BINARY
from .deep_calls import deep
from .diagnostics import Refused
from .ir import Unreachable, Value, constant, tuple_of
from .subset import check
from .types import INT, NONE, Conflict, Pointer, Static, TupleType, Type, describe, in_memory, leaves

if TYPE_CHECKING:
    from .program import Program

__all__ = ["Expressions", "result_type", "sign"]

BINARY_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip


def sign(op: ast.operator) -> str:
    """The operator as it is written."""
    if type(op) not in BINARY_SIGNS:
        raise Refused("`@` is outside the compiled subset")
    return BINARY_SIGNS[type(op)]


UNARY_SIGNS: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not"}
COMPARISON_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
RESULT = "$value"
"""Where an expression with branches leaves its value, so that `merge` makes the phi."""


class Expressions(Aggregates):
    """One method for each kind of expression."""

    def __init__(self, program: Program, function: FunctionType, locals_: set[str], lines: list[str]) -> None:
        self.program, self.function, self.locals, self.lines = program, function, locals_, lines
        self.outside = program.graph.uses[function]
        self.wanted: set[str] = set()
        """Variables that were read where they had no value yet: a loop carries them round, with 0 at first."""
        self.changed = False
        """A type turned out to be wider than was believed: the function must be lowered again."""
        super().__init__(program.module)

    @deep
    def expression(self, node: ast.expr) -> Value:
        """The value of an expression."""
        around, self.place = self.place, node
        try:
            check(node)
            value: Value = getattr(self, f"_{type(node).__name__}")(node)
            self.place = around
            if isinstance(value.type, Conflict):
                what = node.id if isinstance(node, ast.Name) else "a value"
                one, other = describe(value.type.one), describe(value.type.other)
                if one == other == "str":
                    raise Refused(f"{what} is a text", "use numbers, and make texts where positions are shown")
                raise Refused(f"{what} is {one} on one way and {other} on another")
            return value
        except Refused as refused:
            raise refused.at(self.function, node, self.lines) from None

    def name_here(self) -> str:
        """The name of the function that is being lowered."""
        return self.function.__name__

    def where(self) -> str:
        """File and line of what is being lowered."""
        return source_location(self.function, getattr(self.place, "lineno", None))

    def _Constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _Name(self, node: ast.Name) -> Value:
        return self.variable(node.id)

    def variable(self, name: str) -> Value:
        """What a name means here."""
        if name in self.env:
            return self.assigned_value(name)
        if name in self.locals or name.startswith("$"):
            if name in self.wanted:
                raise Refused(f"{name} is read where nothing has been assigned to it")
            self.wanted.add(name)
            self.changed = True
            raise Unreachable
        # What Python itself found to be unreachable does not count as used: then the name is only in the globals.
        for names in (self.outside, self.function.__globals__):
            if name in names:
                return self.named(name, names[name])
        if not hasattr(builtins, name):
            raise Refused(f"the name {name!r} is not defined")
        return Value(Static(getattr(builtins, name)), constant=getattr(builtins, name))

    def named(self, name: str, value: Any) -> Value:
        """A constant that has a name; refuse what may change."""
        if isinstance(value, list | dict | set) or type(value).__name__ == "ndarray":
            kind = type(value).__name__
            raise Refused(f"{name} is a {kind}", "make it a tuple or a ConstantTable")
        return self.program.constant(value)

    def _Attribute(self, node: ast.Attribute) -> Value:
        value = self.expression(node.value)
        if not isinstance(value.type, Static):
            return self.field(value, node.attr)
        found = value.constant
        if isinstance(found, Slot):
            return self.named(node.attr, self.program.graph.slots[found.name][node.attr])
        if found is math and hasattr(math, node.attr):
            return constant(getattr(math, node.attr))
        if isinstance(found, type) and issubclass(found, Enum) and node.attr in found.__members__:
            return constant(getattr(found, node.attr))
        if isinstance(found, type) and not issubclass(found, Enum):
            raise Refused(f"compiled rules cannot use {found.__name__}", "write its constants at the top level")
        raise Refused(f"a value of the type {describe(value.type)} has no {node.attr}")

    def _Subscript(self, node: ast.Subscript) -> Value:
        value = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            return self.slice(value, *(None if part is None else self.expression(part) for part in parts))
        index = self.expression(node.slice)
        if (
            isinstance(node.slice, ast.Constant | ast.UnaryOp)
            and isinstance(value.type, TupleType)
            and index.type == INT
        ):
            size = len(value.type.items)
            if index.known and not -size <= index.constant < size:
                raise Refused(f"index {index.constant} of a tuple of {size}")
        return self.subscript(value, index)

    def subscript(self, value: Value, index: Value) -> Value:
        """`value[index]`."""
        return self.item(value, index) if isinstance(value.type, TupleType) else self.read(value, index)

    def _Tuple(self, node: ast.Tuple) -> Value:
        return tuple_of(self.spread(node.elts))

    def spread(self, nodes: list[ast.expr]) -> list[Value]:
        """The values of expressions, of which `*items` stands for several."""
        values: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items = self.expression(node.value)
                if not isinstance(items.type, TupleType):
                    raise Refused(f"`*` does not take {describe(items.type)}").at(self.function, node, self.lines)
                values += self.parts(items)
            else:
                values.append(self.expression(node))
        return values

    def _BinOp(self, node: ast.BinOp) -> Value:
        if (number := _literal(node)) is not None:
            return constant(number)
        return self.binary(sign(node.op), self.expression(node.left), self.expression(node.right))

    def _Yield(self, node: ast.Yield | ast.YieldFrom) -> Value:
        raise Refused("`yield` stands alone in its line", "write `yield move`")

    _YieldFrom = _Yield

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:
        return self.unary(UNARY_SIGNS[type(node.op)], self.expression(node.operand))

    def _NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.expression(node.value)
        self.env[node.target.id] = value
        return value

    # Expressions with branches

    def _IfExp(self, node: ast.IfExp) -> Value:
        condition = self.truth(self.expression(node.test))
        return self.either(condition, lambda: self.expression(node.body), lambda: self.expression(node.orelse))

    def either(self, condition: Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """The value of the one or the other, of which only one is computed."""
        if condition.known:
            return yes() if condition.constant else no()
        ways = ((self.new_block(), yes), (self.new_block(), no))
        self.branch(condition, ways[0][0], ways[1][0])
        before, edges = self.env, []
        for block, way in ways:
            self.block, self.env = block, dict(before)
            try:
                value = way()
            except Unreachable:
                self.stop()
                continue
            self.env[RESULT] = value
            edges.append((self.block, self.env))
        if not edges:
            raise Unreachable
        self.merge(edges)
        return self.env.pop(RESULT)

    def stop(self) -> None:
        """Control does not get further than here."""
        if not self.block.ended:
            self.end("unreachable")

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        return self._joined(isinstance(node.op, ast.And), node.values)

    def _joined(self, both: bool, nodes: list[ast.expr]) -> Value:
        value = self.expression(nodes[0])
        if len(nodes) == 1:
            return value
        condition = self.truth(value)
        decided = value if value.type != condition.type else constant(not both)
        yes, no = (lambda: self._joined(both, nodes[1:])), (lambda: decided)
        return self.either(condition, yes, no) if both else self.either(condition, no, yes)

    def _Compare(self, node: ast.Compare) -> Value:
        return self._chained(self.expression(node.left), node.ops, node.comparators)

    def _chained(self, left: Value, ops: list[ast.cmpop], nodes: list[ast.expr]) -> Value:
        """`a < b < c` is `a < b and b < c`, with b computed once, and c only if it is needed."""
        right = self.expression(nodes[0])
        result = self._compared(ops[0], left, right, nodes[0])
        if len(nodes) == 1:
            return result
        return self.either(result, lambda: self._chained(right, ops[1:], nodes[1:]), lambda: constant(False))

    def _compared(self, op: ast.cmpop, left: Value, right: Value, node: ast.expr) -> Value:
        match op:
            case ast.In() | ast.NotIn():
                if not isinstance(right.type, TupleType):
                    raise Refused(f"`in` does not take {describe(left.type)}, {describe(right.type)}")
                found = constant(False)
                if in_memory(right.type) and not right.items:
                    found = self.among(left, right, node)
                for item in right.items:
                    found = self.one_of(found, self.compare("==", left, item))
                return self.unary("not", found) if isinstance(op, ast.NotIn) else found
            case ast.Is() | ast.IsNot():
                if NONE not in (left.type, right.type):
                    raise Refused("`is` compares objects, which numbers are not", "write `==`")
                return constant((left.type == right.type) == isinstance(op, ast.Is))
        return self.compare(COMPARISON_SIGNS[type(op)], left, right)

    def among(self, left: Value, right: Value, node: ast.expr) -> Value:
        """`left in right`, of a tuple in memory, which the expression `node` gives."""
        raise NotImplementedError

    def length(self, value: Value) -> Value:
        """`len(value)`."""
        if isinstance(value.type, TupleType):
            return constant(len(value.type.items))
        if isinstance(value.type, Static) and isinstance(value.constant, ConstantTable):
            return constant(len(value.constant))
        vector = isinstance(value.type, Pointer)
        instead = "compiled, a vector is only an address: pass its length" if vector else ""
        raise Refused(f"len does not take {describe(value.type)}", instead)

    def call(self, function: FunctionType, arguments: list[Value]) -> Value:
        """A call of a function of the program."""
        if function not in self.program.graph.uses:  # Python found that control never gets here
            raise Unreachable
        types: tuple[Type, ...] = tuple(argument.type for argument in arguments)
        name, result = self.program.callee(function, types)
        flat = [leaf for argument in arguments for leaf in self.flat(argument)]
        flat += self.depth_argument(function in self.program.counted)
        self.work += self.program.work.get(name, 1)
        return self.called(name, result, flat)

    def called(self, name: str, ty: Type, arguments: Sequence[Value]) -> Value:
        """The result of a call: a value of several leaves comes back as an LLVM struct, a tuple in memory in memory
        of the caller's, whose address is the first argument.
        """
        flat, llvm = leaves(ty), result_type(ty)
        if in_memory(ty):
            memory = self.memory(ty)
            self.do(f"call void @{name}({', '.join([f'ptr {memory}', *map(str, arguments)])})")
            return Value(ty, memory)
        text = f"call {llvm} @{name}({', '.join(map(str, arguments))})"
        if not flat:
            self.do(text)
            return self.rebuild(ty, [])
        result = self.emit(text)
        if len(flat) == 1:
            return self.rebuild(ty, [Value(flat[0], result)])
        parts = [self.value(leaf, f"extractvalue {llvm} {result}, {n}") for n, leaf in enumerate(flat)]
        return self.rebuild(ty, parts)


def result_type(ty: Type) -> str:
    """The LLVM type of a function's result."""
    flat = leaves(ty)
    if in_memory(ty):
        return "void"
    if len(flat) < 2:
        return flat[0].llvm if flat else "void"
    return "{ " + ", ".join(leaf.llvm for leaf in flat) + " }"


def _literal(node: ast.expr) -> int | None:
    """The number that an expression of literals stands for: `(1 << 64) - 1` is exact, as in Python."""
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            positive = _literal(inner)
            return None if positive is None else -positive
        case ast.BinOp():
            left, right = _literal(node.left), _literal(node.right)
            if left is None or right is None or isinstance(node.op, ast.Div):
                return None
            if isinstance(node.op, ast.LShift | ast.RShift | ast.Pow) and not 0 <= right <= 128:
                return None
            if type(node.op) not in BINARY_SIGNS:
                return None
            try:
                return int(BINARY[BINARY_SIGNS[type(node.op)]](left, right))
            except ArithmeticError:
                return None
    return None
