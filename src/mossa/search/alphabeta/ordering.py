"""Which move first: the table's, the game's opinion, killers, counter moves, history.

An entry of the move buffer is `standing << 24 | move`, so that comparing entries compares standings.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Int16s, Ints
from mossa.kernel.transposition_table import NONE
from mossa.search.common.scores import INFINITE

from .memory import HISTORY, HISTORY_INDICES, NO_STEP, Memory

__all__ = [
    "HISTORY_LIMIT",
    "MOVE",
    "enter",
    "enter_pass",
    "learn_at_sight",
    "pick",
    "pick_sound",
    "place",
    "praise",
    "rank",
    "reputation",
    "trace",
]

game: KernelRules = slot("game")

MOVE = (1 << 24) - 1
FIRST = 1 << 36
"""The standing of the table's move."""
ORDER = 1 << 16
"""A unit of the game's own `order`."""
PUT_OFF = ORDER << 15
"""How much lower a move stands that loses what it seems to gain."""
KILLER = 1 << 14
"""The latest killer; the one before it stands at half, a counter move at a quarter of that."""
HISTORY_LIMIT = 1 << 12
"""History stays below this size."""
SIGHT = 4
"""What a hundredth of a point of the estimate is worth to the history of the move that made it."""


def rank(state: Any, n: int, hint: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """Give each of the n moves its standing; `hint` is the table's move. A single move needs none."""
    if n == 1:
        return
    player = game.mover(state)
    options = memory.options
    counter = NONE
    if options.counters and ply > 0 and memory.played[ply - 1] != NONE:
        counter = memory.counters[place(player, memory.played[ply - 1])]
    last, own = row(memory.trail[ply + 1], player), row(memory.trail[ply], player)
    for i in range(n):
        move = buffer[i]
        standing = FIRST
        if move != hint:
            standing = 0
            if options.ordering:
                standing = game.order(state, move) * ORDER
                if depth >= options.guide_depth:
                    standing += game.costly_order(state, move) * ORDER
            if options.history:
                history_index = game.history_index(state, move)
                standing += options.history_weight * memory.history[place(player, history_index)]
                if options.continuation:
                    column = fold(history_index)
                    standing += memory.continuation[last + column] + memory.continuation[own + column]
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


def pick_sound(state: Any, i: int, n: int, buffer: Ints) -> int:
    """As `pick`, but a move that the game would try early and that loses by it is put off until after all others."""
    entry = pick(buffer, i, n)
    if game.HAS_EXCHANGE:
        while ORDER // 2 < entry >> 24 < FIRST and not game.exchange_at_least(state, entry & MOVE, 0):
            buffer[i] = entry - (PUT_OFF << 24)
            entry = pick(buffer, i, n)
    return entry


def place(player: int, move: int) -> int:
    """Where history and counter of a move are kept."""
    return ((move ^ (move >> 12)) & (HISTORY // 2 - 1)) * 2 + (player & 1)


def fold(history_index: int) -> int:
    """A habit as continuation history knows it."""
    return (history_index ^ history_index >> 9) & (HISTORY_INDICES - 1)


def trace(player: int, history_index: int) -> int:
    """A move as continuation history remembers it while the next ones are looked for."""
    return fold(history_index) * 2 + (player & 1)


def enter(state: Any, move: int, quiet: bool, cut: int, ply: int, memory: Memory) -> None:
    """Note the move made at a ply, and whether a cut is expected after it."""
    player, history_index = game.mover(state), game.history_index(state, move)
    memory.played[ply], memory.cuts[ply + 1] = move, cut
    memory.trail[ply + 2] = trace(player, history_index)
    memory.quiets[ply] = place(player, history_index) if quiet else NONE


def enter_pass(cut: int, ply: int, memory: Memory) -> None:
    """Note that the turn at a ply was passed."""
    memory.played[ply], memory.cuts[ply + 1] = NONE, cut
    memory.trail[ply + 2], memory.quiets[ply] = NO_STEP, NONE


def row(step: int, player: int) -> int:
    """Where continuation history keeps what a player's moves were worth after a move."""
    return (step * 2 + (player & 1)) * HISTORY_INDICES


def praise(
    state: Any, move: int, tried: int, rest: int, n: int, depth: int, ply: int, memory: Memory, buffer: Ints
) -> None:
    """Move number `tried` of the buffer's n cut. If it is quiet, make it a killer and a counter, raise its history, and
    lower that of the quiet moves before it, and of those from `rest` on, too late to be tried, that stood higher.

    Moves that are not quiet have their standing from the game itself.
    """
    if not game.quiet(state, move):
        return
    if move != memory.killers[2 * ply]:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    if ply > 0 and memory.played[ply - 1] != NONE:
        memory.counters[place(game.mover(state), memory.played[ply - 1])] = move
    options = memory.options
    bonus = min(depth * depth + options.history_step * depth, options.history_most)
    for i in range(tried):
        if game.quiet(state, buffer[i] & MOVE):
            learn(state, buffer[i] & MOVE, -bonus, ply, memory)
    for i in range(rest, n):
        if buffer[i] > buffer[tried]:
            learn(state, buffer[i] & MOVE, -bonus, ply, memory)
    learn(state, move, bonus, ply, memory)


def learn(state: Any, move: int, gain: int, ply: int, memory: Memory) -> None:
    """Let the history of a move grow by up to `gain`."""
    player, history_index = game.mover(state), game.history_index(state, move)
    grow(memory.history, place(player, history_index), gain)
    if memory.options.continuation:
        column = fold(history_index)
        grow(memory.continuation, row(memory.trail[ply + 1], player) + column, gain)
        grow(memory.continuation, row(memory.trail[ply], player) + column, gain)


def learn_at_sight(ply: int, memory: Memory) -> None:
    """What a quiet move has done to the estimate its history learns at once, before any move cuts."""
    at, before = memory.quiets[ply - 1], memory.estimates[ply - 1]
    if at != NONE and before != -INFINITE:
        most = memory.options.history_sight
        lost = memory.estimates[ply] + before  # by whoever made that move: the estimates are of either side
        grow(memory.history, at, max(-most, min(most, -SIGHT * lost)))


def grow(values: Int16s, at: int, gain: int) -> None:
    """Let a number of the history grow by up to `gain`, the less the nearer it is to its limit."""
    values[at] += gain - values[at] * abs(gain) // HISTORY_LIMIT
