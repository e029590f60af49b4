"""The compiler's target: all that an entry calls becomes machine code once, and nothing of it is lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mossa.kernel.binding import outline
from mossa.kernel.specialise import specialise

NEVER = 0


@outline
def shared(n: int) -> int:
    return n * n + 1


def first(n: int) -> int:
    if NEVER:
        return shared(n)
    return n - 1


def second(n: int) -> int:
    return middle(n) + 2


def middle(n: int) -> int:
    return 3 * shared(n)


def entry(n: int) -> int:
    return first(n) * second(n)


def even(n: int) -> int:
    return 1 if n == 0 else odd(n - 1)


def odd(n: int) -> int:
    return 0 if n == 0 else even(n - 1) + shared(0) - 1


def circle(n: int) -> int:
    return even(n) * 10 + odd(n)


@pytest.fixture
def finalized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the libraries that became machine code; none comes from the cache."""
    from mossa.kernel.target import KernelLibrary

    names: list[str] = []
    finalize = KernelLibrary.finalize

    def noted(library: Any) -> None:
        if name := library.name.rpartition("_")[0]:  # Numba's own has no fingerprint
            names.append(name)
        finalize(library)

    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    monkeypatch.setattr(KernelLibrary, "finalize", noted)
    return names


@pytest.mark.parametrize("function", [entry, circle, even, shared])
def test_only_the_entry_becomes_machine_code(function: Any, finalized: list[str]) -> None:
    slow, fast = (specialise(function, {}, name="test target", compiled=c) for c in (False, True))
    assert [fast(n) for n in range(9)] == [slow(n) for n in range(9)]
    others = {"odd"} if function is even else set()  # who calls an entry back is treated as it is
    assert set(finalized) == {function.__name__} | others
    again = specialise(function, {}, name="test target")
    assert [again(n) for n in range(9)] == [slow(n) for n in range(9)]
