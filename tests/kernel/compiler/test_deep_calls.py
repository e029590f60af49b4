"""Deep recursion in threads of its own: programs of any depth compile, and the recursion limit of Python stays."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.user_files import module

from mossa.kernel.compiler.deep_calls import LEVELS, deep
from mossa.kernel.specialise import specialise


@deep
def sum_below(n: int) -> int:
    return n + sum_below(n - 1) if n else 0


@deep
def fail_below(n: int) -> int:
    if n == 0:
        raise ZeroDivisionError("at the bottom")
    return fail_below(n - 1)


def test_deeper_than_the_limit() -> None:
    n = 5 * sys.getrecursionlimit()
    threads = threading.active_count()
    assert sum_below(n) == n * (n + 1) // 2
    assert threading.active_count() == threads


def test_an_exception_comes_back() -> None:
    with pytest.raises(ZeroDivisionError, match="at the bottom"):
        fail_below(3 * LEVELS)


CHAIN = "def f(n):\n    if n == 0:\n        return 7\n" + "".join(
    f"    elif n == {n}:\n        return {3 * n}\n" for n in range(1, 400)
)
MATCH = "def f(n):\n    match n:\n" + "".join(f"        case {n}:\n            return {3 * n}\n" for n in range(300))
CALLS = "".join(f"def f{n}(n):\n    return f{n + 1}(n) + 1\n\n\n" for n in range(300)) + (
    "def f300(n):\n    return n\n\n\ndef f(n):\n    return f0(n)\n"
)
PROGRAMS = {
    "elif": (f"{CHAIN}    return 0\n", 399, 1197),
    "match": (f"{MATCH}    return 0\n", 299, 897),
    "calls": (CALLS, 5, 305),
    "terms": (f"def f(n):\n    return {' + '.join(['n'] * 700)}\n", 3, 2100),
    "within": (f"def f(n):\n    return {'-(' * 150}n{')' * 150}\n", 3, 3),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_deep_programs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the caller is deep down itself."""
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "setrecursionlimit", None)  # calling it would fail
    text, argument, result = PROGRAMS[name]
    compiled: Any = specialise(module(tmp_path, text).f, {}, name="deep")

    def from_below(levels: int) -> int:
        return from_below(levels - 1) if levels else compiled(argument)

    assert from_below(500) == result
