"""Compiled equals interpreted: every operator and primitive, tuples, on the same operands.

Each kernel below is one function that writes all its results down; it is compiled once and run on many operands.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tests.kernel.twins import both, operands

from mossa.kernel.bits import bit_count, byte_swap, highest_bit, lowest_bit, mix, parallel_extract, replace
from mossa.kernel.memory import Ints, Words
from mossa.kernel.random_numbers import below, draw, next_seed
from mossa.kernel.words import u64

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


# -------------------------------------------------------------------------------------------------- tuples


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


def test_replace_checks_its_index() -> None:
    with pytest.raises(AssertionError, match="index 3 of a tuple of 3"):
        replace((1, 2, 3), 3, 0)
