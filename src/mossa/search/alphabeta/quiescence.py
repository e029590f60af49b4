"""Quiescence search: beyond the horizon only captures and other forcing moves, until the static estimate can be
trusted."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.search.common.limits import MAX_PLY
from mossa.search.common.scores import (
    INFINITE,
    bounds_decide,
    child_alpha,
    child_beta,
    is_proven,
    known_bounds,
    terminal_score,
    turn_sign,
)
from mossa.search.common.wide_moves import make_entry, move_in, room

from .estimates import corrected_estimate, prefetch_estimate
from .memory import Memory
from .ordering import pick

__all__ = ["max_ply", "quiesce"]

game: KernelRules = slot("game")


def max_ply() -> int:
    """The greatest ply of a line in this game."""
    return min(game.LONGEST, MAX_PLY)


def surely_has_move(state: Any, noisy: bool) -> bool:
    """Is there surely a legal move? Yes, if a null move is allowed and no reply is forced."""
    return game.HAS_PASS and not noisy and game.may_pass(state)


def quiesce(state: Any, checked_ply: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints) -> int:
    """The score of a state at the horizon, after captures and other forcing moves. Fail-soft, as `search`.

    `checked_ply`: the ply of the last state on the path that the caller has checked: it is not noisy, not over, and its
    known bounds do not decide the search.
    """
    memory.nodes += 1
    memory.lengths[ply] = 0
    checked = checked_ply == ply
    if not checked and game.is_over(state):
        return terminal_score(state, ply)
    noisy = not checked and game.noisy(state)
    if game.ENDS_WITHOUT_MOVES and not surely_has_move(state, noisy):
        if game.moves(state, buffer, 0) == 0:
            return terminal_score(state, ply)
    if not checked:
        least, most = known_bounds(state, ply)
        if bounds_decide(least, most, alpha, beta):
            memory.bound_hits += 1
            return least if least >= beta else most
    memory.horizon += 1
    options = memory.options
    best = estimate = -INFINITE
    if ply >= game.LONGEST and not game.HAS_PASS:  # a passed turn counts as a ply, but is no move
        memory.overlong = 1
    all_moves = options.quiescence != 0 and noisy and ply < max_ply()
    if all_moves:
        n = game.moves(state, buffer, 0)
    else:
        best = estimate = corrected_estimate(state, memory)
        if best >= beta or options.quiescence == 0 or ply >= max_ply():
            return best
        alpha = max(alpha, best)
        n = game.tactical(state, buffer, 0)
    for i in range(n):
        make_entry(game.order(state, buffer[i]), i, buffer)
    quiet_evasions = 0
    for i in range(n):
        entry = pick(buffer, i, n)
        if entry < 0 and not all_moves:
            break  # `order` ranks the rest as not worth searching
        move = move_in(entry, buffer)
        if all_moves and options.quiescence_evasions and not is_proven(best) and game.quiet(state, move):
            quiet_evasions += 1
            if quiet_evasions > options.quiescence_evasions:
                break
        if game.HAS_EXCHANGE and not all_moves:
            need = 0
            if options.quiescence_margin and not is_proven(alpha):
                need = max(0, alpha - estimate - options.quiescence_margin + 1)
            if not game.exchange_at_least(state, move, need):
                continue
        memory.played[ply] = move
        child = game.play(state, move)
        prefetch_estimate(child, memory)
        sign = turn_sign(state, child)
        score = sign * quiesce(
            child,
            ply,
            child_alpha(sign, alpha, beta),
            child_beta(sign, alpha, beta),
            ply + 1,
            memory,
            buffer[room(n) :],
        )
        if memory.nodes >= memory.limit or memory.signal.stop != 0:
            memory.signal.stop = 1
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    break
    return best
