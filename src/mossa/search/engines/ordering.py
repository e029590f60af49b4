"""Which move first: the table's, the game's opinion, killers, counter moves, history.

An entry of the move buffer is `standing << 24 | move`, so that comparing entries compares standings.
"""

from __future__ import annotations

from typing import Any

from mossa.core.compiled import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.hashtable import NONE
from mossa.kernel.memory import Ints

from .memory import HISTORY, Memory

__all__ = ["HISTORY_LIMIT", "MOVE", "pick", "place", "praise", "rank", "reputation"]

game: KernelRules = slot("game")

MOVE = (1 << 24) - 1
FIRST = 1 << 36
"""The standing of the table's move."""
ORDER = 1 << 16
"""A unit of the game's own `order`."""
KILLER = 1 << 14
"""The latest killer; the one before it stands at half, a counter move at a quarter of that."""
HISTORY_LIMIT = 1 << 12
"""History stays below this size."""


def rank(state: Any, n: int, hint: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """Give each of the n moves its standing; `hint` is the table's move. A single move needs none."""
    if n == 1:
        return
    player = game.mover(state)
    options = memory.options
    counter = NONE
    if options.counters and ply > 0 and memory.played[ply - 1] != NONE:
        counter = memory.counters[place(player, memory.played[ply - 1])]
    for i in range(n):
        move = buffer[i]
        standing = FIRST
        if move != hint:
            standing = 0
            if options.ordering:
                standing = game.order(state, move) * ORDER
                if depth >= options.guide_depth:
                    standing += game.guide(state, move) * ORDER
            if options.history:
                standing += options.history_weight * memory.history[place(player, game.habit(state, move))]
            if options.killers and move == memory.killers[2 * ply]:
                standing += KILLER
            elif options.killers and move == memory.killers[2 * ply + 1]:
                standing += KILLER // 2
            elif move == counter:
                standing += KILLER // 4
        buffer[i] = standing << 24 | move


def reputation(standing: int) -> int:
    """The part of a standing that killers, counter moves and history made: all but the game's own `order`."""
    return ((standing + ORDER // 2) & (ORDER - 1)) - ORDER // 2


def pick(buffer: Ints, i: int, n: int) -> int:
    """Bring the entry with the highest standing of i … n−1 to place i, and return it."""
    best: int = buffer[i]
    at = i
    for j in range(i + 1, n):
        entry = buffer[j]
        if entry > best:
            best, at = entry, j
    buffer[at] = buffer[i]
    buffer[i] = best
    return best


def place(player: int, move: int) -> int:
    """Where history and counter of a move are kept."""
    return ((move ^ (move >> 12)) & (HISTORY // 2 - 1)) * 2 + (player & 1)


def praise(state: Any, move: int, tried: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """A quiet move cut: make it a killer and a counter, raise its history, lower that of quiet moves tried in vain.

    Moves that are not quiet have their standing from the game itself.
    """
    if not game.quiet(state, move):
        return
    if move != memory.killers[2 * ply]:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    player = game.mover(state)
    if ply > 0 and memory.played[ply - 1] != NONE:
        memory.counters[place(player, memory.played[ply - 1])] = move
    bonus = min(depth * depth, 400)
    for i in range(tried + 1):
        if i < tried and not game.quiet(state, buffer[i] & MOVE):
            continue
        at = place(player, game.habit(state, buffer[i] & MOVE))
        gain = bonus if i == tried else -bonus
        memory.history[at] += gain - memory.history[at] * bonus // HISTORY_LIMIT
