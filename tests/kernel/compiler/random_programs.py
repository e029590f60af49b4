"""Random programs of the compiled subset, each in two spellings: as it is compiled, and with its meaning spelled out.

The second, the oracle, runs in Python with `I(…)` around every whole number, so that it wraps around at 64 bits, and
with functions in place of the operators whose meaning Python leaves undefined or refuses. It notes in `differs` whether
any of that made a difference: if not, the first spelling, run by Python as it stands, must say the same too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from mossa.kernel.bits import bit_count, byte_swap, highest_bit, lowest_bit, parallel_extract, replace
from mossa.kernel.words import u64

__all__ = ["HEAD", "ORACLE", "State", "differs", "program"]

INTS = (0, 1, -1, 2, 3, -3, 5, 7, 10, 63, 64, 100, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63))
WORDS = (0, 1, 2, 3, 63, 255, 2**32 - 1, 2**63, 2**64 - 1)
FLOATS = (0.0, 1.0, -1.0, 0.5, -2.5, 3.25, 1e10, -1e300)
KINDS = "iwbfts"
"""int, u64, bool, float, a tuple of three ints, a State."""

Pair = tuple[str, str]
"""An expression or statement in both spellings."""


class State(NamedTuple):
    left: int
    board: u64


differs: list[bool] = [False]


def _noted(condition: bool) -> None:
    differs[0] = differs[0] or bool(condition)


def wrap(x: int) -> int:
    """A whole number in 64 bits."""
    _noted(not -(2**63) <= x < 2**63)
    return int((int(x) + 2**63) % 2**64 - 2**63)


def shift_left(x: int, by: int) -> int:
    _noted(not 0 <= by < 64)
    return wrap(x << (by & 63))


def shift_right(x: int, by: int) -> int:
    _noted(by < 0)
    return x >> min(by & (2**64 - 1), 63)


def word_left(x: u64, by: int) -> u64:
    _noted(not 0 <= by < 64)
    return u64(int(x) << (int(by) & 63))


def word_right(x: u64, by: int) -> u64:
    _noted(not 0 <= by < 64)
    return u64(int(x) >> (int(by) & 63))


def divide(x: int, y: int) -> int:
    _noted(y == 0)
    return wrap(x // y) if y else 0


def modulo(x: int, y: int) -> int:
    _noted(y == 0)
    return x % y if y else 0


def word_divide(x: int, y: int) -> u64:
    _noted(y == 0)
    return u64(u64(x) // u64(y)) if y else u64(0)


def word_modulo(x: int, y: int) -> u64:
    _noted(y == 0)
    return u64(u64(x) % u64(y)) if y else u64(0)


def real_divide(x: float, y: float) -> float:
    _noted(y == 0)
    x, y = float(x), float(y)
    if y:
        return x / y
    return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, math.copysign(1, x) * math.copysign(1, y))


def real_floor(x: float, y: float) -> float:
    _noted(y == 0)
    return float(x) // float(y) if y else math.nan


def real_modulo(x: float, y: float) -> float:
    _noted(y == 0)
    return float(x) % float(y) if y else math.nan


def to_int(x: float) -> int:
    """Towards 0, and the nearest int if it does not fit."""
    _noted(not abs(x) < 2**63)
    return 0 if math.isnan(x) else int(max(-(2.0**63), x)) if x < 2.0**63 else 2**63 - 1


def item(items: tuple[int, ...], at: int) -> int:
    """An item, or 0."""
    inside = -len(items) <= at < len(items)
    _noted(not inside)
    return items[at] if inside else 0


def below(op: str, x: float, y: float) -> bool:
    """A comparison of an int with a float: compiled code makes a float of the int."""
    exact, rounded = (eval(f"x {op} y", {"x": a, "y": y}) for a in (x, float(x)))
    _noted(exact != rounded)
    return bool(rounded)


def summed(x: float) -> float:
    _noted(abs(x) > 2**53)
    return float(x)


ORACLE: dict[str, Any] = {
    "I": wrap, "shl": shift_left, "shr": shift_right, "wshl": word_left, "wshr": word_right, "div": divide,
    "mod": modulo, "wdiv": word_divide, "wmod": word_modulo, "fdiv": real_divide, "ffloor": real_floor,
    "fmod": real_modulo, "to_int": to_int, "item": item, "below": below, "F": summed,
    "u64": u64, "bit_count": bit_count, "lowest_bit": lowest_bit, "highest_bit": highest_bit, "byte_swap": byte_swap,
    "parallel_extract": parallel_extract, "replace": replace, "State": State, "math": math,
}  # fmt: skip
"""What the oracle's text knows."""

