"""Small random programs: a few lines each, so that very many can be tried, over the whole of the subset.

Beside what `random_programs` writes there are default and keyword arguments, recursion, nested tuples and named tuples,
slices of constants, tables, large tuples, filters in generator expressions, nested patterns, and more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.kernel.compiler.random_programs import HEAD, ORACLE, Pair, State, Writer, divide, modulo, wrap

from mossa.kernel.constant_table import ConstantTable

__all__ = ["SMALL_HEAD", "SMALL_ORACLE", "Both", "small_program"]

PARAMETERS = {"i": "i", "j": "i", "x": "w", "y": "w", "f": "f", "t": "t"}
NUMBERS = (3, -1, 4, 1, -5, 9, 2**62, 6, -5, 3)
GRID = ((1, 2), (-3, 2**63 - 1), (5, 0))
TABLE = ConstantTable([7, -7, 2**40, 0, 1, -1, 99, 3])


class Both(NamedTuple):
    state: State
    pair: tuple[int, int]


SMALL_HEAD = f"""{HEAD}from tests.kernel.compiler.random_small_programs import GRID, NUMBERS, TABLE, Both


def defaults(a, b=3, *, c=-7):
    return a * 2 - b ^ c


def down(n, total):
    return total if n <= 0 else down(n - 1, total * 3 + n)


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def first(items, least=0):
    for item in items:
        if item > least:
            return item
    return least


"""


def _defaults(a: int, b: int = 3, *, c: int = -7) -> int:
    return wrap(wrap(a * 2) - b) ^ c


def _down(n: int, total: int) -> int:
    while n > 0:
        n, total = n - 1, wrap(wrap(total * 3) + n)
    return total


def _first(items: tuple[int, ...], least: int = 0) -> int:
    return next((item for item in items if item > least), least)


def _nested(items: Any, at: int, inner: int) -> int:
    """`items[at][inner]`, where what is out of range is 0."""
    inside = -len(items) <= at < len(items)
    ORACLE["item"](items, at if inside else 99)  # noted
    row = items[at] if inside else (0, 0)
    return int(ORACLE["item"](row, inner))


def _divided(x: int, y: int) -> tuple[int, int]:
    return divide(x, y), modulo(x, y)


SMALL_ORACLE: dict[str, Any] = {
    **ORACLE, "GRID": GRID, "NUMBERS": NUMBERS, "TABLE": TABLE, "Both": Both, "defaults": _defaults, "down": _down,
    "is_even": lambda n: n % 2 == 0, "is_odd": lambda n: n % 2 == 1, "first": _first, "nested": _nested,
    "divided": _divided, "floored": lambda x: ORACLE["to_int"](math.floor(x) if abs(x) < 1e300 else x),
}  # fmt: skip
"""What the oracle's text knows."""


