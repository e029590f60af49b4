"""A filler writes what its generator yields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from tests.user_files import module as user_file

from mossa import MossaError
from mossa.kernel.binding import slot
from mossa.kernel.generators import interpreted_filler
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise

EVEN = (2, 4, 6)
game: Any = slot("game")


def single(n: int) -> Iterator[int]:
    yield n


def nothing(n: int) -> Iterator[int]:
    """Nothing is yielded, yet it is a generator."""
    return
    yield n


def loops(n: int) -> Iterator[int]:
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 0:
                continue
            if j > 5:
                break
            yield 10 * i + j
        else:
            yield -i


def early(n: int) -> Iterator[int]:
    i = 0
    while True:
        if i == n:
            return
        if i % 2:
            yield i * i
        i += 1
        if i > 7:
            yield 1000
            return


def onwards(n: int) -> Iterator[int]:
    yield 7
    yield from loops(n)
    if n > 2:
        yield from early(n - 1)
        yield from onwards(n - 3)
    yield 8


def iterables(n: int) -> Iterator[int]:
    """`yield from` also of what is not a generator."""
    yield from range(n)
    yield from EVEN
    yield from (n, n + 1)
    for item in EVEN:
        yield item + 1


def choices(n: int) -> Iterator[int]:
    yield n if n > 2 else -n
    if n > 1:
        yield 1
    elif n == 1:
        yield from single(2)
    else:
        return
    yield 3


GENERATORS = (single, nothing, loops, early, onwards, iterables, choices)


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.__name__)
def test_a_filler_writes_what_the_generator_yields(generator: FunctionType) -> None:
    fill, oracle = specialise(generator, {}, name="filler"), interpreted_filler(generator)
    plain = specialise(generator, {}, name="filler", compiled=False)
    for n in range(10):
        expected = [99, 98, *generator(n)]
        for way in (fill, plain, oracle):
            out = Ints(200)
            out[0], out[1] = 99, 98
            assert way(n, out, 2) == len(expected)  # it begins where it is told to
            assert out.array[: len(expected)].tolist() == expected


def engine(n: int, out: Ints) -> int:
    return game.moves(n, out, 0)


@pytest.mark.parametrize("generator", [loops, onwards, iterables], ids=lambda generator: generator.__name__)
def test_a_filler_stops_where_the_room_ends(generator: FunctionType) -> None:
    """Rules that list more than they declared must not overwrite what lies behind the buffer."""
    slots = {"game": {"moves": generator, "WIDEST": 5}}
    fast, slow = (specialise(engine, slots, name="capacity", compiled=compiled) for compiled in (True, False))
    for n in range(10):
        items = list(generator(n))
        out = Ints(9)
        if len(items) > 5:
            with pytest.raises(MossaError, match="capacity declares widest=5 in FACTS, but somewhere there are more"):
                fast(n, out)
            with pytest.raises(
                MossaError, match=rf"test_generators\.py, .*: {generator.__name__} lists more than the 5"
            ):
                slow(n, Ints(9))
        else:
            assert fast(n, out) == slow(n, Ints(9)) == len(items)
        assert out.array.tolist() == (items[:5] + [0] * 9)[:9]


WRONG = {
    "x = yield n": "`yield` stands alone in its line: write `yield move`",
    "f((yield n))": "`yield` stands alone in its line: write `yield move`",
    "x = yield from moves(n)": "`yield` stands alone in its line: write `yield move`",
    "yield": "`yield` says nothing: write `yield move`",
    "yield n; return 5": "a generator returns nothing: write `return` alone",
    "for move in moves(n): yield move": "moves is a generator: it can only be passed on, `yield from moves(…)`",
    "yield from map(abs, moves(n))": "moves is a generator: it can only be passed on, `yield from moves(…)`",
    "yield from moves()": "a call does not fit its function: missing a required argument: 'n'",
    "yield from moves(*n)": "`*` does not take int",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_cannot_be_compiled_is_one_sentence_with_its_place(line: str, tmp_path: Path) -> None:
    source = (
        f"def f(n):\n    yield n\n\n\ndef moves(n):\n    yield n\n\n\ndef wrong(n):\n    if n > 3:\n        {line}\n"
    )
    module = user_file(tmp_path, f"{source}    yield 1\n")
    with pytest.raises(MossaError, match=rf"^user_rules\.py, line 11, column \d+: {re.escape(WRONG[line])} \("):
        specialise(module.wrong, {}, name="wrong")(7, Ints(9), 0)


PARAMETERS = """def moves(n, step=2, *, last=9):
    for i in range(n, last, step):
        yield i


def passed_on(n):
    yield from moves(n)
    yield from moves(n, 3)
    yield from moves(n, last=5)
    yield from moves(step=n + 1, n=n)
"""


def test_a_generator_has_parameters_as_any_function(tmp_path: Path) -> None:
    rules, out = user_file(tmp_path, PARAMETERS), Ints(30)
    expected = list(rules.passed_on(1))
    for compiled in (True, False):
        assert specialise(rules.passed_on, {}, name="parameters", compiled=compiled)(1, out, 0) == len(expected)
        assert out.array[: len(expected)].tolist() == expected


@pytest.mark.parametrize("parameters", ["*n", "**n"])
def test_a_generator_does_not_take_any_number_of_arguments(parameters: str, tmp_path: Path) -> None:
    module = user_file(tmp_path, f"def moves({parameters}):\n    yield 1\n\n\ndef w(n):\n    yield from moves(n)\n")
    with pytest.raises(MossaError, match=r"moves takes any number of arguments: name its parameters|does not fit"):
        specialise(module.w, {}, name="wrong")(7, Ints(9), 0)


CHANGED = ("def moves(n):\n    yield n + 2\n", "def moves(n):\n    yield m + 1\n", "x = 1\n", "def moves(\n", "")


@pytest.mark.parametrize("changed", CHANGED)
def test_a_file_that_changed_after_it_was_read_is_noticed(changed: str, tmp_path: Path) -> None:
    module = user_file(tmp_path, "def moves(n):\n    yield n + 1\n")
    (tmp_path / "user_rules.py").write_text(changed)
    sentence = r"^user_rules\.py, line 1: (the file has changed since moves|moves is compiled from its source)"
    with pytest.raises(MossaError, match=sentence):
        specialise(module.moves, {}, name="changed")(1, Ints(9), 0)


def test_a_generator_without_a_source_is_refused() -> None:
    space: dict[str, Any] = {}
    exec("def moves(n):\n    yield n\n", space)
    with pytest.raises(MossaError, match=r"^<string>, line 1: moves is compiled from its source: there is none"):
        specialise(space["moves"], {}, name="no source")(1, Ints(9), 0)
