"""Vectors and structs: compiled equals interpreted, and interpreted every access is checked."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from typing import Any

import numpy as np
import pytest
from tests.kernel.twins import ALL, EDGES, KINDS, both, operands
from tests.processes import python

from mossa.kernel.errors import MossaError
from mossa.kernel.memory import (
    Bytes,
    Flag,
    Float32s,
    Int16s,
    Int32s,
    Ints,
    Reals,
    Struct,
    Vector,
    Words,
    compare_exchange,
    fetch_add,
    fetch_ahead,
)
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64


def shift(vector: Any, by: Any, start: int) -> None:
    """Each number moves to its neighbour in a view, and grows."""
    view = vector[start:]
    for i in range(3):
        view[i] = view[i + 1] + by
    view[u64(1)] = view[1:][u64(0)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_vectors_of_every_type(kind: type[Vector]) -> None:
    slow, fast = both(shift)
    by = u64(3) if kind is Words else 0.25 if kind in (Reals, Float32s) else 0
    vectors = []
    for kernel in (slow, fast):
        vector = kind(8)
        for i, value in enumerate(EDGES[kind.dtype] * 2):
            vector[i] = value
        for start in range(5):
            kernel(vector, by, start)
        vectors.append([vector[i] for i in range(8)])
    assert vectors[0] == vectors[1]
    assert len(set(vectors[0])) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_vector_begins_at_a_cache_line(kind: type[Vector]) -> None:
    for size in (1, 7, 100, 4097):
        vector = kind(size)
        assert vector.address % 64 == 0
        assert vector.array.tolist() == [0] * size


def test_what_does_not_fit_is_noticed_when_interpreted() -> None:
    for kind, value in ((Bytes, 256), (Bytes, -1), (Int16s, 2**15), (Int32s, 2**31), (Ints, 2**63)):
        with pytest.raises(OverflowError):
            kind(1)[0] = value


def test_every_access_is_checked_when_interpreted() -> None:
    slow, _ = both(shift)
    vector = Ints(8)
    view = vector[6:]
    assert len(view) == 2
    for index in (8, -1):
        with pytest.raises(IndexError, match=rf"Ints\[{index}\] of 8"):
            vector[index]
        with pytest.raises(IndexError):
            vector[index] = 1
    for index in (2, -1):  # a view does not reach back before its start
        with pytest.raises(IndexError, match=rf"Ints\[{index}\] of 2"):
            view[index]
    assert len(vector[8:]) == 0
    for start in (9, -1):
        with pytest.raises(IndexError, match=rf"Ints\[{start}:\] of 8"):
            vector[start:]
    with pytest.raises(IndexError):
        slow(vector, 1, 5)
    with pytest.raises(IndexError):
        fetch_ahead(vector, 8)


class Inner(Struct):
    count: int
    words: Words


class Outer(Struct):
    number: int
    word: u64
    real: float
    flag: Flag
    inner: Inner
    other: Inner
    shorts: Int16s


def fields(outer: Outer, x: u64, i: int, n: int) -> float:
    outer.number += i >> 1
    outer.word = outer.word * 3 + x
    outer.real += outer.number % 100 / 8
    outer.flag = n
    outer.inner.count += n + outer.flag
    outer.inner.words[n & 3] = outer.word ^ outer.inner.words[0]
    outer.other.words[1] = outer.inner.words[n & 3] >> 1
    outer.shorts[n & 7] = bump(outer.inner, n)
    outer.number = u64(n) > 3  # a truth is a number too
    return outer.real


def bump(inner: Inner, by: int) -> int:
    inner.count = inner.count + by
    return inner.count & 1023


def make_outer() -> Outer:
    words = Words(4)
    return Outer(
        number=5, word=u64(ALL), real=0.5, flag=0, shorts=Int16s(8),
        inner=Inner(count=-3, words=words), other=Inner(count=9, words=words),
    )  # fmt: skip


def dump(outer: Outer) -> list[Any]:
    """Everything a struct holds, read the Python way."""
    inner = [[part.count, *part.words.array.tolist()] for part in (outer.inner, outer.other)]
    return [outer.number, outer.word, outer.real, outer.flag, inner, outer.shorts.array.tolist()]


def test_structs_within_structs() -> None:
    slow, fast = both(fields)
    slow_memory, fast_memory = make_outer(), make_outer()
    for case in operands("win", 500, "fields"):
        assert slow(slow_memory, *case) == fast(fast_memory, *case)
        assert dump(slow_memory) == dump(fast_memory)
    assert isinstance(fast_memory.word, u64)


class Pair(Struct):
    """Of numbers that lie apart."""

    count: int
    longs: Ints
    shorts: Int16s


def mingle(pair: Pair, n: int) -> int:
    """Stores to one kind of memory between loads of the others, and to the same kind at the same place."""
    total = 0
    for i in range(n):
        pair.longs[0] = pair.count + i
        pair.shorts[i % 3] = pair.longs[0] - pair.count
        pair.count += pair.shorts[0] + pair.longs[i % 2]
        pair.longs[1] = pair.shorts[1]
        total += pair.longs[0] * 3 + pair.shorts[2] + pair.count
    return total


def test_memory_of_one_kind_is_read_again_after_a_store_to_it() -> None:
    """The optimiser is told that memory of different kinds lies apart: not more than that."""
    found = [function(Pair(count=5, longs=Ints(2), shorts=Int16s(3)), 12) for function in both(mingle)]
    assert found[0] == found[1] != 0


def regard(words: Words, parts: Bytes) -> u64:
    """One memory as words and as bytes, written and read in turn."""
    total = u64(0)
    for i in range(8):
        parts[i] = i + 1
        total += words[0]
        words[0] = total
        total += parts[i]
    return total


def test_bytes_may_be_a_second_look_at_words() -> None:
    found = []
    for function in both(regard):
        memory = np.zeros(1, np.uint64)
        found.append(function(Words(memory), Bytes(memory.view(np.uint8))))
    assert found[0] == found[1] != 0


def test_a_struct_is_made_of_its_fields() -> None:
    with pytest.raises(TypeError, match="Inner has no field size; it has count, words"):
        Inner(count=1, words=Words(1), size=3)
    with pytest.raises(TypeError, match="Inner needs words"):
        Inner(count=1)
    assert Inner(words=Words(1)).count == 0


class Signal(Struct):
    stop: Flag
    turns: int


def spin(signal: Signal) -> int:
    """Runs until somebody else sets the flag."""
    turns = 0
    while signal.stop == 0:
        turns += 1
    signal.turns = turns
    return turns


def test_a_flag_set_by_another_thread_ends_a_running_kernel() -> None:
    _, fast = both(spin)
    fast(Signal(stop=1))  # compiled before the clock runs
    signal = Signal(stop=0)
    worker = threading.Thread(target=fast, args=(signal,), daemon=True)
    worker.start()
    time.sleep(0.05)  # this thread goes on: the kernel holds no lock of Python's
    assert worker.is_alive()
    signal.stop = 1
    worker.join(timeout=30)
    assert not worker.is_alive()
    assert signal.turns > 0


def count_up(vector: Ints, times: int) -> int:
    """Add 1 many times to each of two numbers, in two ways."""
    tries = 0
    for _ in range(times):
        fetch_add(vector, 0, 1)
        tries += 1
        while not compare_exchange(vector, 1, before := fetch_add(vector, 1, 0), before + 1):
            tries += 1
    return tries


def test_threads_lose_no_addition() -> None:
    for kernel, times in zip(both(count_up), (2_000, 400_000), strict=True):
        vector = Ints(2)
        threads = [threading.Thread(target=kernel, args=(vector, times)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert vector.array.tolist() == [2 * times, 2 * times]


def exchange(vector: Ints, index: int, expected: int, new: int) -> tuple[bool, int, int]:
    """Whether it was exchanged, what was there before an addition, and what is there now."""
    done = compare_exchange(vector, index, expected, new)
    return done, fetch_add(vector, index, -3), vector[index]


def test_an_exchange_needs_the_expected_number() -> None:
    for kernel in both(exchange):
        vector = Ints(3)
        vector[2] = 7
        assert kernel(vector, 2, 6, 9) == (False, 7, 4)
        assert kernel(vector, 2, 4, 9) == (True, 9, 6)
        assert vector.array.tolist() == [0, 0, 6]


def add_to_words(vector: Words) -> int:
    return fetch_add(vector, 0, 1)  # type: ignore[arg-type]


def test_only_ints_are_shared() -> None:
    with pytest.raises(MossaError, match="fetch_add does not take"):
        specialise(add_to_words, {}, name="wrong")(Words(1))


def test_a_copy_of_a_vector_has_an_address_of_its_own() -> None:
    numbers = Ints(5)
    numbers[3] = 7
    assert numbers.address == numbers.array.ctypes.data
    for other in (copy.deepcopy(numbers), pickle.loads(pickle.dumps(numbers)), numbers[2:]):
        assert other.address == other.array.ctypes.data + 8 * other.offset
        other[3 - other.offset] = 9
    assert numbers[3] == 9  # by way of the view
    numbers[3] = 7
    assert copy.copy(numbers).address == numbers.address


def test_without_numpy_a_struct_has_its_fields() -> None:
    script = """
import sys
sys.modules["numpy"] = None
from mossa.kernel.memory import Flag, Struct
from mossa.kernel.words import u64
class Search(Struct):
    nodes: int
    stop: Flag
    word: u64
    value: float
one = Search(nodes=-5, word=u64(-1), value=0.5)
one.nodes += 3
one.word += 2
print(one.nodes, one.stop, one.word, type(one.word) is u64, one.value, one.address)
"""
    assert python(script) == "-2 0 1 True 0.5 0"
