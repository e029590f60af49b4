"""What is refused: file, line, column, the source marked, what is wrong, what to write instead."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.user_files import module as user_file

from mossa import MossaError
from mossa.kernel.compiler.source import definition
from mossa.kernel.specialise import specialise

HEAD = """import enum
import math
import random
from typing import NamedTuple

import numpy
from mossa import u64
from mossa.kernel.constant_table import ConstantTable

LIST = [1, 2]
DICT = {0: 1}
TABLE = ConstantTable([1, 2, 3])



class Side(enum.IntEnum):
    ONE = 1


class Config:
    SIZE = 3


class State(NamedTuple):
    x: int
    y: int


def two(a, b):
    return a - b


def endless(n):
    return endless(n - 1)


def moves(n):
    yield n


def many(*n):
    return 1


"""

REFUSED = {
    "return ❰{1: 2}❱[n]": "a dictionary is outside the compiled subset: use a tuple, a ConstantTable or `if`",
    "return len(❰{1, n}❱)": "a set is outside the compiled subset: write `x in (1, 2)`, or use the bits of a u64",
    "x = ❰[n, 1]❱; return x[0]": "a list is outside the compiled subset: use a tuple, or a vector that is passed in",
    "return sum(❰[i for i in range(n)]❱)": "a list is outside the compiled subset: use `tuple(… for …)`, or a vector "
    "that is passed in",
    "❰a, *b = (1, 2, n)❱": "`a, *b = …` is outside the compiled subset: name each item",
    "❰a, b = (1, 2, n)❱": "3 items: name each item",
    "❰global LIST❱; LIST = n": "`global` is outside the compiled subset: pass a Struct",
    "❰import os❱": "`import` inside a function is outside the compiled subset: import at the top of the file",
    "return ❰f'{n:3d}'❱": "a text with values in it is outside the compiled subset: "
    "make texts where positions are shown",
    "return (❰lambda x: x❱)(n)": "`lambda` is outside the compiled subset: write a function at the top level",
    "return ❰LIST❱[0]": "LIST is a list: make it a tuple or a ConstantTable",
    "return ❰DICT❱[0]": "DICT is a dict: make it a tuple or a ConstantTable",
    "return ❰Config.SIZE❱": "compiled rules cannot use Config: write its constants at the top level",
    "return ❰sorted((n, 1))❱[0]": "compiled rules cannot use sorted: write a loop",
    "return ❰math.isqrt(n)❱": "compiled rules cannot use isqrt",
    "return ❰n.bit_count❱()": "a value of the type int has no bit_count",
    "return ❰two(n)❱": "a call does not fit its function: missing a required argument: 'b'",
    "return ❰two(n, c=3)❱": "a call does not fit its function: missing a required argument: 'b'",
    "return ❰many(n)❱": "many takes any number of arguments: name its parameters",
    "return ❰n(3)❱": "a value of the type int is called like a function",
    "return ❰n + 'a'❱": "`+` does not take int, str",
    "return ❰u64(n) + 0.5❱": "`+` does not take u64, float: a u64 and a float do not mix: say float(word) or int(word)",
    "return ❰u64(n) / 2❱": "`/` does not take u64, int: write `//`, or float(word)",
    "return ❰u64(n) ** 2❱": "`**` does not take u64, int: write a product",
    "return ❰n ** n❱": "`**` of ints with an exponent that varies: write a loop, or `1 << n` for a power of 2",
    "return ❰u64(n) < 2.5❱": "`<` does not take u64, float",
    "x = u64(n); ❰x += 1.5❱": "`+=` does not take u64, float: a u64 and a float do not mix: "
    "say float(word) or int(word)",
    "return len(❰range(u64(n))❱)": "range does not take u64",
    "return ❰(1, 2.5, (3, 4))[n]❱": "a tuple of unlike things cannot be indexed by a variable: "
    "write `if` for each case",
    "return ❰(1, 2)[2]❱": "index 2 of a tuple of 2",
    "return ❰n[0]❱": "`a[b]` does not take int, int",
    "return ❰max((1, n), key=abs)❱": "max does not take key=: write a loop",
    "return ❰abs()❱": "abs does not take nothing",
    "return ❰abs(n, 1)❱": "abs does not take int, int",
    "return ❰State(n)❱": "State is made without its field y",
    "return ❰State(n, 1, 2)❱": "State has the fields x, y",
    "return ❰State(1, n)._replace(z=1)❱": "State has no field z: it has x, y",
    "s = State(1, n); ❰s.x = 2❱": "State does not change: write `state._replace(x=…)`",
    "s = (1, n); ❰s[0] = 2❱": "a tuple does not change: use `replace(items, index, item)`, which makes another one",
    "❰TABLE[0] = 2❱": "a ConstantTable does not change: use a vector that is passed in",
    "return ❰x❱ + (x := n)": "x is read where nothing has been assigned to it",
    "if n > 3:\n        x = 1\n    else:\n        x = (1, 2)\n    return ❰x❱": "x is int on one way "
    "and tuple (int, int) on another",
    "if n > 3:\n        return 1\n    ❰return 1, 2❱": "f returns int or tuple (int, int): "
    "return the same type on every way",
    "for x in ❰n❱:\n        pass": "a loop over int is not possible",
    "return ❰tuple(i for i in range(n))❱": "a tuple whose length varies: "
    "the length of a tuple must be known; use a vector",
    "❰try:\n        n = 3\n    except ZeroDivisionError:\n        n = 0": "`try` is outside the compiled subset: test "
    "before, with `if`",
    "return ❰print(n)❱": "compiled rules cannot use print: look at states with `mossa play`, or interpreted",
    "return ❰round(n / 3)❱": "compiled rules cannot use round: write `math.floor(x + 0.5)`",
    "return ❰isinstance(n, int)❱": "compiled rules cannot use isinstance: the type of every value is known when it is "
    "compiled",
    "return len(❰str(n)❱)": "compiled rules cannot use str: make texts where positions are shown",
    "return ❰hash(n)❱": "compiled rules cannot use hash: use `mix`",
    "return sum(❰map(abs, (n, 1))❱)": "compiled rules cannot use map: write `f(x) for x in items` in `sum`, `any`, "
    "`all` or `tuple`",
    "return ❰list((n, 1))❱[0]": "compiled rules cannot use list: use a tuple, or a vector that is passed in",
    "return ❰max((1, n), key=lambda x: -x)❱": "max does not take key=: write a loop",
    "return ❰Side(n)❱": "compiled rules cannot use Side: use its members, which are numbers",
    "x = ❰'a' if n > 3 else 'b'❱; return n if x == 'a' else 0": "a value is a text: use numbers, and make texts where "
    "positions are shown",
    "❰del n❱; return 3": "`del` is outside the compiled subset: leave it out: variables cost nothing",
    "❰with n:\n        pass❱": "`with` is outside the compiled subset: rules open nothing",
    "return ❰n is 3❱": "`is` compares objects, which numbers are not: write `==`",
}


@pytest.mark.filterwarnings("ignore")  # SyntaxWarning: what is refused here is mostly wrong in Python too
@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body: str, tmp_path: Path) -> None:
    before, _, rest = f"{HEAD}def f(n):\n    {body}\n".partition("❰")
    rules = user_file(tmp_path, before + rest.replace("❱", ""))
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    with pytest.raises(MossaError) as refused:
        specialise(rules.f, {}, name="my game")(7)
    sentence, _, mark = str(refused.value).partition("\n")
    end = " (my game cannot be compiled; docs/protocol.md has the compiled subset)"
    assert sentence.removesuffix(end) == f"user_rules.py, line {line}, column {column}: {REFUSED[body]}"
    source, under = (part[4:] for part in mark.split("\n"))
    assert source == (before + rest.replace("❱", "")).split("\n")[line - 1]
    marked = source[under.index("^") : under.rindex("^") + 1]
    assert marked == rest.partition("❱")[0].split("\n")[0]


def test_who_passes_what_has_not_the_field_is_to_blame(tmp_path: Path) -> None:
    """`assert hasattr` in a function, whoever calls it; a value that has the field is taken."""
    wants = "def g(it):\n    assert hasattr(it, 'x'), 'it wants an x'\n    return it.x\n\n\n"
    text = f"{HEAD}{wants}def f(n):\n    return g(%s)\n"
    assert specialise(user_file(tmp_path, text % "State(n, 1)").f, {}, name="my game")(7) == 7
    for number, wrong in enumerate(("n", "(n, 1)")):
        rules = user_file(tmp_path, text % wrong, f"wrong{number}")
        line = (text % wrong).count("\n")
        with pytest.raises(MossaError, match=rf"line {line}, column 12: it wants an x \(my game cannot"):
            specialise(rules.f, {}, name="my game")(7)


def test_a_function_that_never_ends(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="a function that calls itself never ends"):
        specialise(user_file(tmp_path, f"{HEAD}def f(n):\n    return endless(n)\n").f, {}, name="my game")(7)


def test_a_forgotten_return(tmp_path: Path) -> None:
    rules = user_file(tmp_path, "def f(n):\n    if n > 3:\n        return 1\n")
    with pytest.raises(MossaError, match="f returns int or None: a `return` is missing"):
        specialise(rules.f, {}, name="my game")(7)


def itself(n: object) -> object:
    return n


def test_what_a_kernel_cannot_take() -> None:
    with pytest.raises(MossaError, match="a kernel cannot take list"):
        specialise(itself, {}, name="my game")([1])


def test_a_function_without_source() -> None:
    space: dict[str, object] = {}
    exec("def f(n):\n    return n\n", space)
    with pytest.raises(MossaError, match="f is compiled from its source: there is none"):
        specialise(space["f"], {}, name="my game")(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["def f(n):\n    return n + 2\n", "x = 1\n", "def f(\n", ""])
def test_a_file_that_was_edited_after_it_was_loaded(text: str, tmp_path: Path) -> None:
    rules = user_file(tmp_path, "def f(n):\n    return n + 1\n")
    (tmp_path / "user_rules.py").write_text(text)
    with pytest.raises(MossaError, match=r"the file has changed since f was read from it|there is none"):
        specialise(rules.f, {}, name="my game")(7)


def test_the_engine_is_not_blamed(tmp_path: Path) -> None:
    rules = user_file(tmp_path, "def f(n):\n    return {1: n}[1]\n")
    with pytest.raises(MossaError, match=r"\(mygame.py cannot be compiled; "):
        specialise(rules.f, {}, name="mygame.py root.search_root")(7)


def test_a_file_is_parsed_again_where_another_thread_changed_the_recursion_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python then raises `SystemError: AST constructor recursion depth mismatch`."""
    disturbed: list[str] = []

    def parse(text: str) -> ast.Module:
        if len(disturbed) < 3:
            disturbed.append(text)
            raise SystemError("AST constructor recursion depth mismatch")
        return compile(text, "<test>", "exec", ast.PyCF_ONLY_AST)

    made = user_file(tmp_path, "def double(n):\n    return 2 * n\n")
    monkeypatch.setattr("mossa.kernel.compiler.source.ast.parse", parse)
    assert definition(made.double)[0].name == "double"
    assert len(disturbed) == 3
