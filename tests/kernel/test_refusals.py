"""What cannot be compiled is answered with one sentence: where, and what to write in its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import module as user_file

from mossa import MossaError
from mossa.kernel.specialise import specialise

HEAD = """import math
import random
from mossa import u64

LIST = [1, 2]
DICT = {0: 1}


class Config:
    SIZE = 3


def two(a, b):
    return a - b


def endless(n):
    return endless(n - 1)


def moves(n):
    yield n


"""

REFUSED = {
    # what is written → what is said (line 26 is the first of the function)
    "return {1: 2}[n]": "a dictionary is outside the compiled subset",
    "return len({1, n})": "a set is outside the compiled subset",
    "return 1 if n in {1, 2} else 0": "a set is outside the compiled subset",
    "a, *b = (1, 2, n)": "`a, *b = …` is outside the compiled subset",
    "global LIST; LIST = n": "`global` is outside the compiled subset",
    "import os": "`import` inside a function is outside the compiled subset",
    "return f'{n:3d}'": "a text with values in it is outside the compiled subset",
    "return sum(i for i in range(n))": "write a loop in place of a generator expression",
    "return LIST[0]": "LIST is a list: make it a tuple or a ConstantTable",
    "return DICT[0]": "DICT is a dict, which compiled rules cannot use",
    "return Config.SIZE": "compiled rules cannot use Config",
    "return list(reversed(range(n)))": "compiled rules cannot use reversed",
    "return nothing(n)": "the name 'nothing' is not defined",
    "return random.randrange(n)": "the module random cannot be compiled: import what is needed of it by name, "
    "`from random import …`",
    "return math.isqrt(n)": "a value of the type module math has no isqrt",
    "return n.bit_count()": "a value of the type int has no bit_count",
    "return two(n)": "a call does not fit its function: missing a required argument: 'b'",
    "return n(3)": "a value of the type int is called like a function",
    "return n + 'a'": "`+` does not take int, str",
    "return u64(n) + 0.5": "`+` does not take u64, float",
    "return u64(n) / 2": "`/` does not take u64, int",
    "return u64(n) ** 2": "`**` does not take u64, int",
    "return u64(n) < 2.5": "`<` does not take u64, float",
    "x = u64(n); x += 1.5": "`+=` does not take u64, float",
    "return len(range(u64(n)))": "range does not take u64",
    "return (1, 2.5)[n]": "a tuple of unlike things cannot be indexed by a variable",
    "return n[0]": "`a[b]` does not take int, int",
    "return two(moves(n), 1)": "moves is a generator: compiled functions can only delegate to it, "
    "`yield from moves(…)`",
}
LATER = [
    # the same with the line where it shows
    (
        "x = 1\n    if n > 3:\n        x = (1, 2)\n    return x",
        29,
        "x is int on one path and tuple (int, int) on another",
    ),
    (
        "try:\n        n = 3 // n\n    except ZeroDivisionError:\n        n = 0",
        28,
        "`except` is outside the compiled subset",
    ),
    ("t = 0\n    for x in n:\n        t += x\n    return t", 27, "a loop over int is not possible"),
    ("return endless(n)", 18, "a function that calls itself never ends"),
]


@pytest.mark.parametrize(("body", "line", "sentence"), [*((b, 26, s) for b, s in REFUSED.items()), *LATER])
def test_what_is_refused(body: str, line: int, sentence: str, tmp_path: Path) -> None:
    rules = user_file(tmp_path, f"{HEAD}def f(n):\n    {body}\n")
    with pytest.raises(MossaError) as refused:
        specialise(rules.f, {}, name="my game")(7)
    end = " (my game cannot be compiled; docs/protocol.md has the compiled subset)"
    assert str(refused.value).removesuffix(end) == f"user_rules.py, line {line}: {sentence}"


def test_the_place_is_the_innermost_one(tmp_path: Path) -> None:
    parts = (
        "def inner(n):\n    return n + 'a'",
        "def middle(n):\n    return inner(n)",
        "def f(n):\n    return middle(n)",
    )
    text = "\n\n\n".join(parts)
    with pytest.raises(MossaError, match=r"^user_rules\.py, line 2: `\+` does not take int, str"):
        specialise(user_file(tmp_path, text).f, {}, name="my game")(7)


def test_a_closure_is_refused() -> None:
    size = 3

    def f(n: int) -> int:
        return n + size

    with pytest.raises(MossaError, match=r"f is a closure around size: write it at the top level"):
        specialise(f, {}, name="my game")


def test_nothing_is_kept_of_what_was_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path / "kernels"))
    rules = user_file(tmp_path, "def f(n):\n    return n + 'a'\n")
    for _ in range(2):  # nor is a second attempt answered otherwise
        with pytest.raises(MossaError, match="line 2"):
            specialise(rules.f, {}, name="my game")(7)
    assert not list(tmp_path.glob("kernels/*"))
