"""The subset: what is compiled. All else is refused with a sentence."""

from __future__ import annotations

import ast
import math
from typing import Any

from .. import bits, memory
from ..words import u64
from .diagnostics import Refused
from .simd import FUNCTIONS

__all__ = ["BUILTINS", "INSTEAD", "INTRINSICS", "OUTSIDE", "SUBSET", "check"]

SUBSET: dict[type[ast.AST], str] = {
    # statements
    ast.Assign: "`x = y`, `a, b = b, a`, `items[i] = x`, `memory.field = x`",
    ast.AnnAssign: "`x: int = y` (the annotation is a comment)",
    ast.AugAssign: "`x += y` and the like",
    ast.Expr: "a call for its effects",
    ast.If: "`if`, `elif`, `else`",
    ast.While: "`while`, with `else`",
    ast.For: "`for` over `range`, a tuple, `enumerate`, `zip`, `reversed`; with `else`",
    ast.Break: "`break`",
    ast.Continue: "`continue`",
    ast.Return: "`return`",
    ast.Match: "`match` on numbers and tuples",
    ast.Pass: "`pass`",
    ast.Assert: "`assert`: checked when interpreted, left out when compiled",
    ast.Raise: "`raise`: compiled, the function returns 0",
    # expressions
    ast.Constant: "numbers, truths, None",
    ast.Name: "variables, and what the module defines at its top level",
    ast.Attribute: "fields of named tuples and structs, members of enums",
    ast.Subscript: "`items[i]`, `vector[start:]`, `items[1:3]`",
    ast.Tuple: "tuples",
    ast.BinOp: "+ - * / // % ** << >> & | ^",
    ast.UnaryOp: "- + ~ not",
    ast.BoolOp: "`and`, `or`",
    ast.Compare: "== != < <= > >= in `is`, chained too",
    ast.IfExp: "`a if c else b`",
    ast.NamedExpr: "`(x := y)`",
    ast.Call: "calls, with default, keyword and starred arguments",
    ast.Yield: "`yield move`, alone in its line",
    ast.YieldFrom: "`yield from`, alone in its line",
    ast.GeneratorExp: "as the argument of `any`, `all`, `sum`, `min`, `max` or `tuple`, and behind `yield from`",
}
"""Kind of syntax → what of it is compiled."""

INTRINSICS = ("sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "fabs", "pow", "copysign")
"""Functions of `math` that are functions of LLVM's."""

BUILTINS: dict[Any, str] = {
    abs: "abs", all: "all", any: "any", bool: "bool", divmod: "divmod", float: "float", int: "int", len: "len",
    max: "max", min: "min", sum: "sum", tuple: "tuple", u64: "u64", enumerate: "sequence", range: "sequence",
    reversed: "sequence", zip: "sequence", math.floor: "floor", math.ceil: "floor", math.trunc: "floor",
    bits.bit_count: "bit_count", bits.lowest_bit: "lowest_bit", bits.highest_bit: "highest_bit",
    bits.byte_swap: "byte_swap", bits.parallel_extract: "parallel_extract", bits.replace: "replace",
    memory.compare_exchange: "compare_exchange", memory.fetch_add: "fetch_add", memory.fetch_ahead: "fetch_ahead",
}  # fmt: skip
"""Function of Python or of mossa → the method that lowers a call of it (`Calls._call_NAME`)."""
BUILTINS |= {getattr(math, name): "intrinsic" for name in INTRINSICS} | {function: "simd" for function in FUNCTIONS}

INSTEAD: dict[str, str] = {
    "sorted": "write a loop",
    "map": "write `f(x) for x in items` in `sum`, `any`, `all` or `tuple`",
    "filter": "write `x for x in items if …` in `sum`, `any`, `all` or `tuple`",
    "print": "look at states with `mossa play`, or interpreted",
    "isinstance": "the type of every value is known when it is compiled",
    "round": "write `math.floor(x + 0.5)`",
    "str": "make texts where positions are shown",
    "repr": "make texts where positions are shown",
    "list": "use a tuple, or a vector that is passed in",
    "dict": "use a tuple, a ConstantTable or `if`",
    "set": "use the bits of a u64",
    "hash": "use `mix`",
    "open": "read files when the module is loaded",
    "input": "rules are asked nothing",
    "pow": "write `**`",
}
"""Function or class of Python → what to write instead."""

OUTSIDE: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: ("a dictionary", "use a tuple, a ConstantTable or `if`"),
    ast.DictComp: ("a dictionary", "use a tuple, a ConstantTable or `if`"),
    ast.Set: ("a set", "write `x in (1, 2)`, or use the bits of a u64"),
    ast.SetComp: ("a set", "use the bits of a u64"),
    ast.List: ("a list", "use a tuple, or a vector that is passed in"),
    ast.ListComp: ("a list", "use `tuple(… for …)`, or a vector that is passed in"),
    ast.JoinedStr: ("a text with values in it", "make texts where positions are shown"),
    ast.Lambda: ("`lambda`", "write a function at the top level"),
    ast.Starred: ("`a, *b = …`", "name each item"),
    ast.FunctionDef: ("a function inside a function", "write it at the top level"),
    ast.ClassDef: ("a class inside a function", "write it at the top level"),
    ast.Try: ("`try`", "test before, with `if`"),
    ast.With: ("`with`", "rules open nothing"),
    ast.Delete: ("`del`", "leave it out: variables cost nothing"),
    ast.Global: ("`global`", "pass a Struct"),
    ast.Nonlocal: ("`nonlocal`", "pass a Struct"),
    ast.Import: ("`import` inside a function", "import at the top of the file"),
    ast.ImportFrom: ("`import` inside a function", "import at the top of the file"),
}
"""Kind of syntax → what a person wrote, and what to write instead."""


def check(node: ast.AST) -> None:
    """Refuse what is not in the subset."""
    if type(node) not in SUBSET:
        what, instead = OUTSIDE.get(type(node), (f"`{type(node).__name__}`", ""))
        raise Refused(f"{what} is outside the compiled subset", instead)
