"""Move ordering: the table's move, the game's own order, killers, counter moves, history.

An entry of the move buffer is `priority << 24 | move`, so that comparing entries compares priorities (of a wide move
see `mossa.search.common.wide_moves`).
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Int16s, Ints
from mossa.kernel.transposition_table import NONE
from mossa.search.common.scores import INFINITE
from mossa.search.common.wide_moves import make_entry, move_in, stored_move

from .memory import HISTORY, HISTORY_INDICES, NO_CONTINUATION, Memory

__all__ = [
    "HISTORY_LIMIT",
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

TABLE_MOVE = 1 << 36
"""The priority of the table's move."""
ORDER = 1 << 16
"""A unit of the game's own `order`."""
LOSING_EXCHANGE = ORDER << 15
"""How much lower the priority of a capture is that loses material by static exchange."""
KILLER = 1 << 14
"""The priority of the latest killer; the one before it has half of it, a counter move a quarter."""
HISTORY_LIMIT = 1 << 12
"""A number of the history tables stays below this size."""
ESTIMATE_WEIGHT = 4
"""History that a move gains for a hundredth of a point that it adds to the static estimate."""


def rank(state: Any, n: int, hint: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """Give each of the n moves its priority; `hint` is the table's move. A single move needs none."""
    if n == 1:
        if game.WIDE:
            make_entry(0, 0, buffer)
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
        stored = stored_move(move)
        priority = TABLE_MOVE
        if stored != hint:
            priority = 0
            if options.ordering:
                priority = game.order(state, move) * ORDER
                if depth >= options.guide_depth:
                    priority += game.costly_order(state, move) * ORDER
            if options.history:
                history_index = game.history_index(state, move)
                priority += options.history_weight * memory.history[history_slot(player, history_index)]
                if options.continuation:
                    column = fold_index(history_index)
                    priority += memory.continuation[last + column] + memory.continuation[own + column]
            if options.killers and move == memory.killers[2 * ply]:
                priority += KILLER
            elif options.killers and move == memory.killers[2 * ply + 1]:
                priority += KILLER // 2
            elif stored == counter:
                priority += KILLER // 4
        make_entry(priority, i, buffer)


def history_part(priority: int) -> int:
    """The part of a priority that killers, counter moves and history make: all but the game's own `order`."""
    return ((priority + ORDER // 2) & (ORDER - 1)) - ORDER // 2


def pick(buffer: Ints, i: int, n: int) -> int:
    """Move the entry with the highest priority of i … n−1 to place i, and return it."""
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
    """As `pick`, but a move that `order` ranks high and that loses material by static exchange comes last."""
    entry = pick(buffer, i, n)
    if game.HAS_EXCHANGE:
        while ORDER // 2 < entry >> 24 < TABLE_MOVE and not game.exchange_at_least(state, move_in(entry, buffer), 0):
            buffer[i] = entry - (LOSING_EXCHANGE << 24)
            entry = pick(buffer, i, n)
    return entry


def history_slot(player: int, move: int) -> int:
    """The index of a move in the tables of history and counter moves."""
    return ((move ^ (move >> 12)) & (HISTORY // 2 - 1)) * 2 + (player & 1)


def fold_index(history_index: int) -> int:
    """A history index, folded to the size of continuation history."""
    return (history_index ^ history_index >> 9) & (HISTORY_INDICES - 1)


def continuation_key(player: int, history_index: int) -> int:
    """What continuation history stores for a move on the path."""
    return fold_index(history_index) * 2 + (player & 1)


def record_move(state: Any, move: int, quiet: bool, cut: int, ply: int, memory: Memory) -> None:
    """Record the move made at a ply, and whether a cut is expected after it."""
    player, history_index = game.mover(state), game.history_index(state, move)
    memory.played[ply], memory.cuts[ply + 1] = move, cut
    memory.continuation_keys[ply + 2] = continuation_key(player, history_index)
    memory.history_slots[ply] = history_slot(player, history_index) if quiet else NONE


def record_pass(cut: int, ply: int, memory: Memory) -> None:
    """Record that the turn at a ply was passed."""
    memory.played[ply], memory.cuts[ply + 1] = NONE, cut
    memory.continuation_keys[ply + 2], memory.history_slots[ply] = NO_CONTINUATION, NONE


def continuation_row(step: int, player: int) -> int:
    """The row of continuation history for a player's moves after an earlier move."""
    return (step * 2 + (player & 1)) * HISTORY_INDICES


def record_cutoff(
    state: Any, move: int, tried: int, rest: int, n: int, depth: int, ply: int, memory: Memory, buffer: Ints
) -> None:
    """Move number `tried` of the buffer's n cut. If it is quiet, make it a killer and a counter move, raise its
    history, and lower that of the quiet moves before it and of the pruned moves (from `rest` on) with a higher
    priority.

    Moves that are not quiet get their priority from the game itself.
    """
    if not game.quiet(state, move):
        return
    if move != memory.killers[2 * ply]:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    if ply > 0 and memory.played[ply - 1] != NONE:
        memory.counters[history_slot(game.mover(state), memory.played[ply - 1])] = stored_move(move)
    options = memory.options
    bonus = min(depth * depth + options.history_step * depth, options.history_most)
    for i in range(tried):
        if game.quiet(state, move_in(buffer[i], buffer)):
            update_history(state, move_in(buffer[i], buffer), -bonus, ply, memory)
    for i in range(rest, n):
        if buffer[i] > buffer[tried]:
            update_history(state, move_in(buffer[i], buffer), -bonus, ply, memory)
    update_history(state, move, bonus, ply, memory)


def update_history(state: Any, move: int, gain: int, ply: int, memory: Memory) -> None:
    """Change the history of a move by up to `gain`."""
    player, history_index = game.mover(state), game.history_index(state, move)
    add_to_history(memory.history, history_slot(player, history_index), gain)
    if memory.options.continuation:
        column = fold_index(history_index)
        add_to_history(memory.continuation, continuation_row(memory.continuation_keys[ply + 1], player) + column, gain)
        add_to_history(memory.continuation, continuation_row(memory.continuation_keys[ply], player) + column, gain)


def learn_from_estimate(ply: int, memory: Memory) -> None:
    """Change the history of the last move, if it is quiet, by what it did to the static estimate."""
    at, before = memory.history_slots[ply - 1], memory.estimates[ply - 1]
    if at != NONE and before != -INFINITE:
        most = memory.options.history_sight
        lost = memory.estimates[ply] + before  # by the player who made the move: each estimate is from its mover's side
        add_to_history(memory.history, at, max(-most, min(most, -ESTIMATE_WEIGHT * lost)))


def add_to_history(values: Int16s, at: int, gain: int) -> None:
    """Change a number of a history table by up to `gain`, less the nearer it is to its limit (history gravity)."""
    values[at] += gain - values[at] * abs(gain) // HISTORY_LIMIT
