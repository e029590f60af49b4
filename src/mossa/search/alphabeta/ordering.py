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

from .memory import HISTORY, HISTORY_INDICES, NO_CONTINUATION, Memory

__all__ = [
    "HISTORY_LIMIT",
    "MOVE_MASK",
    "continuation_key",
    "history_part",
    "history_slot",
    "learn_from_estimate",
    "pick",
    "pick_by_exchange",
    "rank",
    "record_cutoff",
    "record_move",
    "record_pass",
]

game: KernelRules = slot("game")

MOVE_MASK = (1 << 24) - 1
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
        counter = memory.counters[history_slot(player, memory.played[ply - 1])]
    last, own = (
        continuation_row(memory.continuation_keys[ply + 1], player),
        continuation_row(memory.continuation_keys[ply], player),
    )
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
                standing += options.history_weight * memory.history[history_slot(player, history_index)]
                if options.continuation:
                    column = fold_index(history_index)
                    standing += memory.continuation[last + column] + memory.continuation[own + column]
            if options.killers and move == memory.killers[2 * ply]:
                standing += KILLER
            elif options.killers and move == memory.killers[2 * ply + 1]:
                standing += KILLER // 2
            elif move == counter:
                standing += KILLER // 4
        buffer[i] = standing << 24 | move


def history_part(standing: int) -> int:
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


def pick_by_exchange(state: Any, i: int, n: int, buffer: Ints) -> int:
    """As `pick`, but a move that the game would try early and that loses by it is put off until after all others."""
    entry = pick(buffer, i, n)
    if game.HAS_EXCHANGE:
        while ORDER // 2 < entry >> 24 < FIRST and not game.exchange_at_least(state, entry & MOVE_MASK, 0):
            buffer[i] = entry - (PUT_OFF << 24)
            entry = pick(buffer, i, n)
    return entry


def history_slot(player: int, move: int) -> int:
    """Where history and counter of a move are kept."""
    return ((move ^ (move >> 12)) & (HISTORY // 2 - 1)) * 2 + (player & 1)


def fold_index(history_index: int) -> int:
    """A habit as continuation history knows it."""
    return (history_index ^ history_index >> 9) & (HISTORY_INDICES - 1)


def continuation_key(player: int, history_index: int) -> int:
    """A move as continuation history remembers it while the next ones are looked for."""
    return fold_index(history_index) * 2 + (player & 1)


def record_move(state: Any, move: int, quiet: bool, cut: int, ply: int, memory: Memory) -> None:
    """Note the move made at a ply, and whether a cut is expected after it."""
    player, history_index = game.mover(state), game.history_index(state, move)
    memory.played[ply], memory.cuts[ply + 1] = move, cut
    memory.continuation_keys[ply + 2] = continuation_key(player, history_index)
    memory.history_slots[ply] = history_slot(player, history_index) if quiet else NONE


def record_pass(cut: int, ply: int, memory: Memory) -> None:
    """Note that the turn at a ply was passed."""
    memory.played[ply], memory.cuts[ply + 1] = NONE, cut
    memory.continuation_keys[ply + 2], memory.history_slots[ply] = NO_CONTINUATION, NONE


def continuation_row(step: int, player: int) -> int:
    """Where continuation history keeps what a player's moves were worth after a move."""
    return (step * 2 + (player & 1)) * HISTORY_INDICES


def record_cutoff(
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
        memory.counters[history_slot(game.mover(state), memory.played[ply - 1])] = move
    options = memory.options
    bonus = min(depth * depth + options.history_step * depth, options.history_most)
    for i in range(tried):
        if game.quiet(state, buffer[i] & MOVE_MASK):
            update_history(state, buffer[i] & MOVE_MASK, -bonus, ply, memory)
    for i in range(rest, n):
        if buffer[i] > buffer[tried]:
            update_history(state, buffer[i] & MOVE_MASK, -bonus, ply, memory)
    update_history(state, move, bonus, ply, memory)


def update_history(state: Any, move: int, gain: int, ply: int, memory: Memory) -> None:
    """Let the history of a move grow by up to `gain`."""
    player, history_index = game.mover(state), game.history_index(state, move)
    add_to_history(memory.history, history_slot(player, history_index), gain)
    if memory.options.continuation:
        column = fold_index(history_index)
        add_to_history(memory.continuation, continuation_row(memory.continuation_keys[ply + 1], player) + column, gain)
        add_to_history(memory.continuation, continuation_row(memory.continuation_keys[ply], player) + column, gain)


def learn_from_estimate(ply: int, memory: Memory) -> None:
    """What a quiet move has done to the estimate its history learns at once, before any move cuts."""
    at, before = memory.history_slots[ply - 1], memory.estimates[ply - 1]
    if at != NONE and before != -INFINITE:
        most = memory.options.history_sight
        lost = memory.estimates[ply] + before  # by whoever made that move: the estimates are of either side
        add_to_history(memory.history, at, max(-most, min(most, -SIGHT * lost)))


def add_to_history(values: Int16s, at: int, gain: int) -> None:
    """Let a number of the history grow by up to `gain`, the less the nearer it is to its limit."""
    values[at] += gain - values[at] * abs(gain) // HISTORY_LIMIT
