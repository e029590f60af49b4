"""Loops and recursion of rules that do not end: they are left, and named. Those that end are not disturbed."""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.user_files import module

from mossa.kernel.binding import Graph, slot
from mossa.kernel.compiler.backend import host
from mossa.kernel.compiler.program import Program
from mossa.kernel.compiler.stops import DEEPEST, most_turns
from mossa.kernel.compiler.types import INT
from mossa.kernel.errors import MossaError
from mossa.kernel.specialise import specialise
from mossa.kernel.traps import CheckError, EndlessError, leave

game: Any = slot("game")


def engine(n: int) -> int:
    total = 0
    for i in range(n):
        total += game.f(i)
    return total


RULES = """
def inner(n):
    k = 0
    while k < n:
        k += 2
    return k


def outer(n):
    x = n
    while x > -5:
        x += inner(7) - 8
        x = x if x < 100 else 3
    return x


def late(n):
    return outer(n) if n == 3 else inner(n)


def for_ever(n):
    for i in range(1 << 62):
        n = n * 3 ^ i
    return n


def summed(n):
    return sum(i & n for i in range(1 << 62))


def fork(n):
    return 1 if n > 60 else fork(n + 1) + fork(n + 1)


def even(n):
    return True if n == -1 else odd(n - 1)


def odd(n):
    return False if n == -1 else even(n - 1)


def ping(n):
    return even(n) + fork(20)
"""


def kernel(name: str, folder: Path, text: str = RULES) -> Any:
    """The engine with this function in its slot."""
    return specialise(engine, {"game": {"f": getattr(module(folder, text), name)}}, name=f"endless {name}")


BLAMED = {"outer": "outer", "late": "outer", "for_ever": "for_ever", "summed": "summed", "fork": "fork", "ping": "fork"}
ENDLESS = ["def f(n):\n    return f(n + 1) + n\n", "def f(n):\n    while True:\n        n += 1\n"]


def in_a_thread(function: Callable[[int], object]) -> tuple[threading.Thread, list[BaseException]]:
    """A thread that calls a function with 5, and what the call raises."""
    raised: list[BaseException] = []

    def work() -> None:
        try:
            function(5)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread, raised


@pytest.mark.parametrize(("name", "blamed"), BLAMED.items())
def test_what_does_not_end_is_left_and_named(name: str, blamed: str, tmp_path: Path, folder: Path) -> None:
    endless = kernel(name, tmp_path)
    endless.prepare(5)
    thread, said = in_a_thread(endless)
    with leave([thread.ident or 0]):
        thread.join()
    (error,) = said
    assert isinstance(error, EndlessError)
    line = 1 + RULES[: RULES.index(f"def {blamed}(")].count("\n")
    assert str(error) == f"{blamed} (user_rules.py, line {line}) does not end: it was stopped"


def test_other_threads_go_on(tmp_path: Path, folder: Path) -> None:
    fine, endless = kernel("inner", tmp_path), kernel("outer", tmp_path)
    expected = fine(1000)
    endless.prepare(5)
    thread, said = in_a_thread(endless)
    with leave([thread.ident or 0]):
        while thread.is_alive():
            assert fine(1000) == expected
    assert [type(error) for error in said] == [EndlessError]


def test_recursion_without_end_is_an_error_and_no_crash(tmp_path: Path, folder: Path) -> None:
    deep = kernel("deep", tmp_path, f"def deep(n):\n    return n if n > {10 * DEEPEST} else deep(n + 1) + 1\n")
    with pytest.raises(CheckError, match=f"line 1: deep calls itself more than {DEEPEST} times, one within the other"):
        deep(1)
    mutual = kernel("even", tmp_path, RULES.replace("n == -1", f"n == {-2 * DEEPEST}"))
    with pytest.raises(CheckError, match=r"(even|odd) calls itself more than"):
        mutual(1)
    assert kernel("even", tmp_path)(5) == sum(1 for i in range(5) if i % 2 == 1)


def test_recursion_as_deep_as_python_allows(tmp_path: Path, folder: Path) -> None:
    text = "def down(n):\n    return 0 if n == 0 else down(n - 1) + 1\n"
    assert kernel("down", tmp_path, text)(DEEPEST) == sum(range(DEEPEST))


@pytest.mark.parametrize("text", ENDLESS)
def test_what_can_never_return_is_refused(text: str, tmp_path: Path, folder: Path) -> None:
    with pytest.raises(MossaError, match=r"line 1, column 1: (f|a function that calls itself) never ends"):
        kernel("f", tmp_path, text)(1)


TESTED = {
    "while n > 0:\n        n -= 1\n    return n": 1,
    "for i in range(n):\n        n ^= i\n    return n": 1,
    "while n:\n        if n == 3:\n            continue\n        n &= n - 1\n    return n": 1,
    "while n:\n        n &= n - 1\n        n += 1\n    return n": 1,
    "while n:\n        if n > 3:\n            n &= n - 1\n    return n": 1,
    "while n:\n        n &= n - 1\n    return n": 0,
    "while n != 0:\n        for i in range(9):\n            n ^= n & -n\n    return n": 1,
    "while n != 0:\n        n ^= n & -n\n        for i in range(9):\n            pass\n    return n": 0,
    "for i in range(200):\n        n += i\n    return n": 0,
    "for i in range(200):\n        for j in range(200):\n            n ^= j\n    return n": 1,
    "for i in range(20):\n        while n > i:\n            n -= 1\n    return n": 1,
    "for i in range(200):\n        n += g(n)\n    return n": 1,
    "for i in range(20):\n        n += g(n)\n    return n": 0,
    "return sum(i for i in range(n))": 1,
    "return any(i == n for i in range(20))": 0,
    "return n + 1": 0,
}


@pytest.mark.parametrize("body", TESTED)
def test_only_loops_that_may_take_long_are_tested(body: str, tmp_path: Path) -> None:
    helper = "def g(n):\n    for i in range(100):\n        n ^= i\n    return n\n\n\n"
    rules = module(tmp_path, f"{helper}def f(n):\n    {body}\n")
    program = Program(Graph(engine, {"game": {"f": rules.f}}), host())
    program.entry("symbol", (INT,))
    assert program.module.text().count("call preserve_allcc void @mossa_pause") == TESTED[body]
    alone = Program(Graph(rules.f, {}), host())  # not the rules of an engine
    alone.entry("symbol", (INT,))
    assert "mossa_" not in alone.module.text()


def test_loops_over_the_bits_of_a_word() -> None:
    def turns(text: str) -> int | None:
        loop = ast.parse(text).body[0]
        assert isinstance(loop, ast.While)
        return most_turns(loop)

    for clearing in ("x &= x - 1", "x = x & (x - 1)", "x ^= x & -x", "x -= x & -x"):
        assert turns(f"while x:\n    y = x\n    {clearing}") == 64
        assert turns(f"while x != 0:\n    {clearing}\n    y = x") == 64
        assert turns(f"while y:\n    {clearing}") is None
        assert turns(f"while x:\n    {clearing}\n    x = y") is None
    for other in ("x &= y - 1", "x -= 1", "x |= x - 1"):
        assert turns(f"while x:\n    {other}") is None
    assert turns("while x > 5:\n    x &= x - 1") is None
