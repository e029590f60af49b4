"""Kernels compiled and interpreted, and operands to compare them on."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

from mossa.kernel.memory import Bytes, Float32s, Int16s, Int32s, Ints, Reals, Vector, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

__all__ = ["ALL", "EDGES", "INTS", "KINDS", "SIGN", "TOP", "WORDS", "both", "operands"]

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
