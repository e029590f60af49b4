"""Lowering of operators: the meaning is Python's wherever the result fits in 64 bits.

Where interpreted code raises, or the result does not fit, compiled code goes on with a defined number:

| operation | meaning |
|---|---|
| `int` overflow | wraps around modulo 2**64 |
| `int // 0`, `int % 0` | 0 |
| `int >> n`, n of 64 or more | 0 or −1, as in Python |
| other shifts by less than 0 or more than 63 | by n modulo 64 |
| `float / 0.0`, `0.0 / 0.0` | infinite, not a number |
| `int(x)` of a float that does not fit | the nearest int; 0 of not-a-number |
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ..words import u64
from .diagnostics import Refused
from .ir import LEAST, Value, constant, tuple_of, wrapped
from .stops import Stops
from .tuple_memory import EQUAL
from .types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    WORD,
    Conflict,
    Pointer,
    Scalar,
    Static,
    TupleType,
    Type,
    describe,
    in_memory,
)
from .types import unify as unify_types

__all__ = ["BINARY", "COMPARISONS", "Arithmetic"]

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift,
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SIMPLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
"""Operators that are one instruction on whole numbers."""
FLOATING = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
PREDICATES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Arithmetic(Stops):
    """Conversions, operators and comparisons."""

    # Conversions

    def convert(self, value: Value, to: Type) -> Value:
        """See `TupleMemory.convert`; this adds the numbers."""
        ty = value.type
        if ty == to or ty not in NUMBERS or to not in NUMBERS:
            return super().convert(value, to)
        if value.known and (ty != FLOAT or abs(value.constant) < 1 << 63):
            kinds: dict[Type, Any] = {BOOL: bool, INT: wrapped, WORD: u64, FLOAT: float}
            return self.number(kinds[to](value.constant), to)
        if to == BOOL:
            return self.truth(value)
        if ty == FLOAT:
            return self._from_float(value, to)
        if to == FLOAT:
            return self.value(FLOAT, f"{'sitofp' if ty == INT else 'uitofp'} {value} to double")
        if ty == BOOL:
            return Value(to, self.emit(f"zext {value} to i64"))
        return Value(to, value.operand)  # between int and u64 nothing changes but the type

    def _from_float(self, value: Value, to: Type) -> Value:
        """A float towards 0; as a word, −1.5 is 2**64 − 1."""
        signed = self.intrinsic("llvm.fptosi.sat.i64.f64", INT, value)
        if to == INT:
            return signed
        unsigned = self.intrinsic("llvm.fptoui.sat.i64.f64", INT, value)
        negative = self.emit(f"fcmp olt {value}, 0.0")
        return Value(WORD, self.emit(f"select i1 {negative}, {signed}, {unsigned}"))

    def truth(self, value: Value) -> Value:
        """Whether it counts as true."""
        ty = value.type
        if ty == BOOL:
            return value
        if value.known and not isinstance(ty, Static):
            return constant(bool(value.constant))
        if ty in (INT, WORD):
            return self.value(BOOL, f"icmp ne {value}, 0")
        if ty == FLOAT:
            return self.value(BOOL, f"fcmp une {value}, 0.0")
        if isinstance(ty, TupleType):
            return constant(len(ty.items) > 0)
        raise Refused(f"a condition cannot be {describe(ty)}")

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        """One of two values, without a branch."""
        if condition.known:
            return yes if condition.constant else no
        ty = unify_types(yes.type, no.type)
        if isinstance(ty, Conflict):
            raise Refused(f"a value that is {describe(ty)}")
        pairs = zip(self.flat(self.convert(yes, ty)), self.flat(self.convert(no, ty)), strict=True)
        flat = [
            one if one.operand == other.operand else Value(one.type, self.emit(f"select {condition}, {one}, {other}"))
            for one, other in pairs
        ]
        return self.rebuild(ty, flat)

    # Operators

    def binary(self, op: str, x: Value, y: Value) -> Value:
        """`x op y`."""
        if x.known and y.known and (folded := _fold(op, x.constant, y.constant)) is not None:
            self.check_fold(op, x, y, BINARY[op])
            return folded
        if isinstance(x.type, TupleType):
            return self._of_tuple(op, x, y)
        if x.type not in NUMBERS or y.type not in NUMBERS:
            raise self._does_not_take(op, x, y)
        kinds = {x.type, y.type}
        if WORD in kinds and (FLOAT in kinds or op in ("/", "**")):
            raise self._does_not_take(op, x, y)
        if FLOAT in kinds or op == "/":
            return self._floating(op, self.convert(x, FLOAT), self.convert(y, FLOAT), x, y)
        if op in ("<<", ">>"):
            self.check_shift(op, x, y)
        ty = WORD if WORD in kinds else BOOL if kinds == {BOOL} and op in ("&", "|", "^") else INT
        x, y = self.convert(x, ty), self.convert(y, ty)
        if op in SIMPLE:
            if ty == INT and (checked := self.overflowing(op, x, y)) is not None:
                return checked
            return self.value(ty, f"{SIMPLE[op]} {x}, {y.operand}")
        if op in ("<<", ">>"):
            return self._shift(op, x, y)
        if op == "**":
            return self._power(x, y)
        return self._divide(op, x, y)

    def _does_not_take(self, op: str, x: Value, y: Value) -> Refused:
        instead = ""
        if WORD in (x.type, y.type):
            instead = {"/": "write `//`, or float(word)", "**": "write a product"}.get(op, "")
            if FLOAT in (x.type, y.type):
                instead = "a u64 and a float do not mix: say float(word) or int(word)"
        return Refused(f"`{op}` does not take {describe(x.type)}, {describe(y.type)}", instead)

    def _of_tuple(self, op: str, x: Value, y: Value) -> Value:
        if op == "+" and isinstance(y.type, TupleType):
            return tuple_of([*self.parts(x), *self.parts(y)])
        if op == "*" and y.known and y.type == INT:
            return tuple_of(list(self.parts(x)) * y.constant)
        raise self._does_not_take(op, x, y)

    def _shift(self, op: str, x: Value, y: Value) -> Value:
        if op == ">>" and x.type == INT:
            least = Value(INT, "63")
            by = y if y.known and 0 <= y.constant < 64 else self.intrinsic("llvm.umin.i64", INT, y, least)
            return self.value(INT, f"ashr {x}, {by.operand}")
        inside = y.known and 0 <= y.constant < 64
        by = y if inside else self.value(INT, f"and {y}, 63")  # no instruction: the processor does it anyway
        return self.value(WORD if x.type == WORD else INT, f"{'shl' if op == '<<' else 'lshr'} {x}, {by.operand}")

    def _divide(self, op: str, x: Value, y: Value) -> Value:
        """`//` and `%`, rounded towards −∞. Division by 0 gives 0, and nothing traps."""
        self.check_divisor(op, x, y)
        word = x.type == WORD
        safe = y.known and y.constant not in (0, -1)
        divisor = y
        if not safe:  # 0, and −1, with which the least int would overflow
            special = self.emit(f"icmp {'eq' if word else 'ult'} i64 {self._plus_one(y, word)}, {0 if word else 2}")
            divisor = Value(y.type, self.emit(f"select i1 {special}, i64 1, {y}"))
        if word:
            result = self.emit(f"{'udiv' if op == '//' else 'urem'} {x}, {divisor.operand}")
        else:
            rest = self.emit(f"srem {x}, {divisor.operand}")
            crossed = self.emit(f"icmp slt i64 {self.emit(f'xor i64 {rest}, {divisor.operand}')}, 0")
            wrong = self.emit(f"and i1 {crossed}, {self.emit(f'icmp ne i64 {rest}, 0')}")
            if op == "//":
                quotient = self.emit(f"sdiv {x}, {divisor.operand}")
                result = self.emit(f"add i64 {quotient}, {self.emit(f'sext i1 {wrong} to i64')}")
            else:
                correction = self.emit(f"select i1 {wrong}, i64 {divisor.operand}, i64 0")
                result = self.emit(f"add i64 {rest}, {correction}")
        if safe:
            return Value(x.type, result)
        if not word and op == "//":
            minus = self.emit(f"sub i64 0, {x.operand}")
            result = self.emit(f"select i1 {self.emit(f'icmp eq {y}, -1')}, i64 {minus}, i64 {result}")
        zero = self.emit(f"icmp eq {y}, 0")
        return Value(x.type, self.emit(f"select i1 {zero}, i64 0, i64 {result}"))

    def _plus_one(self, y: Value, word: bool) -> str:
        return y.operand if word else self.emit(f"add {y}, 1")

    def _power(self, x: Value, y: Value) -> Value:
        if x.known and x.constant == 2:
            self.check_shift("<<", self.number(1, INT), y)
            return self._shift("<<", self.number(1, INT), y)
        if not (y.known and 0 <= y.constant <= 64):
            raise Refused("`**` of ints with an exponent that varies", "write a loop, or `1 << n` for a power of 2")
        result, square, exponent = self.number(1, INT), x, y.constant
        while exponent:
            if exponent & 1:
                result = self.binary("*", result, square)
            exponent >>= 1
            square = self.binary("*", square, square) if exponent else square
        return result

    def _floating(self, op: str, x: Value, y: Value, first: Value, second: Value) -> Value:
        if op in ("/", "//", "%"):
            self.check_divisor(op, x, y)
        if op in FLOATING:
            return self.value(FLOAT, f"{FLOATING[op]} {x}, {y.operand}")
        if op == "**":
            if y.known and y.constant == 2:
                return self.value(FLOAT, f"fmul {x}, {x.operand}")
            return self.intrinsic("llvm.pow.f64", FLOAT, x, y)
        if op not in ("//", "%"):
            raise self._does_not_take(op, first, second)
        # As in CPython: first the rest with the sign of the divisor, then a quotient that is whole by construction.
        rest = self.value(FLOAT, f"frem {x}, {y.operand}")
        nonzero = self.emit(f"fcmp une {rest}, 0.0")
        zero = self.number(0.0, FLOAT)
        signs = [self.emit(f"fcmp olt {v}, 0.0") for v in (rest, y)]
        wrong = self.emit(f"and i1 {nonzero}, {self.emit(f'xor i1 {signs[0]}, {signs[1]}')}")
        moved = self.value(FLOAT, f"fadd {rest}, {y.operand}")
        signed_zero = self.intrinsic("llvm.copysign.f64", FLOAT, zero, y)
        modulo = self.select(Value(BOOL, wrong), moved, self.select(Value(BOOL, nonzero), rest, signed_zero))
        if op == "%":
            return modulo
        exact = self.value(FLOAT, f"fdiv double {self.emit(f'fsub {x}, {rest.operand}')}, {y.operand}")
        exact = self.select(Value(BOOL, wrong), self.value(FLOAT, f"fsub {exact}, {_ONE}"), exact)
        whole = self.intrinsic("llvm.floor.f64", FLOAT, exact)
        over = self.emit(f"fcmp ogt double {self.emit(f'fsub {exact}, {whole.operand}')}, 0.5")
        whole = self.select(Value(BOOL, over), self.value(FLOAT, f"fadd {whole}, {_ONE}"), whole)
        ratio = self.value(FLOAT, f"fdiv {x}, {y.operand}")
        none = self.emit(f"fcmp oeq {exact}, 0.0")
        return self.select(Value(BOOL, none), self.intrinsic("llvm.copysign.f64", FLOAT, zero, ratio), whole)

    def unary(self, op: str, x: Value) -> Value:
        """`-x`, `+x`, `~x`, `not x`."""
        if op == "not":
            truth = self.truth(x)
            return constant(not truth.constant) if truth.known else self.value(BOOL, f"xor {truth}, true")
        if x.type not in NUMBERS or (x.type == FLOAT and op == "~"):
            raise Refused(f"`{op}` does not take {describe(x.type)}")
        if x.type == BOOL:
            x = self.convert(x, INT)
        if op == "+":
            return x
        if op == "-":
            self.check_least(x)
        if x.known:
            least = x.type == INT and x.constant == LEAST
            return x if least and op == "-" else constant(-x.constant if op == "-" else ~x.constant)
        if x.type == FLOAT:
            return self.value(FLOAT, f"fneg {x}")
        assert isinstance(x.type, Scalar)
        return self.value(x.type, f"sub i64 0, {x.operand}" if op == "-" else f"xor {x}, -1")

    # Comparisons

    def compare(self, op: str, x: Value, y: Value) -> Value:
        """`x op y`, as numbers: a negative int is below every word, and equal to none."""
        if x.known and y.known and not (isinstance(x.type, Static) and op not in ("==", "!=")):
            return constant(bool(COMPARISONS[op](x.constant, y.constant)))
        if isinstance(x.type, TupleType) and isinstance(y.type, TupleType) and op in ("==", "!="):
            return self._equal(op, x, y)
        if NONE in (x.type, y.type) and op in ("==", "!="):
            return constant((x.type == y.type) == (op == "=="))
        if x.type not in NUMBERS or y.type not in NUMBERS or {x.type, y.type} == {WORD, FLOAT}:
            instead = "compare field by field" if isinstance(x.type, TupleType) else ""
            raise Refused(f"`{op}` does not take {describe(x.type)}, {describe(y.type)}", instead)
        for one, number in ((x, y), (y, x)):
            if number.known and number.type == INT and one.type != FLOAT and _is_beyond(number.constant, one.type):
                zero = 0 if one is x else number.constant  # every number of that type stands alike to it, as 0 does
                return constant(bool(COMPARISONS[op](zero, number.constant if one is x else 0)))
        predicate = PREDICATES[op]
        if FLOAT in (x.type, y.type):
            x, y = self.convert(x, FLOAT), self.convert(y, FLOAT)
            return self.value(BOOL, f"fcmp {'une' if op == '!=' else 'o' + predicate} {x}, {y.operand}")
        negative = [self._negative(one) if {x.type, y.type} == {INT, WORD} else "false" for one in (x, y)]
        sign = "" if op in ("==", "!=") else "u" if WORD in (x.type, y.type) else "s"
        x, y = self.convert(x, INT), self.convert(y, INT)
        result = self.value(BOOL, f"icmp {sign}{predicate} {x}, {y.operand}")
        if negative == ["false", "false"]:
            return result
        unlike = {"<": negative[0], "<=": negative[0], ">": negative[1], ">=": negative[1], "==": "false"}
        differ = self.emit(f"xor i1 {negative[0]}, {negative[1]}")
        return self.value(BOOL, f"select i1 {differ}, i1 {unlike.get(op, 'true')}, {result}")

    def _negative(self, value: Value) -> str:
        if value.type == WORD or (value.known and value.constant >= 0):
            return "false"
        return self.emit(f"icmp slt {value}, 0")

    def _equal(self, op: str, x: Value, y: Value) -> Value:
        assert isinstance(x.type, TupleType)
        assert isinstance(y.type, TupleType)
        if len(x.type.items) != len(y.type.items):
            return constant(op == "!=")
        result = constant(True)
        if (name := _cells_compared(x.type, y.type)) is not None:
            self.module.library[name] = EQUAL[name]
            ends = f"ptr {self.address(x)}, ptr {self.address(y)}, i64 {len(x.type.numbers)}"
            result = self.value(BOOL, f"call i1 @mossa_{name}({ends})")
        else:
            for one, other in zip(self.parts(x), self.parts(y), strict=True):
                result = self.both(result, self.compare("==", one, other))
        return self.unary("not", result) if op == "!=" else result

    def both(self, x: Value, y: Value) -> Value:
        """`x and y` of two truths, without a branch."""
        if x.known:
            return y if x.constant else x
        return self.binary("&", x, y)

    def one_of(self, x: Value, y: Value) -> Value:
        """`x or y` of two truths, without a branch."""
        if x.known:
            return x if x.constant else y
        return self.binary("|", x, y)

    def pointer_operand(self, value: Value) -> str:
        """The operand of a pointer, or a refusal."""
        if not isinstance(value.type, Pointer):
            raise Refused(f"{describe(value.type)} where a vector is expected")
        return value.operand


def _cells_compared(one: TupleType, other: TupleType) -> str | None:
    """The function that compares tuples of these types cell by cell in memory, if there is one."""
    if not in_memory(one) or one.items != other.items:
        return None
    kinds = set(one.numbers)
    return "equal_floats" if kinds == {FLOAT} else "equal_numbers" if kinds <= {BOOL, INT, WORD} else None


_ONE = "0x3FF0000000000000"


def _fold(op: str, x: Any, y: Any) -> Value | None:
    """The operator on constants; None if that is left to run time."""
    if op in ("<<", ">>", "**") and not (isinstance(y, int) and 0 <= y < 64):
        return None
    try:
        result = BINARY[op](x, y)
    except (ArithmeticError, TypeError, ValueError):
        return None
    if type(result) is int and _fits(x) and _fits(y):
        result = wrapped(result)
    return None if isinstance(result, complex) else constant(result)


def _is_beyond(number: int, ty: Type) -> bool:
    """Is a number greater than all of a type, or below them all?"""
    return not LEAST <= number < (1 << 64 if ty == WORD else -LEAST)


def _fits(x: Any) -> bool:
    return not isinstance(x, int) or LEAST <= x < -LEAST
