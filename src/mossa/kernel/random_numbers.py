"""Seeded random numbers as pure functions: the same sequence interpreted and compiled.

The state of the generator is one 64-bit word, the seed. `draw(seed)` is the random number, `next_seed(seed)` the next
state (splitmix64 [SteeleLeaFlood14]). So a rule that needs random numbers takes a seed and stays a pure function.
"""

from __future__ import annotations

from .bits import mix
from .words import u64

__all__ = ["below", "draw", "next_seed", "uniform"]

GOLDEN = u64(0x9E3779B97F4A7C15)


def next_seed(seed: u64) -> u64:
    """The state that follows `seed`."""
    return u64(seed) + GOLDEN


def draw(seed: u64) -> u64:
    """The random word of this state.

    >>> draw(u64(0))
    u64(0xe220a8397b1dcdaf)
    """
    return mix(u64(seed) + GOLDEN)


def below(seed: u64, bound: int) -> int:
    """The random number of this state in 0 … bound−1 (bound far below 2**32: the bias is under bound/2**32).

    >>> [below(u64(i), 6) for i in range(8)]
    [5, 3, 3, 0, 2, 2, 4, 2]
    """
    return int(((draw(seed) >> 32) * u64(bound)) >> 32)


def uniform(seed: u64) -> float:
    """The random number of this state from 0 to 1 (below 1).

    >>> round(uniform(u64(0)), 6)
    0.883311
    """
    return float(int(draw(seed) >> 11)) / 9007199254740992.0
