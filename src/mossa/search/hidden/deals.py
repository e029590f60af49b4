"""Deals: states that agree with what a player knows, drawn and solved with open cards, many in one call."""

from __future__ import annotations

import math
from typing import Any

from mossa.core.hidden_rules import HiddenRules
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.random_numbers import draw
from mossa.kernel.words import u64
from mossa.search.nplayers.allied import allied_value
from mossa.search.nplayers.memory import PlayersMemory

__all__ = ["deal_worlds", "seed_of", "solve_worlds"]

game: KernelRules = slot("game")
hidden: HiddenRules = slot("hidden")
extra: Any = slot("extra")


def seed_of(seed: u64, deal: int) -> u64:
    """The seed of a deal, by its number."""
    return draw(seed ^ draw(u64(deal)))


def deal_worlds(state: Any, player: int, seed: u64, first: int, count: int, words: Words) -> int:
    """Put the deals first … first+count−1 into a vector, one after the other; how many words that are."""
    at = 0
    for deal in range(first, first + count):
        at = hidden.write(hidden.redeal(state, player, seed_of(seed, deal)), words, at)
    return at


def solve_worlds(
    words: Words,
    size: int,
    first: int,
    step: int,
    count: int,
    depth: int,
    moves: Ints,
    n: int,
    worths: Reals,
    done: Ints,
    memory: PlayersMemory,
    scratch: Any,
    buffer: Ints,
) -> int:
    """Put what each of n moves is worth to the maximiser in each world into `worths`, if all cards lie open.

    The worlds are those of the numbers first, first + step … below `count`, of `size` words each. `done` marks the
    worlds that were searched to the end before the search was stopped; returns how many they are. All worlds share
    the memory's table: what is known of a state holds in every deal in which it occurs.
    """
    solved, world = 0, first
    while world < count:
        state = extra.read(words, world * size)
        memory.nodes += 1
        for i in range(n):
            memory.nodes += 1
            child = game.play(state, moves[i])
            value = allied_value(child, depth - 1, -math.inf, math.inf, 0, memory, scratch, buffer)
            if memory.signal.stop != 0:
                return solved
            worths[world * n + i] = value
        done[world] = 1
        solved += 1
        world += step
    return solved
