"""RAVE, rapid action value estimation: what a move is worth wherever it is made [GellySilver11].

In many games (Go, Hex) a good move is good now or three moves later. So a simulation tells something of every move that
the same player made in it after a node, and not only of the one made there (*all moves as first*, AMAF). That is many
more opinions for each move, though worse ones: they count at first, and less the more a node has been visited itself.
"""

from __future__ import annotations

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.bits import mix
from mossa.kernel.memory import Ints, Words
from mossa.kernel.words import u64

from .pool import LINK, MOVE, STRIDE, NodePool, children, first_child

__all__ = ["LONGEST_TRAIL", "OFF", "SEEN", "add_to_trail", "all_as_first", "remember", "trail_length"]

game: KernelRules = slot("game")

OFF = -1
"""In place of the length of a trail: nothing is recorded."""
LONGEST_TRAIL = 1024
"""Moves of a simulation that are recorded."""
SEEN = 4 * LONGEST_TRAIL
"""Places of the table of moves that occurred."""


def trail_length() -> int:
    """Numbers of a trail: how many moves, then the player and the move of each."""
    return 1 + 2 * LONGEST_TRAIL


def add_to_trail(trail: Ints, player: int, move: int) -> None:
    """Record a move."""
    n = trail[0]
    if 0 <= n < LONGEST_TRAIL:
        trail[1 + 2 * n] = player
        trail[2 + 2 * n] = move
        trail[0] = n + 1


def place_of(seen: Words, player: int, move: int, stamp: u64) -> int:
    """Where a move of a player is in the table of this simulation, or would be. (Open addressing.)"""
    word = mix(u64(move) * 64 + u64(player + 1))
    place = int(word & (SEEN - 1))
    while seen[2 * place + 1] == stamp and seen[2 * place] != word:
        place = (place + 1) & (SEEN - 1)
    return place


def remember(seen: Words, player: int, move: int, stamp: u64) -> None:
    """Put a move into the table. What has another stamp is of an earlier simulation, and counts as empty."""
    place = place_of(seen, player, move, stamp)
    seen[2 * place] = mix(u64(move) * 64 + u64(player + 1))
    seen[2 * place + 1] = stamp


def all_as_first(pool: NodePool, node: int, player: int, result: int, seen: Words, stamp: u64) -> None:
    """Count the result at each child whose move the player made from this node on."""
    link = pool.words[node + LINK]
    child = first_child(link)
    for _ in range(children(link)):
        if seen[2 * place_of(seen, player, pool.words[child + MOVE], stamp) + 1] == stamp:
            row = 2 * (child // STRIDE)
            pool.amaf[row] += 1
            pool.amaf[row + 1] += result
        child += STRIDE
