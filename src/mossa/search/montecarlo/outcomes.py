"""Chance nodes whose outcomes are drawn and not listed: a few children, and more the more often the node is visited.

All children are drawn alike, so each is as likely as any other. A node begins with FEWEST of them, and has twice as
many once its visits are the cube of their number: progressive widening [Couetoux11]. So each outcome is met often
enough to have a tree below it, and yet the mean goes to that over all outcomes.

More children need more rows side by side, so the node gets a new block, and the old one is left to the next clearing of
the pool. A thread that is below an old child meanwhile counts its visit there, where nobody looks again.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, compare_exchange
from mossa.kernel.random_numbers import below, draw, next_seed
from mossa.kernel.words import u64

from .pool import COUNT_BITS, FULL, LINK, STRIDE, VISITS, NodePool, children, first_child, new_node, take_rows

__all__ = ["sampled_child", "widened"]

game: KernelRules = slot("game")

FEWEST = 4
"""Children of a new chance node."""


def widened(state: Any, node: int, pool: NodePool, chunk: Ints, seed: u64) -> int:
    """The link of a chance node with as many children as its visits ask for; FULL if it has none and there is no space.

    Where another thread has given it more meanwhile, these stay.
    """
    words = pool.words
    link: int = words[node + LINK]
    n, old = children(link), first_child(link)
    if n > 0 and words[node + VISITS] < n * n * n:
        return link
    more = max(FEWEST, 2 * n)
    row = take_rows(pool, chunk, more)
    if row == FULL:
        return link if n > 0 else FULL
    for i in range(more):
        new = (row + i) * STRIDE
        if i < n:
            for k in range(STRIDE):
                words[new + k] = words[old + i * STRIDE + k]
        else:
            seed = next_seed(seed)
            new_node(words, new, game.sample(state, draw(seed)), pool.unknown)
        if pool.raving != 0:
            from_row = old // STRIDE + i
            pool.amaf[2 * (row + i)] = pool.amaf[2 * from_row] if i < n else 0
            pool.amaf[2 * (row + i) + 1] = pool.amaf[2 * from_row + 1] if i < n else 0
    made = row << COUNT_BITS | more
    return made if compare_exchange(words, node + LINK, link, made) else words[node + LINK]


def sampled_child(link: int, seed: u64) -> int:
    """One of the children, drawn by the seed."""
    return first_child(link) + STRIDE * below(seed, children(link))
