"""Bit operations on 64-bit words: plain Python when interpreted, one machine instruction when compiled.

Each function below is the definition; the compiler gives the instruction. They take `u64` or a
non-negative `int`.
"""

from __future__ import annotations

from typing import TypeVar

from .words import ALL_ONES, u64

__all__ = ["bit_count", "byte_swap", "highest_bit", "lowest_bit", "mix", "parallel_extract", "replace"]

T = TypeVar("T")

FIRST, SECOND = u64(0xBF58476D1CE4E5B9), u64(0x94D049BB133111EB)
"""The factors of `mix`."""


def bit_count(word: int) -> int:
    """The number of bits that are set (population count).

    >>> bit_count(0b1011)
    3
    """
    return (int(word) & ALL_ONES).bit_count()


def lowest_bit(word: int) -> int:
    """The index of the lowest bit that is set; 64 for zero.

    >>> lowest_bit(0b1000)
    3
    """
    x = int(word) & ALL_ONES
    return (x & -x).bit_length() - 1 if x else 64


def highest_bit(word: int) -> int:
    """The index of the highest bit that is set; -1 for zero.

    >>> highest_bit(0b1011)
    3
    """
    return (int(word) & ALL_ONES).bit_length() - 1


def byte_swap(word: int) -> u64:
    """The eight bytes in reverse order: a board of 8×8 squares turned upside down.

    >>> byte_swap(0xff)
    u64(0xff00000000000000)
    """
    return u64(int.from_bytes((int(word) & ALL_ONES).to_bytes(8, "little"), "big"))


def parallel_extract(word: int, mask: int) -> u64:
    """The bits of `word` where `mask` has ones, packed to the low end (PEXT).

    >>> parallel_extract(0b101100, 0b111000)
    u64(0x5)
    """
    x, m, packed, place = int(word) & ALL_ONES, int(mask) & ALL_ONES, 0, 0
    while m:
        low = m & -m
        if x & low:
            packed |= 1 << place
        place += 1
        m ^= low
    return u64(packed)


def mix(word: int) -> u64:
    """A hash of a word in which every input bit affects every output bit: the finaliser of splitmix64
    [SteeleLeaFlood14].

    It is one to one, so distinct words keep distinct keys.

    >>> mix(1)
    u64(0x5692161d100b05e5)
    """
    x = u64(word)
    x = (x ^ (x >> 30)) * FIRST
    x = (x ^ (x >> 27)) * SECOND
    return x ^ (x >> 31)


def replace(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced: the pure form of `items[index] = item`.

    >>> replace((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    assert 0 <= index < len(items), f"index {index} of a tuple of {len(items)}"
    return (*items[:index], item, *items[index + 1 :])
