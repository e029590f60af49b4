"""Checked mode: what interpreted code answers with an exception, compiled code answers with a trap.

Each method here emits nothing unless the module is checked, so that unchecked code is what it is without this file. A
check is a branch to a block that ends in `@mossa_leave`, with a sentence and the numbers in it (see `kernel/traps.py`).

A variable that is assigned on some ways only is a phi with a 0 in it. In checked mode it has a second phi beside it,
`Value.sure`, which says whether control came from a way on which it was assigned.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..traps import SEPARATOR, VALUES
from .diagnostics import Refused
from .ir import LEAST, Block, Environment, Value, constant
from .tuple_memory import TupleMemory
from .types import BOOL, FLOAT, INT, NUMBERS, WORD, Conflict, Pointer, Scalar, Static, TupleType, Type

__all__ = ["JUMPS", "STOP", "TRAP", "Checks", "guarded"]

TRAP = "mossa_leave"
"""The function of a module that leaves the kernel."""
_VALUES = ", ".join(f"i64 %v{n}" for n in range(VALUES))
STOP = "mossa_pause"
"""The function of a module that asks whether the kernel is to be left."""
JUMPS = ("i32 @_setjmp(ptr, ptr) returns_twice", "void @longjmp(ptr, i32) noreturn")
LEAVE = f"""declare void @mossa_trap(ptr, ptr{", i64" * VALUES})
define internal void @mossa_leave(ptr %text, {_VALUES}) nounwind noreturn cold noinline {{
%exit = alloca ptr
store ptr null, ptr %exit
br label %ask
ask:
call void @mossa_trap(ptr %exit, ptr %text, {_VALUES})
%buffer = load ptr, ptr %exit
%none = icmp eq ptr %buffer, null
br i1 %none, label %ask, label %leave
leave:
call void @longjmp(ptr %buffer, i32 1)
unreachable
}}"""
OVERFLOW = {"+": "llvm.sadd.with.overflow.i64", "-": "llvm.ssub.with.overflow.i64", "*": "llvm.smul.with.overflow.i64"}
OUTGROWS = "which does not fit into 64 bits"
LONGEST_SOURCE = 60
"""Characters of a source expression in a sentence."""
Edge = tuple[Block, Environment]
TWO_TO_63 = 9223372036854775808.0


class Checks(TupleMemory):
    """What checked mode adds."""

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.place: ast.AST | None = None
        """The expression or statement that is being lowered."""
        self.inner = 0
        """Above 0 while the compiler computes something of its own, which cannot fail."""

    @property
    def checked(self) -> bool:
        """Are checks emitted here?"""
        return self.module.checked and self.inner == 0

    @contextmanager
    def unchecked(self) -> Iterator[None]:
        """Within, nothing is checked."""
        self.inner += 1
        try:
            yield
        finally:
            self.inner -= 1

    # Traps

    def require(self, condition: Value, sentence: str, *values: Value) -> None:
        """A trap unless the condition holds. `{}` in the sentence stands for the values."""
        if self.checked and not (condition.known and condition.constant):
            self.always_require(condition, sentence, *values)

    def always_require(self, condition: Value, sentence: str, *values: Value) -> None:
        """The same, in checked mode or not."""
        wrong, go_on = self.new_block(), self.new_block()
        self.branch(condition, go_on, wrong)
        self.block = wrong
        self.trap(sentence, *values)
        self.block = go_on

    def trap(self, sentence: str, *values: Value) -> None:
        """The kernel ends here."""
        self.module.library[TRAP] = LEAVE
        for signature in JUMPS:
            self.module.declare(signature)
        kinds = "".join(_letter(value) for value in values[:VALUES])
        text = self._text(f"{kinds}{SEPARATOR}{_quoted(self.where())}: {sentence}")
        words = [self._word_of(value) for value in values[:VALUES]] + ["0"] * (VALUES - len(values))
        self.do(f"call void @mossa_leave(ptr {text}, {', '.join(f'i64 {word}' for word in words)})")
        self.end("unreachable")

    def _text(self, text: str) -> str:
        """The name of a constant text, which ends in a zero byte."""
        data = text.encode() + b"\0"
        letters = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\{b:02X}" for b in data)
        constants = self.module.constants
        return constants.setdefault((f'[{len(data)} x i8] c"{letters}"',), f"@constant{len(constants)}")

    def _word_of(self, value: Value) -> str:
        """A number as 64 bits."""
        if value.type == FLOAT:
            return self.emit(f"bitcast {value} to i64")
        return self.emit(f"zext {value} to i64") if value.type == BOOL else value.operand

    def source(self) -> str:
        """The source of what is being lowered, in the form of a sentence."""
        text = ast.unparse(self.place) if self.place is not None else ""
        text = " ".join(text.split())
        return _quoted(f"`{text[: LONGEST_SOURCE - 1]}…`" if len(text) > LONGEST_SOURCE else f"`{text}`")

    # Operators

    def overflowing(self, op: str, x: Value, y: Value) -> Value | None:
        """`x op y` of ints if it is checked, of + - *."""
        if not self.checked or op not in OVERFLOW:
            return None
        name, pair = OVERFLOW[op], "{ i64, i1 }"
        self.module.declare(f"{pair} @{name}(i64, i64)")
        both = self.emit(f"call {pair} @{name}({x}, {y})")
        fine = self.value(BOOL, f"xor i1 {self.emit(f'extractvalue {pair} {both}, 1')}, true")
        self.require(fine, f"{self.source()} is {{}} {op} {{}}, {OUTGROWS}", x, y)
        return self.value(INT, f"extractvalue {pair} {both}, 0")

    def check_fold(self, op: str, x: Value, y: Value, operation: Callable[[Any, Any], Any]) -> None:
        """An operator on constants, which the compiler computes."""
        if not self.checked or x.type not in (INT, BOOL) or y.type not in (INT, BOOL) or op == "/":
            return
        if _fits(x.constant) and _fits(y.constant) and not _fits(operation(x.constant, y.constant)):
            self.require(constant(False), f"{self.source()} is {{}} {op} {{}}, {OUTGROWS}", x, y)

    def check_divisor(self, op: str, x: Value, y: Value) -> None:
        """`x op y` with / // or %."""
        if not self.checked:
            return
        self.require(self._differs(y, 0), f"{self.source()} is {{}} {op} {{}}: a division by 0", x, y)
        if x.type == INT and op == "//":
            fine = self._either(self._differs(x, LEAST), self._differs(y, -1))
            self.require(fine, f"{self.source()} is {{}} // {{}}, {OUTGROWS}", x, y)

    def check_shift(self, op: str, x: Value, y: Value) -> None:
        """`x op y` with << or >>."""
        if not self.checked:
            return
        word = WORD in (x.type, y.type)
        x, y = (self.convert(one, INT) if one.type == BOOL else one for one in (x, y))
        fine = self.value(BOOL, f"icmp ult {y}, 64" if word else f"icmp sge {y}, 0")
        what = "a word is shifted by 0 to 63 places" if word else "a shift by a negative number"
        self.require(fine, f"{self.source()} is {{}} {op} {{}}: {what}", x, y)
        if op == "<<" and not word:
            inside = self.emit(f"icmp ult {y}, 64")
            by = self.emit(f"and {y}, 63")
            back = self.emit(f"ashr i64 {self.emit(f'shl {x}, {by}')}, {by}")
            same = self.emit(f"and i1 {inside}, {self.emit(f'icmp eq {x}, {back}')}")
            zero = self.emit(f"icmp eq {x}, 0")
            fine = self.value(BOOL, f"or i1 {same}, {zero}")
            self.require(fine, f"{self.source()} is {{}} << {{}}, {OUTGROWS}", x, y)

    def check_least(self, x: Value) -> None:
        """`-x` and `abs(x)`."""
        if self.checked and x.type == INT:
            self.require(self._differs(x, LEAST), f"{self.source()} of {{}} is {-LEAST}, {OUTGROWS}", x)

    def check_to_int(self, x: Value) -> None:
        """`int(x)` and its like."""
        if not self.checked or x.known:
            return
        if x.type == WORD:
            self.require(self.value(BOOL, f"icmp sge {x}, 0"), f"{self.source()} is {{}}, {OUTGROWS} with a sign", x)
        elif x.type == FLOAT:
            limit = self.number(TWO_TO_63, FLOAT).operand
            low = self.emit(f"fcmp oge {x}, {self.number(-TWO_TO_63, FLOAT).operand}")
            fine = self.value(BOOL, f"and i1 {low}, {self.emit(f'fcmp olt {x}, {limit}')}")
            self.require(fine, f"{self.source()} is the int of {{}}, {OUTGROWS}", x)

    def check_domain(self, name: str, x: Value) -> None:
        """`math.sqrt` and the logarithms."""
        if self.checked and (name == "sqrt" or name.startswith("log")):
            fine = self.value(BOOL, f"fcmp {'uge' if name == 'sqrt' else 'ugt'} {x}, {self.number(0.0, FLOAT).operand}")
            self.require(fine, f"{self.source()} is math.{name} of {{}}, which has none", x)

    # Memory

    def check_index(self, index: Value, length: int, what: str, *, negative: bool = False) -> None:
        """An index from 0, or from the end if `negative`."""
        if not self.checked:
            return
        if index.known:
            fine = constant((-length if negative and index.type == INT else 0) <= index.constant < length)
        elif negative and index.type == INT:
            fine = self.value(BOOL, f"icmp ult i64 {self.emit(f'add {index}, {length}')}, {2 * length}")
        else:
            at = self.emit(f"zext {index} to i64") if index.type == BOOL else index.operand
            fine = self.value(BOOL, f"icmp ult i64 {at}, {length}")
        self.require(fine, f"{self.source()}: index {{}} of {what} of {length}", index)

    def check_stored(self, number: Value, llvm: str, kind: Any) -> None:
        """A whole number that is put into less than 64 bits."""
        if not self.checked or number.type == FLOAT or llvm in ("i64", "double", "float"):
            return
        there = self.emit(f"trunc {number} to {llvm}")
        back = self.emit(f"{'zext' if kind.dtype.startswith('u') else 'sext'} {llvm} {there} to i64")
        fine = self.value(BOOL, f"icmp eq {number}, {back}")
        self.require(fine, f"{{}} does not fit into an item of {kind.__name__}", number)

    # Variables that are assigned on some ways only

    def _phi(self, after: Block, edges: Sequence[Edge], values: Sequence[Value | None]) -> Value:
        return self.maybe_unassigned(super()._phi(after, edges, values), after, edges, values)

    def maybe_unassigned(
        self, phis: Value, after: Block, edges: Sequence[Edge], values: Sequence[Value | None]
    ) -> Value:
        """The variable made of these phis, with the flag that says whether it was assigned."""
        sure = all(value is not None and not value.sure for value in values)
        if not self.module.checked or isinstance(phis.type, Conflict | Static) or sure:
            return phis
        flag = self.phis(after, BOOL)
        for edge, value in zip(edges, values, strict=True):
            self.add_edge(flag, edge, _sure(value))
        return replace(phis, sure=flag.operand)

    def add_sure(self, phis: Value, edge: Edge, value: Value) -> None:
        """One more way to a variable made by `maybe_unassigned`."""
        if phis.sure:
            self.add_edge(Value(BOOL, phis.sure), edge, _sure(value))

    def assigned_value(self, name: str) -> Value:
        """The value of a variable; a trap if it has none."""
        value = self.env[name]
        if value.sure:
            self.require(Value(BOOL, value.sure), f"{name} is read before anything was assigned to it")
            value = self.env[name] = replace(value, sure="")
        return value

    # Statements

    def check_assertion(self, node: ast.Assert) -> None:
        """`assert`: what is outside of the subset in it is left out, as it is without checks.

        `assert hasattr(parameter, "field"), "…"` says what a caller must pass; whoever does not is refused.
        """
        if self._lacks_field(node.test):
            reason = node.msg.value if isinstance(node.msg, ast.Constant) else ast.unparse(node.test)
            raise Refused(str(reason), blames_caller=True)
        if not self.checked:
            return
        holds = self._attempt(node.test, self.truth)
        if holds is None or (holds.known and holds.constant):
            return
        wrong, go_on = self.new_block(), self.new_block()
        self.branch(holds, go_on, wrong)
        self.block, before = wrong, dict(self.env)
        sentence, values = self._message(node.msg) if node.msg is not None else self._names_in(node.test)
        self.trap(sentence, *values)
        self.block, self.env = go_on, before

    def _lacks_field(self, test: ast.expr) -> bool:
        """Is this `hasattr(variable, "field")` of a variable whose type has no such field?"""
        match test:
            case ast.Call(ast.Name("hasattr"), [ast.Name(variable), ast.Constant(str(field))]) if variable in self.env:
                ty = self.env[variable].type
                if isinstance(ty, TupleType):
                    return field not in getattr(ty.kind, "_fields", ())
                return isinstance(ty, Scalar)
        return False

    def check_raise(self, node: ast.Raise) -> None:
        """`raise`: a trap with the message. Control does not go on."""
        if not self.checked:
            return
        error = node.exc
        message: tuple[str, list[Value]] = ("", [])
        if isinstance(error, ast.Call) and error.args:
            message = self._message(error.args[0])
        name = ast.unparse(error.func if isinstance(error, ast.Call) else error) if error is not None else "raise"
        sentence, values = message
        self.trap(f"{name}: {sentence}" if sentence else name, *values)
        self.block = self.new_block()

    def _names_in(self, test: ast.expr) -> tuple[str, list[Value]]:
        """A sentence for an assertion without a message: its source, and its variables."""
        names, values = list[str](), list[Value]()
        found = [node for node in ast.walk(test) if isinstance(node, ast.Name) and node.id in self.env]
        for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
            value = self.env[node.id]
            if node.id not in names and value.type in NUMBERS and len(values) < VALUES:
                names.append(node.id)
                values.append(value)
        self.place = test
        known = ", ".join(f"{name} = {{}}" for name in names)
        return f"the assertion {self.source()} does not hold{f' ({known})' if known else ''}", values

    def _message(self, node: ast.expr) -> tuple[str, list[Value]]:
        """The text of a message, and the numbers in it."""
        if isinstance(node, ast.Constant):
            return _quoted(str(node.value)), []
        if not isinstance(node, ast.JoinedStr):
            return _quoted(ast.unparse(node)), []
        text, values = "", list[Value]()
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += _quoted(str(part.value))
                continue
            assert isinstance(part, ast.FormattedValue)
            value = self._attempt(part.value) if len(values) < VALUES else None
            if value is None or value.type not in NUMBERS:
                text += _quoted("{" + ast.unparse(part.value) + "}")
            else:
                text += "{}"
                values.append(value)
        return text, values

    def _attempt(self, node: ast.expr, then: Callable[[Value], Value] = lambda value: value) -> Value | None:
        """The value of an expression; None, and nothing emitted, if it is outside of the subset."""
        block, env, blocks = self.block, dict(self.env), len(self.blocks)
        lines, ended = len(block.lines), block.ended
        try:
            return then(self.expression(node))
        except Refused:
            self.block, self.env = block, env
            del self.blocks[blocks:]
            del block.lines[lines:]
            block.ended = ended
            return None

    def where(self) -> str:
        """File and line of what is being lowered."""
        raise NotImplementedError

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def truth(self, value: Value) -> Value:
        """Whether it counts as true."""
        raise NotImplementedError

    # Conditions

    def _differs(self, x: Value, number: int) -> Value:
        if x.known:
            return constant(x.constant != number)
        if x.type == FLOAT:
            return self.value(BOOL, f"fcmp une {x}, {self.number(float(number), FLOAT).operand}")
        return self.value(BOOL, f"icmp ne {x}, {number}")

    def _either(self, x: Value, y: Value) -> Value:
        return constant(True) if True in (x.constant, y.constant) else self.value(BOOL, f"or {x}, {y.operand}")


def guarded(body: str, place: int) -> str:
    """The body of an entry, with a jump buffer filled first, at this place of the frame; a trap jumps to its end.

    The second argument is that of Windows, and read there alone: no frame, so a jump unwinds nothing.
    """
    return f"""%buffer = getelementptr i8, ptr %frame, i64 {place}
%again = call i32 @_setjmp(ptr %buffer, ptr null) returns_twice
%first = icmp eq i32 %again, 0
br i1 %first, label %run, label %left
run:
{body}
br label %left
left:"""


def _sure(value: Value | None) -> Value:
    """Whether a variable has been assigned."""
    return constant(False) if value is None else Value(BOOL, value.sure) if value.sure else constant(True)


def _fits(x: Any) -> bool:
    return not isinstance(x, int) or LEAST <= x < -LEAST


def _letter(value: Value) -> str:
    letters: dict[Type, str] = {INT: "i", WORD: "w", FLOAT: "f", BOOL: "b"}
    assert not isinstance(value.type, Static | Pointer)
    return letters[value.type]


def _quoted(text: str) -> str:
    """A text in which `{}` is nothing special."""
    return text.replace("{", "{{").replace("}", "}}")