HEAD = """import math
from mossa.kernel.bits import bit_count, byte_swap, highest_bit, lowest_bit, parallel_extract, replace
from mossa.kernel.words import u64
from tests.kernel.compiler.random_programs import State

"""


class Writer:
    """One random program."""

    def __init__(self, chooser: random.Random, helpers: list[str]) -> None:
        self.chooser, self.helpers = chooser, helpers
        self.lines: list[Pair] = []
        self.indent = 1
        self.variables: dict[str, str] = {}
        """Variable → its kind, where it has one for sure."""
        self.fixed = False
        """Inside a block: no variable changes its kind."""
        self.loops = 0
        self.count = 0

    # Expressions

    def expression(self, kind: str, depth: int) -> Pair:
        """An expression of a kind."""
        names = [name for name, one in self.variables.items() if one == kind]
        if names and self.chooser.random() < (0.75 if depth <= 0 else 0.2):
            name = self.chooser.choice(names)
            return name, name
        if depth <= 0:
            return self.leaf(kind)
        if self.chooser.random() < 0.08:
            test, yes, no = self.expression("b", depth - 1), self.expression(kind, depth - 1), self.expression(kind, 0)
            return self.form("({1} if {0} else {2})", test, yes, no)
        made: Pair = getattr(self, f"make_{kind}")(depth)
        return made

    @staticmethod
    def form(text: str, *parts: Pair, oracle: str = "") -> Pair:
        """Both spellings of a pattern."""
        return text.format(*(part[0] for part in parts)), (oracle or text).format(*(part[1] for part in parts))

    def leaf(self, kind: str) -> Pair:
        choose = self.chooser.choice
        match kind:
            case "i":
                number = choose(INTS)
                text = f"({number})" if abs(number) < 1000 else f"({number} + z)"  # literals alone are exact
            case "w":
                text = f"u64({choose(WORDS)})"
            case "b":
                text = choose(("True", "False"))
            case "f":
                text = f"({choose(FLOATS)})"
            case "t":
                text = f"({choose(INTS)}, {choose(INTS)}, {choose(INTS)})"
            case _:
                text = f"State({choose(INTS)}, u64({choose(WORDS)}))"
        return text, text

    def some(self, depth: int, kinds: str) -> list[Pair]:
        return [self.expression(kind, depth - 1) for kind in kinds]

    def make_i(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        op = self.chooser.choice("+-*&|^")
        local = self.fresh("k")
        makers: list[Callable[[], Pair]] = [
            *[lambda: self.form(f"({{0}} {op} {{1}})", *some("ii"), oracle=f"I({{0}} {op} {{1}})")] * 6,
            lambda: self.form("({0} << ({1} + z))", *some("ii"), oracle="shl({0}, I({1} + z))"),
            lambda: self.form("({0} >> {1})", *some("ii"), oracle="shr({0}, {1})"),
            lambda: self.form("({0} >> ({1} & 31))", *some("ii")),
            lambda: self.form("({0} // {1})", *some("ii"), oracle="div({0}, {1})"),
            lambda: self.form("({0} % {1})", *some("ii"), oracle="mod({0}, {1})"),
            lambda: self.form("({0} // 7)", *some("i")),
            lambda: self.form("({0} % -10)", *some("i")),
            lambda: self.form("divmod({0}, {1})[1]", *some("ii"), oracle="mod({0}, {1})"),
            lambda: self.form("(-{0})", *some("i"), oracle="I(-{0})"),
            lambda: self.form("(~{0})", *some("i")),
            lambda: self.form("abs({0})", *some("i"), oracle="I(abs({0}))"),
            lambda: self.form("({0} and {1})", *some("ii")),
            lambda: self.form("({0} or {1})", *some("ii")),
            lambda: self.form("({0} + {1})", *some("bi"), oracle="I({0} + {1})"),
            lambda: self.form("(({0} + z) ** 3)", *some("i"), oracle="I(I({0} * {0}) * {0})"),
            lambda: self.form("int({0})", *some("w"), oracle="I({0})"),
            lambda: self.form("int({0})", *some("f"), oracle="to_int({0})"),
            lambda: self.form("int({0})", *some("b")),
            lambda: self.form("bit_count({0})", *some("w")),
            lambda: self.form("lowest_bit({0})", *some(self.chooser.choice("iw"))),
            lambda: self.form("highest_bit({0})", *some("w")),
            lambda: self.form(f"{{0}}[{self.chooser.randrange(-3, 3)}]", *some("t")),
            lambda: self.form("{0}[min({1}, 9)]", *some("ti"), oracle="item({0}, min({1}, 9))"),
            lambda: self.form("{0}[{1} % 3]", *some("ti")),
            lambda: self.form("{0}[{1} + 0]", *some("tw"), oracle="item({0}, {1})"),
            lambda: self.form("min({0}, {1})", *some("ii")),
            lambda: self.form("max({0}, {1}, {2})", *some("iii")),
            lambda: self.form("max({0})", *some("t")),
            lambda: self.form("sum({0})", *some("t"), oracle="I(sum({0}))"),
            lambda: self.form("len({0})", *some("t")),
            lambda: self.form("{0}.left", *some("s")),
            lambda: self.form("ints[{0} & 7]", *some("i")),
            lambda: self.form("(1, 5, -9, {0}, 8, {1})[{2} % 6]", *some("iii")),
            lambda: self.over(f"sum({{1}} for {local} in {{0}})", f"I(sum({{1}} for {local} in {{0}}))", local, depth),
            lambda: self.over(f"min({{1}} for {local} in {{0}})", f"min({{1}} for {local} in {{0}})", local, depth),
            lambda: self.form("sum(x for x in range({0} % 5) if x != 2)", *some("i")),
        ]
        makers += [lambda: self.form(f"{self.chooser.choice(self.helpers)}({{0}}, {{1}}, z)", *some("iw"))] * bool(
            self.helpers
        )
        return self.chooser.choice(makers)()

    def over(self, text: str, oracle: str, local: str, depth: int) -> Pair:
        """A generator expression over a tuple."""
        items = self.expression("t", depth - 1)
        before = self.variables
        self.variables = {**before, local: "i"}
        item = self.expression("i", depth - 1)
        self.variables = before
        return self.form(text, items, item, oracle=oracle)

    def make_w(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        op, mixed = self.chooser.choice("+-*&|^"), self.chooser.choice(("ww", "wi", "iw"))
        return self.chooser.choice(
            [
                *[lambda: self.form(f"({{0}} {op} {{1}})", *some(mixed))] * 6,
                lambda: self.form("({0} << {1})", *some("w" + mixed[1]), oracle="wshl({0}, {1})"),
                lambda: self.form("({0} >> {1})", *some("w" + mixed[1]), oracle="wshr({0}, {1})"),
                lambda: self.form("({0} << ({1} & 63))", *some("ww")),
                lambda: self.form("({0} // {1})", *some(mixed), oracle="wdiv({0}, {1})"),
                lambda: self.form("({0} % {1})", *some(mixed), oracle="wmod({0}, {1})"),
                lambda: self.form("(~{0})", *some("w")),
                lambda: self.form("(-{0})", *some("w")),
                lambda: self.form("u64({0})", *some("i")),
                lambda: self.form("u64({0})", *some("b")),
                lambda: self.form("byte_swap({0})", *some("w")),
                lambda: self.form("parallel_extract({0}, {1})", *some("ww")),
                lambda: self.form("{0}.board", *some("s")),
                lambda: self.form("max({0}, {1})", *some("ww")),
                lambda: self.form("words[{0} & 7]", *some("w")),
            ]
        )()

    def make_b(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        op, other = (self.chooser.choice(("==", "!=", "<", "<=", ">", ">=")) for _ in range(2))
        kinds = self.chooser.choice(("ii", "iw", "wi", "ww", "ff"))
        local = self.fresh("k")
        which = self.chooser.choice(("any", "all"))
        return self.chooser.choice(
            [
                *[lambda: self.form(f"({{0}} {op} {{1}})", *some(kinds))] * 4,
                lambda: self.form(f"({{0}} {op} {{1}} {other} {{2}})", *some("iii")),
                lambda: self.form(f"({{0}} {op} {{1}})", *some("if"), oracle=f"below('{op}', {{0}}, {{1}})"),
                lambda: self.form("(not {0})", *some(self.chooser.choice("bitw"))),
                lambda: self.form("({0} and {1})", *some("bb")),
                lambda: self.form("({0} or {1})", *some("bb")),
                lambda: self.form("({0} ^ {1})", *some("bb")),
                lambda: self.form("({0} in ({1}, 3, {2}))", *some("iii")),
                lambda: self.form("({0} not in {1})", *some("it")),
                lambda: self.form("bool({0})", *some(self.chooser.choice("ifw"))),
                lambda: self.form("({0} == {1})", *some(self.chooser.choice(("tt", "ss")))),
                lambda: self.over(f"{which}(({{1}}) > 0 for {local} in {{0}})", "", local, depth),
            ]
        )()

    def make_f(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        op = self.chooser.choice("+-*")
        return self.chooser.choice(
            [
                *[lambda: self.form(f"({{0}} {op} {{1}})", *some("ff"))] * 3,
                lambda: self.form(f"({{0}} {op} {{1}})", *some("if"), oracle=f"(float({{0}}) {op} {{1}})"),
                lambda: self.form("({0} / {1})", *some("ff"), oracle="fdiv({0}, {1})"),
                lambda: self.form("({0} / {1})", *some("ii"), oracle="fdiv(F({0}), F({1}))"),
                lambda: self.form("({0} // {1})", *some("ff"), oracle="ffloor({0}, {1})"),
                lambda: self.form("({0} % {1})", *some("ff"), oracle="fmod({0}, {1})"),
                lambda: self.form("(-{0})", *some("f")),
                lambda: self.form("abs({0})", *some("f")),
                lambda: self.form("float({0})", *some("i")),
                lambda: self.form("float({0})", *some("w")),
                lambda: self.form("math.sqrt(abs({0}))", *some("f")),
                lambda: self.form("reals[{0} & 7]", *some("i")),
                lambda: self.form("min({0}, {1})", *some("ff")),
            ]
        )()

    def make_t(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        local = self.fresh("k")
        return self.chooser.choice(
            [
                lambda: self.form("({0}, {1}, {2})", *some("iii")),
                lambda: self.form("replace({0}, {1} % 3, {2})", *some("tii")),
                lambda: self.form("({0}[1:] + ({1},))", *some("ti")),
                lambda: self.form("{0}[::-1]", *some("t")),
                lambda: self.form("(*{0}[:2], {1})", *some("ti")),
                lambda: self.over(f"tuple({{1}} for {local} in {{0}})", "", local, depth),
            ]
        )()

    def make_s(self, depth: int) -> Pair:
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        return self.chooser.choice(
            [
                lambda: self.form("State({0}, {1})", *some("iw")),
                lambda: self.form("State(board={1}, left={0})", *some("iw")),
                lambda: self.form("{0}._replace(left={1})", *some("si")),
            ]
        )()

    # Statements

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def line(self, text: str, *parts: Pair, oracle: str = "") -> None:
        pair = self.form(text, *parts, oracle=oracle)
        self.lines.append(("    " * self.indent + pair[0], "    " * self.indent + pair[1]))

    @contextmanager
    def block(self, loop: bool = False) -> Iterator[None]:
        """Statements further in: what is new in them is gone afterwards, what was there keeps its kind."""
        before, fixed = dict(self.variables), self.fixed
        self.fixed, self.indent, self.loops = True, self.indent + 1, self.loops + loop
        yield
        self.line("pass")
        self.variables, self.fixed = before, fixed
        self.indent, self.loops = self.indent - 1, self.loops - loop

    def body(self, depth: int, count: int) -> None:
        for _ in range(count):
            self.statement(depth)

    def assign(self, depth: int = 2) -> None:
        if self.variables and self.chooser.random() < 0.6:
            name = self.chooser.choice(list(self.variables))
            kind = self.variables[name] if self.fixed else self.chooser.choice(KINDS)
        else:
            name, kind = self.fresh("v"), self.chooser.choice(KINDS)
        self.line(f"{name} = {{0}}", self.expression(kind, depth))
        self.variables[name] = kind

    def statement(self, depth: int) -> None:
        """One statement, perhaps with others in it."""
        choose, some = self.chooser.choice, lambda kinds: self.some(2, kinds)
        kinds = ["assign"] * 5 + ["augment", "store", "swap", "unpack"]
        kinds += ["if", "if", "for", "while", "match", "walrus"] if depth > 0 else []
        kinds += ["leave"] if self.indent > 1 else []
        match choose(kinds):
            case "assign":
                self.assign()
            case "augment":
                names = [name for name, kind in self.variables.items() if kind in "iw"]
                if names:
                    name, op = choose(names), choose("+-*&|^")
                    oracle = f"{name} = I({name} {op} {{0}})" if self.variables[name] == "i" else ""
                    self.line(f"{name} {op}= {{0}}", *some("i"), oracle=oracle)
            case "store":
                vector, kind = choose((("ints", "i"), ("words", "w"), ("reals", "f")))
                self.line(f"{vector}[{{0}} & 7] = {{1}}", *some("i" + kind))
            case "swap":
                names = list(self.variables)
                one = choose(names) if names else ""
                same = [name for name in names if self.variables[name] == self.variables[one]]
                if len(same) > 1:
                    other = choose(same)
                    self.line(f"{one}, {other} = {other}, {one}" if one != other else "pass")
            case "unpack":
                names = [self.fresh("v") for _ in range(3)]
                self.line(f"{', '.join(names)} = {{0}}", *some("t"))
                self.variables |= dict.fromkeys(names, "i")
            case "if":
                self.line("if {0}:", *some("b"))
                with self.block():
                    self.body(depth - 1, self.chooser.randrange(1, 4))
                if self.chooser.random() < 0.5:
                    self.line("elif {0}:", *some(choose("biw")))
                    with self.block():
                        self.body(depth - 1, self.chooser.randrange(1, 3))
                if self.chooser.random() < 0.5:
                    self.line("else:")
                    with self.block():
                        self.body(depth - 1, self.chooser.randrange(1, 3))
            case "walrus":
                name = self.fresh("v")
                self.line(f"if ({name} := {{0}}) > 3:", *some("i"))
                self.variables[name] = "i"
                with self.block():
                    self.body(depth - 1, 2)
            case "for":
                self.loop(depth)
            case "while":
                counter = self.fresh("n")
                self.line(f"{counter} = 0")
                self.line(f"while {counter} < {self.chooser.randrange(1, 5)} and {{0}}:", *some("b"))
                with self.block(loop=True):
                    self.line(f"{counter} += 1")
                    self.body(depth - 1, self.chooser.randrange(1, 4))
                if self.chooser.random() < 0.3:
                    self.line("else:")
                    with self.block():
                        self.assign()
            case "match":
                self.matching(depth)
            case "leave":
                words = ["return {0}"] + (["break", "continue"] * 2 if self.loops else [])
                self.line("if {0}:", *some("b"))
                self.indent += 1
                self.line(choose(words), *some("i"))
                self.indent -= 1

    def loop(self, depth: int) -> None:
        name = self.fresh("j")
        own = {name: "i"}
        match self.chooser.randrange(6):
            case 0:
                self.line(f"for {name} in range({{0}} % 5):", self.expression("i", 1))
            case 1:
                step = self.chooser.choice((1, 2, -1, 3))
                self.line(f"for {name} in range({{0}} % 7, {{1}} % 7, {step}):", *self.some(1, "ii"))
            case 2:
                self.line(f"for {name} in {{0}}:", self.expression("t", 2))
            case 3:
                other = self.fresh("j")
                own[other] = "i"
                self.line(f"for {name}, {other} in enumerate({{0}}):", self.expression("t", 2))
            case 4:
                other = self.fresh("j")
                own[other] = "i"
                self.line(f"for {name}, {other} in zip({{0}}, range({{1}} % 4)):", *self.some(2, "ti"))
            case _:
                self.line(f"for {name} in reversed({{0}}):", self.expression("t", 2))
        with self.block(loop=True):
            self.variables |= own
            self.body(depth - 1, self.chooser.randrange(1, 4))
        if self.chooser.random() < 0.2:
            self.line("else:")
            with self.block():
                self.assign()

    def matching(self, depth: int) -> None:
        captured = self.fresh("v")
        self.line("match {0} % 4, {1}:", *self.some(2, "ib"))
        cases = ["case 0, True:", "case (1 | 2), _:", f"case {captured}, False if {captured} > 2:", "case _:"]
        self.indent += 1
        for case in cases:
            self.line(case)
            with self.block():
                self.body(depth - 1, 1)
        self.indent -= 1

    # The whole

    def text(self, name: str) -> Pair:
        """A function `name(i, j, x, y, f, t, z, ints, words, reals)` that returns an int; z is 0."""
        parameters = {"i": "i", "j": "i", "x": "w", "y": "w", "f": "f", "t": "t"}
        self.variables |= parameters
        self.body(3, self.chooser.randrange(3, 10))
        for place, (variable, kind) in enumerate([*self.variables.items()][-8:]):
            stored = {"i": "ints[{1}] = {0}", "w": "words[{1}] = {0}", "b": "ints[{1}] = {0}", "f": "reals[{1}] = {0}"}
            stored |= {"t": "ints[{1}] = {0}[1]", "s": "words[{1}] = {0}.board"}
            self.line(stored[kind].format(variable, 8 + place))
        self.line("return {0}", self.expression("i", 2))
        head = f"def {name}({', '.join(parameters)}, z, ints, words, reals):"
        return "\n".join([head, *(a for a, _ in self.lines)]), "\n".join([head, *(b for _, b in self.lines)])

    def helper(self, name: str) -> Pair:
        """A function `name(i, x, z)` that returns an int."""
        self.variables |= {"i": "i", "x": "w"}
        for _ in range(self.chooser.randrange(3)):
            self.assign(1)
        if self.chooser.random() < 0.5:
            self.line("if {0}:\n        return {1}", *self.some(1, "bi"))
        self.line("return {0}", self.expression("i", 1))
        return "\n".join([f"def {name}(i, x, z):", *(a for a, _ in self.lines)]), "\n".join(
            [f"def {name}(i, x, z):", *(b for _, b in self.lines)]
        )


def program(seed: str, number: int) -> Pair:
    """The functions of a random program, the last of which is called `program_NUMBER`."""
    chooser = random.Random(seed)
    parts, helpers = [], list[str]()
    for n in range(chooser.randrange(3)):
        name = f"helper_{number}_{n}"
        writer = Writer(chooser, list(helpers))
        # A helper has no vectors to read.
        writer.make_f = lambda depth, writer=writer: writer.leaf("f")  # type: ignore[method-assign, misc]
        text = writer.helper(name)
        if "ints[" in text[0] or "words[" in text[0]:
            continue
        parts.append(text)
        helpers.append(name)
    parts.append(Writer(chooser, helpers).text(f"program_{number}"))
    return "\n\n\n".join(one for one, _ in parts), "\n\n\n".join(other for _, other in parts)
