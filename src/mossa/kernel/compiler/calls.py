"""Lowering of calls: of functions of the program, classes, built-in functions and primitives."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import FunctionType
from typing import Any

from ..generators import is_generator
from ..memory import Ints
from ..words import u64
from .diagnostics import Refused
from .expressions import Expressions
from .ir import LEAST, MEMORY, Value, constant, tuple_of
from .simd import FUNCTIONS, define
from .subset import BUILTINS, INSTEAD
from .types import BOOL, FLOAT, INT, NONE, NUMBERS, WORD, Pointer, Static, TupleType, describe

__all__ = ["Calls", "Items", "Range"]


@dataclass(frozen=True)
class Items:
    """Something to loop over, known to the compiler: how many items, and the item at a place."""

    count: Value
    at: Callable[[Value], Value]


@dataclass(frozen=True)
class Range(Items):
    """`range(first, last, step)`."""

    first: Value
    last: Value
    step: Value


class Calls(Expressions):
    """One method for each function that is more than a call."""

    calling: ast.Call
    """The call of a built-in function that is being lowered: it names the variables of its loop."""

    def _GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return Value(Static(node), constant=node)  # lowered by whoever goes through it

    def _Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            state = self.expression(node.func.value)
            if isinstance(state.type, TupleType) and state.type.kind is not None and not node.args:
                return self.with_fields(state, self.keywords(node))
        function = self.expression(node.func)
        if not isinstance(function.type, Static):
            raise Refused(f"a value of the type {describe(function.type)} is called like a function")
        called = function.constant
        if isinstance(called, type(len) | type) and called in BUILTINS and node.keywords:
            named = ", ".join(f"{keyword.arg}=" for keyword in node.keywords)
            raise Refused(f"{called.__name__} does not take {named}", "write a loop")
        arguments, keywords = self.spread(node.args), self.keywords(node)
        self.calling = node
        if isinstance(called, FunctionType | type | type(len)) and called in BUILTINS:
            return self._built_in(called, arguments, keywords)
        if isinstance(called, FunctionType) and is_generator(called):
            return self._filled(node, called, arguments)
        if isinstance(called, FunctionType):
            return self.call(called, self.bound(called, arguments, keywords))
        if isinstance(called, type) and issubclass(called, tuple) and hasattr(called, "_fields"):
            return self._named_tuple(called, arguments, keywords)
        name = getattr(called, "__name__", None)
        if name is None:
            raise Refused(f"a value of the type {describe(function.type)} is called like a function")
        raise Refused(f"compiled rules cannot use {name}", self._instead(called, name))

    @staticmethod
    def _instead(called: Any, name: str) -> str:
        """What to write in place of a function that is not compiled."""
        if isinstance(getattr(called, "__wrapped__", None), FunctionType):
            return "a function with a decorator is not a plain function: leave the decorator out"
        if isinstance(called, type) and issubclass(called, Enum):
            return "use its members, which are numbers"
        return INSTEAD.get(name, "")

    def keywords(self, node: ast.Call) -> dict[str, Value]:
        """The values of a call's keyword arguments."""
        if any(keyword.arg is None for keyword in node.keywords):
            raise Refused("`**` in a call", "name each argument")
        return {str(keyword.arg): self.expression(keyword.value) for keyword in node.keywords}

    def _filled(self, node: ast.Call, generator: FunctionType, arguments: list[Value]) -> Value:
        """`n = game.moves(state, out, n)`: how an engine calls the filler of a generator in a slot."""
        if isinstance(node.func, ast.Name):
            name = node.func.id
            raise Refused(f"{name} is a generator", f"it can only be passed on, `yield from {name}(…)`")
        if len(arguments) < 2:
            raise Refused(f"a filler is called as {generator.__name__}(state, out, n)")
        *own, out, count = arguments
        return self.call(generator, [*self.bound(generator, own, {}), out, count])

    def bound(self, function: FunctionType, arguments: list[Value], keywords: dict[str, Value]) -> list[Value]:
        """The arguments in the order of the parameters, with defaults."""
        count = function.__code__.co_argcount
        if len(arguments) == count and not keywords and not function.__code__.co_kwonlyargcount:
            return arguments
        try:
            bound = inspect.signature(function).bind(*arguments, **keywords)
        except TypeError as error:
            raise Refused(f"a call does not fit its function: {error}") from None
        bound.apply_defaults()
        if function.__code__.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
            raise Refused(f"{function.__name__} takes any number of arguments", "name its parameters")
        for name, value in bound.arguments.items():
            if isinstance(value, list | dict | set):
                what = f"{function.__name__} has a {type(value).__name__} as the default of {name}"
                raise Refused(what, "a default is a number or a tuple")
        return [value if isinstance(value, Value) else constant(value) for value in bound.arguments.values()]

    def _named_tuple(self, kind: Any, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        given = dict(zip(kind._fields, arguments, strict=False)) | keywords
        items = []
        for name in kind._fields:
            if name not in given and name not in kind._field_defaults:
                raise Refused(f"{kind.__name__} is made without its field {name}")
            items.append(given[name] if name in given else constant(kind._field_defaults[name]))
        if len(arguments) + len(keywords) > len(kind._fields) or set(keywords) - set(kind._fields):
            raise Refused(f"{kind.__name__} has the fields {', '.join(kind._fields)}")
        return tuple_of(items, kind)

    def _built_in(self, function: Any, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        name = function.__name__
        if keywords:
            raise Refused(f"{name} does not take {', '.join(keywords)}=", "write a loop")
        lower: Callable[..., Value] = getattr(self, f"_call_{BUILTINS[function]}")
        if BUILTINS[function] in (
            "sequence",
            "floor",
            "intrinsic",
            "simd",
        ):  # several functions are lowered by one method
            return lower(name, *arguments)
        code = lower.__func__.__code__  # type: ignore[attr-defined]
        least = code.co_argcount - 1 - len(lower.__func__.__defaults__ or ())  # type: ignore[attr-defined]
        if len(arguments) < least or (len(arguments) >= code.co_argcount and not code.co_flags & inspect.CO_VARARGS):
            raise self._wrong(name, *arguments)
        return lower(*arguments)

    @staticmethod
    def _wrong(name: str, *arguments: Value) -> Refused:
        return Refused(f"{name} does not take {', '.join(describe(one.type) for one in arguments) or 'nothing'}")

    def _numbers(self, name: str, *values: Value) -> None:
        if any(value.type not in NUMBERS for value in values):
            raise self._wrong(name, *values)

    # Built-in functions

    def _call_abs(self, x: Value) -> Value:
        self._numbers("abs", x)
        self.check_least(x)
        if x.known:
            return x if x.type == INT and x.constant == LEAST else constant(abs(x.constant))
        if x.type == FLOAT:
            return self.intrinsic("llvm.fabs.f64", FLOAT, x)
        return x if x.type == WORD else self.intrinsic("llvm.abs.i64", INT, self.convert(x, INT), "false")

    def _call_bool(self, x: Value) -> Value:
        return self.truth(x)

    def _call_int(self, x: Value) -> Value:
        self._numbers("int", x)
        self.check_to_int(x)
        return self.convert(x, INT)

    def _call_float(self, x: Value) -> Value:
        self._numbers("float", x)
        return self.convert(x, FLOAT)

    def _call_u64(self, x: Value | None = None) -> Value:
        if x is None:
            return constant(u64(0))
        self._numbers("u64", x)
        return self.convert(x, WORD)

    def _call_len(self, x: Value) -> Value:
        items = x.constant
        return items.count if isinstance(items, Items) else self.length(x)

    def _call_divmod(self, x: Value, y: Value) -> Value:
        return tuple_of([self.binary("//", x, y), self.binary("%", x, y)])

    def extreme(self, name: str, values: Sequence[Value]) -> Value:
        """The least or the greatest; of equal ones the first, as in Python."""
        self._numbers(name, *values)
        best = values[0]
        for value in values[1:]:
            best = self.select(self.compare("<" if name == "min" else ">", value, best), value, best)
        return best

    def _call_floor(self, name: str, *values: Value) -> Value:
        if len(values) != 1:
            raise self._wrong(name, *values)
        x = values[0]
        self._numbers(name, x)
        if x.known and abs(x.constant) < 1 << 63:
            return constant(getattr(math, name)(x.constant))
        self.check_to_int(x)
        return self.convert(self.intrinsic(f"llvm.{name}.f64", FLOAT, x), INT) if x.type == FLOAT else x

    def _call_intrinsic(self, name: str, *values: Value) -> Value:
        self._numbers(name, *values)
        if len(values) != (2 if name in ("pow", "copysign") else 1):
            raise self._wrong(name, *values)
        if all(value.known for value in values):
            try:
                return constant(float(getattr(math, name)(*(value.constant for value in values))))
            except (ValueError, OverflowError) as error:
                raise Refused(f"math.{name}: {error}") from None
        values = tuple(self.convert(value, FLOAT) for value in values)
        self.check_domain(name, values[0])
        return self.intrinsic(f"llvm.{name}.f64", FLOAT, *values)

    def _call_sequence(self, name: str, *values: Value) -> Value:
        """`range`, `enumerate`, `zip`, `reversed`: what to loop over."""
        if name == "range":
            return self._range(*values)
        if name == "zip":
            items: list[Items] = [self.items(value) for value in values]
            count = self.extreme("min", [one.count for one in items])
            return self._static(Items(count, lambda i: tuple_of([one.at(i) for one in items])))
        if not values:
            raise self._wrong(name)
        inner, *rest = values
        one = self.items(inner)
        if name == "enumerate" and len(rest) < 2:
            start = rest[0] if rest else constant(0)
            return self._static(Items(one.count, lambda i: tuple_of([self.binary("+", i, start), one.at(i)])))
        if name == "reversed" and not rest:
            last = self.binary("-", one.count, constant(1))
            return self._static(Items(one.count, lambda i: one.at(self.binary("-", last, i))))
        raise self._wrong(name, *values)

    @staticmethod
    def _static(items: Items) -> Value:
        return Value(Static(items), constant=items)

    def _range(self, *values: Value) -> Value:
        if not 1 <= len(values) <= 3 or any(value.type not in (INT, BOOL) for value in values):
            raise self._wrong("range", *values)
        values = tuple(self.convert(value, INT) for value in values)
        zero, one = constant(0), constant(1)
        first, last, step = (zero, *values, one) if len(values) == 1 else (*values, one)[:3]
        if step.known and step.constant == 0:
            raise Refused("a range with a step of 0")
        up = self.compare(">", step, zero)
        if self.checked:
            self.require(self.compare("!=", step, zero), "a range with a step of 0")
        with self.unchecked():
            count = self._range_length(up, first, last, step)

        def at(i: Value) -> Value:
            with self.unchecked():
                return self.binary("+", first, self.binary("*", i, step))

        return self._static(Range(count, at, first, last, step))

    def _range_length(self, up: Value, first: Value, last: Value, step: Value) -> Value:
        one = constant(1)
        way = self.select(up, self.binary("-", last, first), self.binary("-", first, last))
        width = self.select(up, step, self.unary("-", step))
        count = self.binary("//", self.binary("-", self.binary("+", way, width), one), width)
        return self.extreme("max", [count, constant(0)])

    def iterable(self, node: ast.expr) -> Items:
        """What a loop over this expression goes through."""
        value = self.expression(node)
        try:
            return self.items(value)
        except Refused as refused:
            raise refused.at(self.function, node, self.lines) from None

    def items(self, value: Value) -> Items:
        """What a loop over this value goes through."""
        if isinstance(value.constant, Items):
            return value.constant
        if not isinstance(value.type, TupleType):
            raise Refused(f"a loop over {describe(value.type)} is not possible")
        if not value.type.items:
            return Items(constant(0), lambda i: constant(0))

        def at(place: Value) -> Value:
            if place.known:
                return self.part(value, int(place.constant))
            return self.at_place(value, self.item_of_all(value), self.convert(place, INT))

        return Items(constant(len(value.type.items)), at)

    # Primitives

    def _word(self, name: str, x: Value) -> Value:
        if x.type not in (INT, WORD, BOOL):
            raise self._wrong(name, x)
        return self.convert(x, WORD)

    def _call_bit_count(self, x: Value) -> Value:
        return self.intrinsic("llvm.ctpop.i64", INT, self._word("bit_count", x))

    def _call_lowest_bit(self, x: Value) -> Value:
        return self.intrinsic("llvm.cttz.i64", INT, self._word("lowest_bit", x), "false")

    def _call_highest_bit(self, x: Value) -> Value:
        zeros = self.intrinsic("llvm.ctlz.i64", INT, self._word("highest_bit", x), "false")
        return self.value(INT, f"sub i64 63, {zeros.operand}")

    def _call_byte_swap(self, x: Value) -> Value:
        return self.intrinsic("llvm.bswap.i64", WORD, self._word("byte_swap", x))

    def _call_parallel_extract(self, x: Value, mask: Value) -> Value:
        arguments = self._word("parallel_extract", x), self._word("parallel_extract", mask)
        if self.module.target.extract:
            return self.intrinsic(self.module.target.extract, WORD, *arguments)
        self.module.library["parallel_extract"] = EXTRACT
        return self.called("mossa_parallel_extract", WORD, arguments)

    def _call_replace(self, items: Value, index: Value, item: Value) -> Value:
        return self.replaced(items, index, item)

    def _call_fetch_ahead(self, vector: Value, index: Value) -> Value:
        self.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        operand = self.pointer_operand(vector)
        assert isinstance(vector.type, Pointer)
        llvm = MEMORY[vector.type.kind.dtype]
        address = self.emit(f"getelementptr {llvm}, ptr {operand}, {self._word('fetch_ahead', index)}")
        self.do(f"call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 3, i32 1)")
        return constant(None)

    def _shared(self, name: str, vector: Value, index: Value, *numbers: Value) -> tuple[str, list[Value]]:
        """The address of a number that threads share, and the other operands."""
        if not isinstance(vector.type, Pointer) or vector.type.kind is not Ints:
            raise self._wrong(name, vector, index, *numbers)
        self._numbers(name, index, *numbers)
        return self._number(vector, index)[0], [self.convert(number, INT) for number in numbers]

    def _call_fetch_add(self, vector: Value, index: Value, amount: Value) -> Value:
        address, numbers = self._shared("fetch_add", vector, index, amount)
        return self.value(INT, f"atomicrmw add ptr {address}, {numbers[0]} monotonic")

    def _call_compare_exchange(self, vector: Value, index: Value, expected: Value, new: Value) -> Value:
        address, numbers = self._shared("compare_exchange", vector, index, expected, new)
        pair = self.emit(f"cmpxchg ptr {address}, {numbers[0]}, {numbers[1]} seq_cst seq_cst")
        return self.value(BOOL, f"extractvalue {{ i64, i1 }} {pair}, 1")

    def _call_simd(self, name: str, *values: Value) -> Value:
        kinds = next(kinds for function, kinds in FUNCTIONS.items() if function.__name__ == name)
        if len(values) != len(kinds):
            raise self._wrong(name, *values)
        arguments = []
        for kind, value in zip(kinds, values, strict=True):
            pointer = isinstance(value.type, Pointer)
            if pointer != (kind == "p"):
                raise self._wrong(name, *values)
            arguments.append(value if pointer else self.convert(value, FLOAT if kind == "f" else INT))
        if name not in self.module.library:
            self.module.library[name] = define(name, self.module.target)
        result = {"dot": FLOAT, "squared_sum": INT}.get(name, NONE)
        return self.called(f"mossa_{name}", result, arguments)


EXTRACT = """define internal i64 @mossa_parallel_extract(i64 %x, i64 %mask) nounwind {
entry:
%some = icmp ne i64 %mask, 0
br i1 %some, label %loop, label %end
loop:
%rest = phi i64 [%mask, %entry], [%rest.next, %loop]
%packed = phi i64 [0, %entry], [%packed.next, %loop]
%place = phi i64 [0, %entry], [%place.next, %loop]
%minus = sub i64 0, %rest
%low = and i64 %rest, %minus
%under = and i64 %x, %low
%one = icmp ne i64 %under, 0
%bit = zext i1 %one to i64
%moved = shl i64 %bit, %place
%packed.next = or i64 %packed, %moved
%rest.next = xor i64 %rest, %low
%place.next = add i64 %place, 1
%more = icmp ne i64 %rest.next, 0
br i1 %more, label %loop, label %end
end:
%result = phi i64 [0, %entry], [%packed.next, %loop]
ret i64 %result
}"""
"""`parallel_extract` on a processor without an instruction for it: one bit of the mask after the other."""
