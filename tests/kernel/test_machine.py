"""Compiled equals interpreted: every operator, primitive, vector, record and table, on the same operands.

Each kernel below is one function that writes all its results down; it is compiled once and run on many operands.
"""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.processes import python

from mossa.kernel.binding import outline
from mossa.kernel.bits import bit_count, byte_swap, highest_bit, lowest_bit, mix, parallel_extract, replace
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Flag, Float32s, Int16s, Int32s, Ints, Reals, Struct, Vector, Words, fetch_ahead
from mossa.kernel.random_numbers import below, draw, next_seed
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

TOP, SIGN, ALL = 2**63 - 1, 2**63, 2**64 - 1
WORDS = [u64(x) for x in (0, 1, 2, 63, 64, 0xFF00, 2**32 - 1, 2**32, TOP, SIGN, SIGN + 1, ALL - 1, ALL)]
INTS = [0, 1, 2, -1, -2, 63, 64, 2**31, -(2**31), 2**32, TOP, TOP - 1, -TOP, -SIGN]


def both(entry: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The interpreted and the compiled twin."""
    slow, fast = (specialise(entry, {}, name=f"test {entry.__name__}", compiled=c) for c in (False, True))
    return slow, fast


def operands(kinds: str, count: int, seed: str) -> list[tuple[Any, ...]]:
    """All combinations of edge operands, then random ones; kinds are w (word), i (int), b (bool), n (0 … 63)."""
    chooser = random.Random(seed)
    edges = {"w": WORDS, "i": INTS, "b": [False, True], "n": [0, 1, 31, 32, 62, 63]}
    make = {
        "w": lambda: u64(chooser.getrandbits(64) >> chooser.randrange(64)),
        "i": lambda: (chooser.getrandbits(63) >> chooser.randrange(63)) * chooser.choice((1, -1)),
        "b": lambda: chooser.random() < 0.5,
        "n": lambda: chooser.randrange(64),
    }
    found = list(itertools.product(*(edges[kind] for kind in kinds)))
    found = found if len(found) <= count else chooser.sample(found, count)
    return [*found, *(tuple(make[kind]() for kind in kinds) for _ in range(count))]


# ---------------------------------------------------------------------------------------------- operators


def operate(x: u64, y: u64, i: int, b: bool, n: int, out: Words) -> int:
    """Each operator of words with a word, an int and a bool. `>> 1` would show a result that is not a word."""
    k = 0
    for value in (x + y >> 1, x - y >> 1, x * y >> 1, (x & y) >> 1, (x | y) >> 1, (x ^ y) >> 1, x << n >> 1, x >> n):
        out[k] = value
        k += 1
    for value in (
        x + i >> 1,
        x - i >> 1,
        x * i >> 1,
        (x & i) >> 1,
        (x | i) >> 1,
        (x ^ i) >> 1,
        x // (y | 1),
        x % (y | 1),
    ):
        out[k] = value
        k += 1
    for value in (
        i + x >> 1,
        i - x >> 1,
        i * x >> 1,
        (i & x) >> 1,
        (i | x) >> 1,
        (i ^ x) >> 1,
        i << u64(n),
        i >> u64(n),
    ):
        out[k] = value
        k += 1
    for value in (x + b >> 1, x - b >> 1, x * b >> 1, (x & b) >> 1, (x | b) >> 1, (x ^ b) >> 1, x << b >> 1, x >> b):
        out[k] = value
        k += 1
    for value in (x // (i | 1), x % (i | 1), i // (y | 1), i % (y | 1), x // (b | u64(1)), x % (b | u64(1))):
        out[k] = value
        k += 1
    for value in (~x >> 1, -x >> 1, +x >> 1, abs(x) >> 1, u64(i) >> 1, u64(b) >> 1, u64(x) >> 1, u64(float(x >> 12))):
        out[k] = value
        k += 1
    return k


def assign(x: u64, y: u64, i: int, n: int, out: Words) -> int:
    """The operators that assign, chained on one variable, and unpacking."""
    a, c = x, y
    a += c
    a -= i
    out[0] = a
    a *= c
    a &= ~u64(i)
    out[1] = a
    a |= c
    a ^= i
    out[2] = a
    a <<= n
    a >>= 1
    out[3] = a
    a //= c | 1
    out[4] = a
    c %= x | 1
    out[5] = c
    a, c = c, a
    out[6] = a - c
    return 7


def compare(x: u64, y: u64, i: int, b: bool, out: Ints) -> int:
    """Comparisons are those of the numbers: a word is never below a negative int, nor equal to one."""
    k = 0
    for truth in (x == y, x != y, x < y, x <= y, x > y, x >= y, not x, bool(x)):
        out[k] = truth
        k += 1
    for truth in (x == i, x != i, x < i, x <= i, x > i, x >= i, x == -1, x > -1):
        out[k] = truth
        k += 1
    for truth in (i == x, i != x, i < x, i <= x, i > x, i >= x, x == 0, x > 0):
        out[k] = truth
        k += 1
    for truth in (x == b, x != b, x < b, x >= b, b == x, b < x, b >= x, b > x):
        out[k] = truth
        k += 1
    for truth in (x < y and y < x, x < y or y < x, 1 < x < 9, bool(x and y > 3), x in (1, 2, 64), x not in (0, 63)):
        out[k] = truth
        k += 1
    return k


def choose(x: u64, y: u64, i: int, b: bool, out: Words) -> int:
    """Conditional expressions, min and max that mix words with ints: equal as words."""
    out[0] = x if b else 0
    out[1] = 1 if b else x
    out[2] = x if b else i
    out[3] = (x if b else y) >> 1
    out[4] = min(x, y)
    out[5] = max(x, y)
    out[6] = min(x, i)
    out[7] = max(i, x)
    out[8] = max(x, 3)
    out[9] = min(x, y, u64(7))
    z = x
    if b:
        z = y
    elif x > y:
        z = u64(5)
    out[10] = z
    while z > 1000 and z & 1:
        z = (z >> 1) + 1
    out[11] = z
    out[12] = b - x  # a bool on the left is asked before a word: an int interpreted, the same word all the same
    out[13] = b + x
    out[14] = b << u64(63)
    return 15


def test_arithmetic_of_words() -> None:
    slow, fast = both(operate)
    for case in operands("wwibn", 1500, "operate"):
        expected, got = Words(64), Words(64)
        assert slow(*case, expected) == fast(*case, got) == 46
        assert expected.array.tolist() == got.array.tolist(), case


def test_assignments_to_words() -> None:
    slow, fast = both(assign)
    for case in operands("wwin", 1500, "assign"):
        expected, got = Words(8), Words(8)
        assert slow(*case, expected) == fast(*case, got)
        assert expected.array.tolist() == got.array.tolist(), case


def test_comparisons_of_words() -> None:
    slow, fast = both(compare)
    for case in operands("wwib", 3000, "compare"):
        expected, got = Ints(64), Ints(64)
        assert slow(*case, expected) == fast(*case, got) == 38
        assert expected.array.tolist() == got.array.tolist(), case


def test_choices_between_words_and_ints() -> None:
    slow, fast = both(choose)
    for case in operands("wwib", 1500, "choose"):
        expected, got = Words(16), Words(16)
        assert slow(*case, expected) == fast(*case, got) == 15
        assert expected.array.tolist() == got.array.tolist(), case


def test_a_word_that_comes_back_is_a_word() -> None:
    _, fast = both(mix)
    result = fast(u64(1))
    assert (type(result), result) == (u64, mix(u64(1)))


# --------------------------------------------------------------------------------------------- primitives


def primitives(x: u64, y: u64, i: int, out: Words) -> int:
    """Each primitive of words and of ints."""
    out[0] = bit_count(x)
    out[1] = lowest_bit(x)
    out[2] = highest_bit(x)
    out[3] = byte_swap(x)
    out[4] = parallel_extract(x, y)
    out[5] = mix(x)
    out[6] = bit_count(i)
    out[7] = lowest_bit(i)
    out[8] = highest_bit(i)
    out[9] = byte_swap(i)
    out[10] = parallel_extract(i, y)
    out[11] = mix(i)
    out[12] = draw(x)
    out[13] = next_seed(x)
    out[14] = below(x, 6)
    out[15] = below(y, 1000003)
    out[16] = bit_count(x & y) - bit_count(x | y)
    out[17] = u64(1) << (highest_bit(x | 1))
    return 18


def test_primitives() -> None:
    slow, fast = both(primitives)
    for case in operands("wwi", 2000, "primitives"):
        expected, got = Words(18), Words(18)
        assert slow(*case, expected) == fast(*case, got)
        assert expected.array.tolist() == got.array.tolist(), case


def extract(x: u64, y: u64) -> u64:
    return parallel_extract(x, y)


def test_parallel_extract_on_a_processor_without_the_instruction(tmp_path: Path) -> None:
    script = """if True:
        from llvmlite import binding
        features = binding.get_host_cpu_features()
        features["bmi2"] = False
        binding.get_host_cpu_features = lambda: features
        from mossa.kernel import machine, parallel_extract
        from tests.kernel.test_machine import both, extract, operands
        assert not machine.HAS_PEXT
        _, fast = both(extract)
        for x, y in operands("ww", 300, "extract"):
            assert fast(x, y) == parallel_extract(x, y), (x, y)
        print("passed")
    """
    assert python(script, MOSSA_CACHE=tmp_path) == "passed"


# ------------------------------------------------------------------------------------------ tuples, tables


class Board(NamedTuple):
    stones: tuple[u64, u64, u64]
    heaps: tuple[int, ...]
    turn: int


def tuples(x: u64, i: int, n: int, out: Words) -> int:
    board = Board((x, u64(2), x ^ 3), (i, 5, -1, 7), 1)
    out[0] = board.stones[n % 3] >> 1
    out[1] = board.heaps[n & 3]
    board = Board(replace(board.stones, n % 3, x + 9), replace(board.heaps, n & 3, -8), 1 - board.turn)
    for k in range(3):
        out[2 + k] = board.stones[k]
    total = 0
    for heap in board.heaps:
        total += heap
    out[5] = total
    out[6] = len(board.heaps) * 10 + board.turn
    out[7] = replace(board.stones, u64(n) % 3, 7)[2]  # an int becomes a word beside words, a word may be an index
    first, second = board.heaps[:2]
    out[8] = first - second
    nested = replace(((1, 2), (3, 4)), n & 1, (i, i))
    out[9] = nested[0][1] + nested[1][0]
    out[10] = board == Board(board.stones, board.heaps, board.turn)
    return 11


def test_tuples_and_replace() -> None:
    slow, fast = both(tuples)
    for case in operands("win", 500, "tuples"):
        expected, got = Words(11), Words(11)
        assert slow(*case, expected) == fast(*case, got)
        assert expected.array.tolist() == got.array.tolist(), case


KINDS: tuple[type[Vector], ...] = (Words, Ints, Int32s, Int16s, Bytes, Reals, Float32s)
EDGES = {
    "uint64": [0, 1, SIGN, ALL],
    "int64": [0, -1, TOP, -SIGN],
    "int32": [0, -1, 2**31 - 1, -(2**31)],
    "int16": [0, -1, 2**15 - 1, -(2**15)],
    "uint8": [0, 1, 128, 255],
    "float64": [0.0, -1.5, 1e300, 0.1],
    "float32": [0.0, -1.5, 3e38, 0.1],
}
TABLE_OF_WORDS = ConstantTable(EDGES["uint64"], Words)
TABLE_OF_INTS = ConstantTable(lambda: EDGES["int64"])
TABLE_OF_INT32S = ConstantTable(lambda: EDGES["int32"], Int32s)
TABLE_OF_SHORTS = ConstantTable(lambda: EDGES["int16"], Int16s)
TABLE_OF_BYTES = ConstantTable(lambda: EDGES["uint8"], Bytes)
TABLE_OF_REALS = ConstantTable(lambda: EDGES["float64"], Reals)
TABLE_OF_SINGLES = ConstantTable(lambda: EDGES["float32"], Float32s)
SQUARE = ConstantTable(lambda: [[row * 3 + column for column in range(3)] for row in range(3)], Bytes)


def look_up(n: int, words: Words, ints: Ints, reals: Reals) -> int:
    words[0] = TABLE_OF_WORDS[n] >> 1
    words[1] = TABLE_OF_WORDS[u64(n)]
    ints[0] = TABLE_OF_INTS[n]
    ints[1] = TABLE_OF_INT32S[n] - 1
    ints[2] = TABLE_OF_SHORTS[n] - 1
    ints[3] = TABLE_OF_BYTES[n] - 1
    ints[4] = SQUARE[n * 3 - n]
    reals[0] = TABLE_OF_REALS[n]
    reals[1] = TABLE_OF_SINGLES[n] * 2
    return len(SQUARE) + len(TABLE_OF_WORDS)


def test_tables_of_every_type() -> None:
    slow, fast = both(look_up)
    for n in range(4):
        results = []
        for kernel in (slow, fast):
            words, ints, reals = Words(2), Ints(5), Reals(2)
            count = kernel(n, words, ints, reals)
            results.append((count, words.array.tolist(), ints.array.tolist(), reals.array.tolist()))
        assert results[0] == results[1]
    with pytest.raises(IndexError):
        slow(4, Words(2), Ints(5), Reals(2))


# ------------------------------------------------------------------------------------------------- memory


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


@pytest.mark.parametrize("kind", [Words, Ints, Int32s, Int16s, Bytes, Reals, Float32s])
def test_a_vector_begins_with_a_line_of_the_cache(kind: type[Vector]) -> None:
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
        ConstantTable([1, 2, 3])[3]
    with pytest.raises(IndexError):
        fetch_ahead(vector, 8)
    with pytest.raises(AssertionError, match="index 3 of a tuple of 3"):
        replace((1, 2, 3), 3, 0)


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


@outline
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
    """Everything a record holds, read the Python way."""
    inner = [[part.count, *part.words.array.tolist()] for part in (outer.inner, outer.other)]
    return [outer.number, outer.word, outer.real, outer.flag, inner, outer.shorts.array.tolist()]


def test_records_within_records() -> None:
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


def test_a_record_is_made_of_its_fields() -> None:
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
