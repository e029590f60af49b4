"""A filler writes what its generator yields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from tests.user_files import module as user_file

from mossa import MossaError
from mossa.kernel.binding import slot
from mossa.kernel.generators import filler, interpreted_filler
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
        assert fast(n, out) == min(5, len(items))
        assert out.array.tolist() == (items[:5] + [0] * 9)[:9]
        if len(items) > 5:
            with pytest.raises(
                MossaError, match=rf"test_generators\.py, .*: {generator.__name__} lists more than the 5"
            ):
                slow(n, Ints(9))
        else:
            assert slow(n, Ints(9)) == len(items)


def test_a_filler_keeps_the_lines_of_its_source() -> None:
    rewritten = filler(loops)
    assert rewritten.__code__.co_firstlineno == loops.__code__.co_firstlineno
    lines = {line for _, _, line in rewritten.__code__.co_lines() if line}
    assert lines <= set(range(loops.__code__.co_firstlineno, loops.__code__.co_firstlineno + 12))


WRONG = {
    "x = yield n": "`yield` stands alone in its line",
    "f((yield n))": "`yield` stands alone in its line",
    "x = yield from moves(n)": "`yield` stands alone in its line",
    "yield": "`yield` says nothing: write `yield move`",
    "yield n; return 5": "a generator returns nothing: write `return` alone",
    "for move in moves(n): yield move": "moves is a generator: compiled functions can only delegate to it, "
    r"`yield from moves\(…\)`",
    "yield from map(abs, moves(n))": "moves is a generator: .*",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_cannot_be_rewritten_is_one_sentence_with_its_place(line: str, tmp_path: Path) -> None:
    source = f"def moves(n):\n    yield n\n\n\ndef wrong(n):\n    if n > 3:\n        {line}\n    yield 1\n"
    module = user_file(tmp_path, source)
    with pytest.raises(MossaError, match=rf"^user_rules\.py, line 7: {WRONG[line]}$"):
        specialise(module.wrong, {}, name="wrong")


@pytest.mark.parametrize("parameters", ["n, m=3", "*n", "n, *, m", "**n"])
def test_parameters_of_a_generator_are_plain_names(parameters: str, tmp_path: Path) -> None:
    module = user_file(tmp_path, f"def wrong({parameters}):\n    yield 1\n")
    with pytest.raises(MossaError, match=r"^user_rules\.py, line 1: wrong is a generator: its parameters are plain"):
        specialise(module.wrong, {}, name="wrong")


CHANGED = ("def moves(n):\n    yield n + 2\n", "def moves(n):\n    yield m + 1\n", "x = 1\n", "def moves(\n", "")


@pytest.mark.parametrize("changed", CHANGED)
def test_a_file_that_changed_after_it_was_read_is_noticed(changed: str, tmp_path: Path) -> None:
    module = user_file(tmp_path, "def moves(n):\n    yield n + 1\n")
    (tmp_path / "user_rules.py").write_text(changed)
    sentence = r"^user_rules\.py, line 1: (the file has changed since moves|moves is a generator, which is compiled)"
    with pytest.raises(MossaError, match=sentence):
        specialise(module.moves, {}, name="changed")


def test_a_generator_without_a_source_is_refused() -> None:
    space: dict[str, Any] = {}
    exec("def moves(n):\n    yield n\n", space)
    with pytest.raises(MossaError, match=r"^<string>, line 1: moves is a generator, which is compiled from its source"):
        specialise(space["moves"], {}, name="no source")