class SmallWriter(Writer):
    """One small program."""

    def make_i(self, depth: int) -> Pair:
        if self.chooser.random() < 0.5:
            return super().make_i(depth)
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        one, two = self.fresh("k"), self.fresh("k")
        makers: list[Callable[[], Pair]] = [
            lambda: self.form("defaults({0})", *some("i")),
            lambda: self.form("defaults({0}, {1})", *some("ii")),
            lambda: self.form("defaults({0}, c={1})", *some("ii")),
            lambda: self.form("defaults(c={0}, b={1}, a={2})", *some("iii")),
            lambda: self.form("defaults(*{0}[:2])", *some("t")),
            lambda: self.form("down({0} % 6, {1})", *some("ii")),
            lambda: self.form("first({0})", *some("t")),
            lambda: self.form("first({0}, least={1})", *some("ti")),
            lambda: self.form("(({0}, {1}), ({2}, 4))[{3} & 1][1]", *some("iiii")),
            lambda: self.form("(({0}, {1}), (6, {2}), (7, 8))[{3} + 0][{4} % 2]", *some("iiiii"),
                              oracle="nested((({0}, {1}), (6, {2}), (7, 8)), {3}, {4} % 2)"),
            lambda: self.form("GRID[{0} + 0][{1} + 0]", *some("ii"), oracle="nested(GRID, I({0} + 0), I({1} + 0))"),
            lambda: self.form("NUMBERS[2:7][{0} % 5]", *some("i")),
            lambda: self.form("NUMBERS[::-2][{0} + 0]", *some("i"), oracle="item(NUMBERS[::-2], {0})"),
            lambda: self.form("NUMBERS[{0} + 0]", *some("i"), oracle="item(NUMBERS, {0})"),
            lambda: self.form("(sum(NUMBERS[:4]) + {0})", *some("i"), oracle="I(sum(NUMBERS[:4]) + {0})"),
            lambda: self.form("TABLE[{0} & 7]", *some("i")),
            lambda: self.form("divmod({0}, {1})[0]", *some("ii"), oracle="divided({0}, {1})[0]"),
            lambda: self.form("sum(divmod({0}, {1}))", *some("ii"), oracle="I(sum(divided({0}, {1})))"),
            lambda: self.form("({0} << 64 + {1} % 70 + z)", *some("ii"), oracle="shl({0}, 64 + {1} % 70)"),
            lambda: self.form("({0} >> 64 + {1} % 70)", *some("ii"), oracle="shr({0}, 64 + {1} % 70)"),
            lambda: self.form("({0} // ({1} & 1))", *some("ii"), oracle="div({0}, {1} & 1)"),
            lambda: self.form(f"sum(1 for {one} in range({{0}} % 5) for {two} in range({one}) if {two} != {{1}})",
                              *some("ii")),
            lambda: self.form(f"sum({one} * {two} for {one}, {two} in zip({{0}}, {{1}}))", *some("tt"),
                              oracle=f"I(sum(I({one} * {two}) for {one}, {two} in zip({{0}}, {{1}})))"),
            lambda: self.form(f"max({one} & {two} for {one}, {two} in enumerate({{0}}, 3))", *some("t")),
            lambda: self.form(f"sum({one} for {one} in {{0}} if {one} > {{1}})", *some("ti"),
                              oracle=f"I(sum({one} for {one} in {{0}} if {one} > {{1}}))"),
            lambda: self.form("math.floor({0})", *some("f"), oracle="floored({0})"),
            lambda: self.form("Both({0}, ({1}, 3)).pair[{2} & 1]", *some("sii")),
            lambda: self.form("Both({0}, ({1}, 3))._replace(pair=(4, {2})).pair[1]", *some("sii")),
            lambda: self.form("Both({0}, ({1}, 3)).state.left", *some("si")),
            lambda: self.form("({0} if {1} < {2} <= {3} else 8)", *some("iiwi")),
            lambda: self.form("(True + {0})", *some("i"), oracle="I(True + {0})"),
            lambda: self.form("abs(min({0}, {1}, {2}))", *some("iii"), oracle="I(abs(min({0}, {1}, {2})))"),
            *[lambda: self.form("tuple({0} ^ k for k in range(40))[{1} % 40]", *self.leaves("ii"))] * self.rarely(),
            *[lambda: self.form("sum(replace(tuple({0} & k for k in range(36)), {1} % 36, {2}))", *self.leaves("iii"),
                                oracle="I(sum(replace(tuple({0} & k for k in range(36)), {1} % 36, {2})))")]
            * self.rarely(),
        ]  # fmt: skip
        return self.chooser.choice(makers)()

    def rarely(self) -> int:
        """Whether to allow what takes long to compile."""
        return int(self.chooser.random() < 0.1)

    def leaves(self, kinds: str) -> list[Pair]:
        return [self.expression(kind, 0) for kind in kinds]

    def make_b(self, depth: int) -> Pair:
        if self.chooser.random() < 0.6:
            return super().make_b(depth)
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        one = self.fresh("k")
        which, op = self.chooser.choice(("any", "all")), self.chooser.choice(("<", "<=", "==", "!=", ">", ">="))
        return self.chooser.choice(
            [
                lambda: self.form("is_even({0} % 7)", *some("i")),
                lambda: self.form("({0} in NUMBERS)", *some("i")),
                lambda: self.form("({0} not in NUMBERS[1:3])", *some("i")),
                lambda: self.form(f"{which}({one} {op} {{1}} for {one} in {{0}} if {one} != 3)", *some("ti")),
                lambda: self.form(f"{which}({{0}})", *some("t")),
                lambda: self.form(f"({{0}} {op} {{1}} {op} {{2}})", *some("iwi")),
                lambda: self.form(f"({{0}} {op} {{1}} != {{2}} {op} {{3}})", *some("iiii")),
                lambda: self.form("(Both({0}, ({1}, 2)) == Both({2}, (2, {3})))", *some("sisi")),
                lambda: self.form("(({0}, {1}) == ({2}, {3}))", *some("iwwi")),
                lambda: self.form("({0} != {1})", *some("tt")),
                lambda: self.form(f"({{0}} {op} {{1}})", *some("bb")),
            ]
        )()

    def make_t(self, depth: int) -> Pair:
        if self.chooser.random() < 0.6:
            return super().make_t(depth)
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        one, two = self.fresh("k"), self.fresh("k")
        return self.chooser.choice(
            [
                lambda: self.form(f"tuple({one} ^ {two} for {one}, {two} in zip({{0}}, {{1}}))", *some("tt")),
                lambda: self.form(f"tuple({one} | {{0}} for {one} in NUMBERS if {one} > 5)", *some("i")),
                lambda: self.form(f"tuple({{0}} & {one} for {one} in range(9, 0, -3))", *some("i")),
                lambda: self.form("(*divmod({0}, {1}), {2})", *some("iii"), oracle="(*divided({0}, {1}), {2})"),
                lambda: self.form("NUMBERS[3:6]"),
                lambda: self.form("({0} if {1} else {2})", *some("tbt")),
                lambda: self.form("((GRID + (({0}, {1}),))[3] + ({2},))", *some("iii")),
            ]
        )()

    def make_w(self, depth: int) -> Pair:
        if self.chooser.random() < 0.8:
            return super().make_w(depth)
        some = lambda kinds: self.some(depth, kinds)  # noqa: E731
        return self.chooser.choice(
            [
                lambda: self.form("({0} << 64 + {1} % 9)", *some("wi"), oracle="wshl({0}, 64 + {1} % 9)"),
                lambda: self.form("({0} >> ({1} % 200))", *some("wi"), oracle="wshr({0}, {1} % 200)"),
                lambda: self.form("({0} if {1} else {2})", *some("wbw")),
                lambda: self.form("min({0}, {1}, {2})", *some("www")),
                lambda: self.form("abs({0})", *some("w")),
            ]
        )()

    def small_statement(self) -> None:
        """A statement, most of them short."""
        some = lambda kinds: self.some(1, kinds)  # noqa: E731
        name = self.fresh("v")
        match self.chooser.randrange(9):
            case 0 | 1:
                self.assign(2)
            case 2:
                self.line("ints[{0} & 7] += {1}", *some("ii"), oracle="ints[{0} & 7] = I(ints[{0} & 7] + {1})")
            case 3:
                self.line(f"{name}, {name}b = divmod({{0}}, {{1}})", *some("ii"),
                          oracle=f"{name}, {name}b = divided({{0}}, {{1}})")  # fmt: skip
                self.variables |= {name: "i", f"{name}b": "i"}
            case 4:
                self.searching(name)
            case 5:
                self.patterns(name)
            case 6:
                self.line(f"({name}, ({name}b, {name}c)), {name}d = ({{0}}, ({{1}}, 5)), {{2}}", *some("iiw"))
                self.variables |= {name: "i", f"{name}b": "i", f"{name}c": "i", f"{name}d": "w"}
            case _:
                self.statement(1)

    def searching(self, name: str) -> None:
        """A loop that is left by `break`, and its `else`."""
        some = lambda kinds: self.some(1, kinds)  # noqa: E731
        self.line(f"{name} = 0")
        if self.chooser.random() < 0.5:
            self.line(f"for {name} in range({{0}} % 9, -1, -2):", *some("i"))
        else:
            self.line(f"while {name} < {{0}} % 6:", self.expression("i", 0))
        with self.block(loop=True):
            self.line(f"{name} += 1")
            self.variables[name] = "i"
            self.line("if {0}:", *some("b"))
            self.indent += 1
            self.line(self.chooser.choice(("break", "continue", "return {0}")), *some("i"))
            self.indent -= 1
        self.line("else:")
        with self.block():
            self.line("ints[1] = {0}", *some("i"))
        self.variables[name] = "i"

    def patterns(self, name: str) -> None:
        """A `match` with patterns in patterns."""
        some = lambda kinds: self.some(1, kinds)  # noqa: E731
        self.line("match ({0} % 3, ({1}, {2} % 4)), {3}:", *some("iiib"))
        self.indent += 1
        cases = ("(0, (_, 1)), True", f"(1, ({name}, 2 | 3)), _", f"(_, (_, _)), False if {{0}} > {name}z", "_")
        for case in cases:
            if "{0}" in case:
                self.line(f"case {case.replace(f'{name}z', '7')}:", *some("i"))
            else:
                self.line(f"case {case}:")
            self.indent += 1
            self.line("ints[2] = {0}", *some("i"))
            self.indent -= 1
        self.indent -= 1


def small_program(seed: str, number: int) -> Pair:
    """A random program called `program_NUMBER`."""
    chooser = random.Random(f"small {seed} {number}")
    writer = SmallWriter(chooser, [])
    writer.variables |= PARAMETERS
    for _ in range(chooser.choice((0, 0, 1, 1, 2))):
        writer.small_statement()
    writer.line("return {0}", writer.expression(chooser.choice("iiib"), chooser.choice((1, 2, 2, 3))))
    head = f"def program_{number}({', '.join(PARAMETERS)}, z, ints, words, reals):"
    return "\n".join([head, *(a for a, _ in writer.lines)]), "\n".join([head, *(b for _, b in writer.lines)])
