"""Late moves: how much shallower one is searched, and when it is not worth a look at all."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints

from .memory import REDUCTION_ROW, Memory
from .options import Options
from .ordering import HISTORY_LIMIT, MOVE_MASK, history_part

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
"""Why a move is not worth a look: too many before it; the estimate is hopeless; what it loses at once."""


def late_from(depth: int, better: int, options: Options) -> int:
    """The number of the first move that comes too late."""
    number = options.late_base + options.late_growth * depth * depth
    return number // 2 if options.improving and not better else number


def reduction(depth: int, i: int, standing: int, ply: int, better: int, memory: Memory) -> int:
    """How many plies shallower move number i is searched; may be negative."""
    options = memory.options
    plies: int = memory.reductions[min(depth, REDUCTION_ROW - 1) * REDUCTION_ROW + min(i, REDUCTION_ROW - 1)]
    if memory.cuts[ply]:
        plies += options.reduction_cut
    if options.improving and not better:
        plies += options.reduction_worse
    merit = history_part(standing)  # less for a good one, more for a bad one
    return plies - (1 if is_killer(merit, options) else merit // options.reduction_history)


def is_killer(merit: int, options: Options) -> bool:
    """Does a move stand higher than history can raise it?"""
    return merit > (HISTORY_LIMIT * 3 if options.continuation else HISTORY_LIMIT)


def prunes_others(reason: int, standing: int, options: Options) -> bool:
    """Is there the same reason to skip the other moves of this kind, which stand lower? They are left no more depth,
    except below a killer, which may be left less than a move with much history."""
    return reason == LATE or (reason == FUTILE and not is_killer(history_part(standing), options))


def move_prunable_last(state: Any, i: int, n: int, buffer: Ints) -> int:
    """Of the moves i … n−1 put those that LATE and FUTILE mean behind the others, in any order; where they begin."""
    while i < n:
        entry: int = buffer[i]
        if game.quiet(state, entry & MOVE_MASK) and not game.threatens(state, entry & MOVE_MASK):
            n -= 1
            buffer[i] = buffer[n]
            buffer[n] = entry
        else:
            i += 1
    return n


def prune_reason(
    state: Any, move: int, quiet: bool, late: bool, depth: int, left: int, gap: int, options: Options
) -> int:
    """Why a move is not worth a look near the horizon; 0 if it is.

    `late` says that it comes too late for this depth; `left` is the depth that reductions leave to it; `gap` what it
    would have to add to the estimate to reach alpha.
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
