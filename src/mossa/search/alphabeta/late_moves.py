"""Late moves: how much they are reduced, and when they are pruned."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.search.common.wide_moves import move_in

from .memory import REDUCTION_ROW, Memory
from .options import Options
from .ordering import HISTORY_LIMIT, history_part

__all__ = [
    "EXCHANGE",
    "FUTILE",
    "LATE",
    "late_from",
    "move_prunable_last",
    "prune_reason",
    "prunes_others",
    "reduction",
]

game: KernelRules = slot("game")

LATE, FUTILE, EXCHANGE = 1, 2, 3
"""Why a move is pruned: too many moves before it; the estimate is too far below alpha; it loses material at once."""


def late_from(depth: int, better: int, options: Options) -> int:
    """The number of the first move that late-move pruning may skip."""
    number = options.late_base + options.late_growth * depth * depth
    return number // 2 if options.improving and not better else number


def reduction(depth: int, i: int, priority: int, ply: int, better: int, memory: Memory) -> int:
    """The plies that move number i is reduced by; may be negative."""
    options = memory.options
    plies: int = memory.reductions[min(depth, REDUCTION_ROW - 1) * REDUCTION_ROW + min(i, REDUCTION_ROW - 1)]
    if memory.cuts[ply]:
        plies += options.reduction_cut
    if options.improving and not better:
        plies += options.reduction_worse
    history = history_part(priority)  # a good one is reduced less, a bad one more
    return plies - (1 if is_killer(history, options) else history // options.reduction_history)


def is_killer(history: int, options: Options) -> bool:
    """Is this more than history alone can reach?"""
    return history > (HISTORY_LIMIT * 3 if options.continuation else HISTORY_LIMIT)


def prunes_others(reason: int, priority: int, options: Options) -> bool:
    """Does the reason hold for the other quiet moves too, which have lower priorities? Their depth is no greater,
    except
    after a killer, which may be reduced more than a move with much history."""
    return reason == LATE or (reason == FUTILE and not is_killer(history_part(priority), options))


def move_prunable_last(state: Any, i: int, n: int, buffer: Ints) -> int:
    """Move those of i … n−1 that LATE and FUTILE apply to behind the others, in any order; where they begin."""
    while i < n:
        entry: int = buffer[i]
        move = move_in(entry, buffer)
        if game.quiet(state, move) and not game.threatens(state, move):
            n -= 1
            buffer[i] = buffer[n]
            buffer[n] = entry
        else:
            i += 1
    return n


def prune_reason(
    state: Any, move: int, quiet: bool, late: bool, depth: int, left: int, gap: int, options: Options
) -> int:
    """Why a move is pruned near the horizon; 0 if it is not.

    `late`: it comes too late for this depth; `left`: the depth that reductions leave it; `gap`: what it must add to the
    estimate to reach alpha.
    """
    if quiet:
        reason, plies = 0, left if options.futility_left else depth
        if options.late_pruning and late and depth <= options.late_depth:
            reason = LATE
        elif options.futility and plies <= options.futility_depth and gap >= options.futility_quiet * (plies + 1):
            reason = FUTILE
        if reason and not game.threatens(state, move):
            return reason
    if game.HAS_EXCHANGE and options.exchange and depth <= options.exchange_depth:
        loss = options.exchange_quiet * left * left if quiet else options.exchange_loud * depth
        if not game.exchange_at_least(state, move, -loss):
            return EXCHANGE
    return 0
