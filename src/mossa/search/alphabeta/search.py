"""Alpha-beta for every two-player game of perfect information: the kernel.

Principal-variation search with a transposition table and the techniques of `options.py`. No game is named here: the
functions are compiled once for each game, from `root.search_root`. `deepening.py` calls them.

    search               one state: what decides it without its moves (steps 1–6) …
      cut_without_move     … an estimate far beyond the window (7): null move, ProbCut, sharp cuts
      singular_extension   … is the table's move better than all others? (8)
      search_moves         … then its moves, best first (9–11)
        search_child         one of them: reduced, with a null window, again with a wider one where needed

A result is *certain* if neither a depth limit nor a guess had a part in it. Certain results are stored in the table
with the depth CERTAIN, which satisfies every later search, so iterative deepening becomes a proof by itself when the
search reaches the ends of the game.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import (
    CERTAIN,
    LOWER,
    NONE,
    bound_of,
    depth_of,
    move_of,
    prefetch,
    probe,
    score_of,
    store,
)
from mossa.kernel.words import u64
from mossa.search.common.scores import (
    INFINITE,
    POINT,
    bounds_decide,
    child_alpha,
    child_beta,
    from_table,
    is_proven,
    known_bounds,
    terminal_score,
    to_table,
    turn_sign,
)
from mossa.search.common.table_keys import table_key
from mossa.search.common.wide_moves import make_entry, move_in, room, stored_move

from .estimates import correct_estimate, corrected_estimate, improving, prefetch_estimate, uses_estimate
from .late_moves import late_from, move_prunable_last, prune_reason, prunes_others, reduction
from .lookahead import look_ahead
from .memory import Memory
from .ordering import (
    learn_from_estimate,
    pick,
    pick_by_exchange,
    record_cutoff,
    record_move,
    record_pass,
)
from .path import extend_line, repeated
from .quiescence import max_ply, quiesce
from .sharing import mark_busy, pick_not_busy, unmark_busy
from .table_entries import entry_decides, store_score

__all__ = ["search"]

game: KernelRules = slot("game")

NO_CUT = -INFINITE - 1
"""In place of a score: there is no cut."""


def search(state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints) -> int:
    """The score of `state` from the mover's side, searched `depth` plies, `ply` plies from the root.

    Fail-soft: exact if alpha < score < beta; an upper bound if score <= alpha; a lower bound if score >= beta.
    Meaningless once the signal to stop is set. The other functions of this file keep the same contract.
    """
    # Step 1: count the node, and stop if the signal is set.
    memory.nodes += 1
    if memory.nodes >= memory.limit:
        memory.signal.stop = 1
    if memory.signal.stop != 0:
        return 0
    memory.lengths[ply] = 0

    # Step 2: the end of the game, or bounds known without a search.
    if game.HAS_END_SOLVER:
        if game.near_end(state):
            # The window in whole points, rounded outwards.
            outcome, visited = game.solve_end(state, floor_points(alpha), floor_points(beta - 1) + 1)
            memory.nodes += visited
            return outcome * POINT
    if memory.checked_ply != ply:
        if game.is_over(state):
            return terminal_score(state, ply)
        least, most = known_bounds(state, ply)
        if bounds_decide(least, most, alpha, beta):
            memory.bound_hits += 1
            return least if least >= beta else most
        alpha, beta = max(alpha, least), min(beta, most)

    # Step 3: a state that occurs again.
    options = memory.options
    if game.REPETITION:
        memory.path[memory.past + ply] = game.key(state)
        if repeated(game.key(state), game.reversible(state), ply, memory):
            memory.horizon += 1  # true of this path only
            return 0

    # Step 4: the horizon.
    horizon = memory.horizon
    noisy = game.noisy(state)
    if noisy and options.extensions and ply < 2 * memory.root_depth:
        depth += 1
    if depth <= 0 or ply >= max_ply():
        memory.nodes -= 1  # quiescence counts it
        return quiesce(state, ply - 1 if noisy else ply, alpha, beta, ply, memory, buffer)

    # Step 5: the static estimate.
    principal = beta - alpha > 1
    excluded: int = memory.excluded[ply]
    judged = game.HAS_EVALUATION and not noisy and uses_estimate(options)
    estimate = -INFINITE
    if judged:
        if excluded == NONE:
            memory.estimates[ply] = corrected_estimate(state, memory)
            if game.ALTERNATE and options.history_sight:
                learn_from_estimate(ply, memory)
        estimate = memory.estimates[ply]
    else:
        memory.estimates[ply] = -INFINITE

    # Step 6: the table's entry.
    key = table_key(state)
    data = u64(0)
    hint = NONE
    if options.table and excluded == NONE:
        data = probe(memory.table, key)
        if data != 0:
            hint = move_of(data)
            if entry_decides(data, depth, alpha, beta, ply, options):
                if depth_of(data) != CERTAIN:
                    memory.horizon += 1
                return from_table(score_of(data), ply)

    # Step 7: cuts without a move, where an estimate can be trusted.
    better = 1 if options.improving and improving(ply, memory) else 0
    if judged and not principal and excluded == NONE:
        score = cut_without_move(state, depth, alpha, beta, ply, estimate, better, key, data, memory, buffer)
        if score != NO_CUT:
            return score

    # Step 8: less depth without a move of the table, until the next iteration finds one; more for a singular move.
    if options.internal and hint == NONE and excluded == NONE and depth >= options.internal_depth:
        if principal or memory.cuts[ply]:
            depth -= 1
    extension = 0
    if options.singular and hint != NONE and depth >= options.singular_depth and ply < 2 * memory.root_depth:
        if depth_of(data) >= depth - 3 and bound_of(data) >= LOWER and not is_proven(score_of(data)):
            extension = singular_extension(state, depth, beta, ply, data, memory, buffer)
            if memory.signal.stop != 0:
                return 0
    return search_moves(
        state, depth, alpha, beta, ply, hint, extension, judged, estimate, better, horizon, key, memory, buffer
    )


def cut_without_move(
    state: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    estimate: int,
    better: int,
    key: u64,
    data: u64,
    memory: Memory,
    buffer: Ints,
) -> int:
    """Step 7, with a null window: a score that cuts, or NO_CUT."""
    options = memory.options
    # Reverse futility: so far above beta that a few plies will not lose it.
    if (
        options.futility
        and (ply > 1 or not options.reduction_root)  # after a reduced move of the root at least one reply is searched
        and depth <= options.futility_depth
        and estimate - options.futility_margin * (depth - better) >= beta
        and not is_proven(beta)
    ):
        memory.horizon += 1
        return estimate
    if game.HAS_PASS and options.null_move and depth >= options.null_depth and estimate >= beta:
        if memory.played[ply - 1] != NONE and game.may_pass(state) and not is_proven(beta):
            score = null_move(state, depth, beta, ply, estimate, memory, buffer)
            if score != NO_CUT:
                return score
    if game.HAS_PROBCUT and options.probcut:
        score = probcut(state, depth, alpha, beta, ply, estimate, memory, buffer)
        if score != NO_CUT:
            return score
    if game.HAS_EXCHANGE and options.sharp and depth >= options.sharp_depth and not is_proven(beta):
        bar = beta + options.sharp_margin
        if data == 0 or depth_of(data) < depth - 3 or score_of(data) >= bar:
            return sharp_cut(state, depth, bar, ply, estimate, key, memory, buffer)
    return NO_CUT


def null_move(state: Any, depth: int, beta: int, ply: int, estimate: int, memory: Memory, buffer: Ints) -> int:
    """If even passing the turn scores beta or more, some move does too: a score >= beta, or NO_CUT."""
    options = memory.options
    passed = game.pass_turn(state)
    if options.table:
        prefetch(memory.table, table_key(passed))
    record_pass(1 - memory.cuts[ply], ply, memory)
    memory.horizon += 1
    shallow = depth - options.null_depth - depth // 4 - min(3, (estimate - beta) // options.null_surplus)
    score = -search(passed, shallow, -beta, 1 - beta, ply + 1, memory, buffer)
    if memory.signal.stop != 0:
        return 0
    if score >= beta:
        return beta if is_proven(score) else score
    return NO_CUT


def probcut(
    state: Any, depth: int, alpha: int, beta: int, ply: int, estimate: int, memory: Memory, buffer: Ints
) -> int:
    """A shallower search that is sure enough of the outcome of this one: alpha, beta, or NO_CUT."""
    shallow, sigma = game.probcut(state, depth)
    shallow, margin = int(shallow), int(sigma) * memory.options.probcut_sigmas // 100
    if shallow > 0:
        if estimate >= beta - margin // 2 and beta + margin < INFINITE // 2:
            bar = beta + margin
            score = search(state, shallow, bar - 1, bar, ply, memory, buffer)
            if memory.signal.stop == 0 and score >= bar:
                memory.horizon += 1
                return beta
        if estimate <= alpha + margin // 2 and alpha - margin > -INFINITE // 2:
            bar = alpha - margin
            score = search(state, shallow, bar, bar + 1, ply, memory, buffer)
            if memory.signal.stop == 0 and score <= bar:
                memory.horizon += 1
                return alpha
        if memory.signal.stop != 0:
            return 0
    return NO_CUT


def sharp_cut(state: Any, depth: int, bar: int, ply: int, estimate: int, key: u64, memory: Memory, buffer: Ints) -> int:
    """A tactical move after which quiescence and a shallower search reach `bar`, a margin above beta: a score >= bar,
    or NO_CUT."""
    n = game.tactical(state, buffer, 0)
    for i in range(n):
        make_entry(game.order(state, buffer[i]), i, buffer)
    for i in range(n):
        move = move_in(pick(buffer, i, n), buffer)
        if not game.exchange_at_least(state, move, bar - estimate):
            continue
        child = game.play(state, move)
        sign = turn_sign(state, child)
        record_move(state, move, False, 1 - memory.cuts[ply], ply, memory)
        memory.horizon += 1
        low, high = child_alpha(sign, bar - 1, bar), child_beta(sign, bar - 1, bar)
        score = sign * quiesce(child, ply, low, high, ply + 1, memory, buffer[room(n) :])
        if score >= bar and memory.signal.stop == 0:
            score = sign * search(child, depth - 4, low, high, ply + 1, memory, buffer[room(n) :])
        if memory.signal.stop != 0:
            return 0
        if score >= bar:
            if memory.options.table:
                store(memory.table, key, stored_move(move), to_table(score, ply), depth - 3, LOWER, False)
            return score
    return NO_CUT


def singular_extension(state: Any, depth: int, beta: int, ply: int, data: u64, memory: Memory, buffer: Ints) -> int:
    """Plies more for the table's move: 1 if all others are worse by a margin; −1 if not, where the table promises a
    cut and the option `singular_less` is on; else 0."""
    options = memory.options
    score = from_table(score_of(data), ply)
    bar = score - options.singular_margin * depth
    memory.excluded[ply] = move_of(data)
    best_other = search(state, depth // 2, bar - 1, bar, ply, memory, buffer)
    memory.excluded[ply] = NONE
    if best_other < bar:
        return 1
    return -1 if options.singular_less and score >= beta else 0


def search_moves(
    state: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    hint: int,
    extension: int,
    judged: bool,
    estimate: int,
    better: int,
    horizon: int,
    key: u64,
    memory: Memory,
    buffer: Ints,
) -> int:
    """The best score of the state's moves; stores it in the table.

    `hint` is the table's move, `extension` the plies that it is searched deeper; `judged`: is there an `estimate`;
    `better`: is it improving; `horizon`: the memory's, when the search of this state began.
    """
    options = memory.options
    excluded: int = memory.excluded[ply]
    principal = beta - alpha > 1

    # Step 9: the moves, each with its priority.
    n = game.sufficient(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return terminal_score(state, ply)
    if n == 1 and options.proof:
        return search_only_move(state, depth, alpha, beta, ply, horizon, key, memory, buffer)
    n, best, checked = look_ahead(state, n, hint, depth, alpha, beta, ply, memory, buffer)
    if best >= beta:
        return best
    if n == 1 and options.extensions and ply < 2 * memory.root_depth:
        extension = 1  # a forced reply is no choice

    # Step 10: search them, best first.
    best_move, first_alpha = NONE, alpha
    certain = True
    prunes = judged and not principal
    reduces = options.reductions and judged and depth >= options.reduction_depth
    late = late_from(depth, better, options)
    rest = n  # the moves from here on come too late
    for i in range(n):
        if i >= rest:
            break
        shared = memory.threads > 1 and i > 0 and depth >= options.share_depth
        entry = pick_not_busy(state, i, rest, memory, buffer) if shared else pick_by_exchange(state, i, rest, buffer)
        move, priority = move_in(entry, buffer), entry >> 24
        stored = stored_move(move)
        if stored == excluded:
            certain = False
            continue
        quiet = game.quiet(state, move)
        reduced = 0
        if reduces and quiet and i >= options.reduction_move and not game.threatens(state, move):
            reduced = reduction(depth, i, priority, ply, better, memory) - (1 if principal else 0)
        if prunes and best > -INFINITE and not is_proven(best):
            left = max(0, depth - 1 - max(0, reduced))
            reason = prune_reason(state, move, quiet, i >= late, depth, left, alpha - estimate, options)
            if reason:
                certain = False
                # (Below a proven alpha the best may become a proven score, which ends all pruning.)
                if prunes_others(reason, priority, options) and not is_proven(alpha):
                    rest = move_prunable_last(state, i + 1, rest, buffer)
                continue
        child = game.play(state, move)
        further = depth - 1 + (extension if stored == hint or n == 1 else 0)
        if options.table and further > 0:
            prefetch(memory.table, table_key(child))
        if judged:
            prefetch_estimate(child, memory)
        record_move(state, move, quiet, 0 if principal else 1 - memory.cuts[ply], ply, memory)
        memory.checked_ply = checked
        before = memory.horizon
        if shared:
            mark_busy(child, memory)
        sign = turn_sign(state, child)
        score = search_child(
            child, sign, further, reduced, alpha, beta, ply, i == 0, principal, best, memory, buffer[room(n) :]
        )
        if memory.signal.stop != 0:
            return 0
        if shared:
            unmark_busy(child, memory)
        if memory.horizon != before:
            certain = False
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                if alpha >= beta:
                    certain = memory.horizon == before  # a cut rests on this move alone
                    record_cutoff(state, move, i, rest, n, depth, ply, memory, buffer)
                    break
                extend_line(move, ply, memory)

    # Step 11: store what was found.
    if certain:
        memory.horizon = horizon
    elif memory.horizon == horizon:
        memory.horizon += 1
    if excluded == NONE and options.table:
        store_score(key, stored_move(best_move), best, first_alpha, beta, depth, ply, certain, memory)
    if game.HAS_CORRECTION_KEYS and options.correction and judged and excluded == NONE and not is_proven(best):
        correct_estimate(state, best_move, best, first_alpha, beta, depth, estimate, memory)
    return best


def search_only_move(
    state: Any, depth: int, alpha: int, beta: int, ply: int, horizon: int, key: u64, memory: Memory, buffer: Ints
) -> int:
    """In a proof: the score of a state with a single move, which is in the buffer. The state and the next one count as
    one node; the table stores both."""
    memory.nodes -= 1
    memory.forced_moves += 1
    move = buffer[0]
    child = game.play(state, move)
    sign = turn_sign(state, child)
    record_move(state, move, False, 1 - memory.cuts[ply], ply, memory)
    memory.checked_ply = 0
    low, high = child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta)
    score = sign * search(child, depth, low, high, ply + 1, memory, buffer)
    if memory.options.table and memory.signal.stop == 0:
        store_score(key, stored_move(move), score, alpha, beta, depth, ply, memory.horizon == horizon, memory)
    return score


def search_child(
    child: Any,
    sign: int,
    depth: int,
    reduced: int,
    alpha: int,
    beta: int,
    ply: int,
    first: bool,
    principal: bool,
    best: int,
    memory: Memory,
    buffer: Ints,
) -> int:
    """The score of a move from the side of the player who makes it, at `ply`; `child` is the state after it.

    The first move gets the whole window, at full depth. Every other move is tested with a null window against the best
    so far, first at reduced depth; it is searched again only if it is better.
    """
    low, high = child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta)
    if first:
        return sign * search(child, depth, low, high, ply + 1, memory, buffer)
    cut = memory.cuts[ply]
    reduced = max(0, min(reduced, depth - 1))
    memory.cuts[ply + 1] = 1 if reduced > 0 or principal else 1 - cut
    null_low, null_high = child_alpha(sign, alpha, alpha + 1), child_beta(sign, alpha, alpha + 1)
    score = sign * search(child, depth - reduced, null_low, null_high, ply + 1, memory, buffer)
    if reduced > 0:
        if score > alpha:
            memory.cuts[ply + 1] = 1 - cut
            if memory.options.reduction_regret and score > best + memory.options.reduction_regret:
                depth += 1
            score = sign * search(child, depth, null_low, null_high, ply + 1, memory, buffer)
        else:
            memory.horizon += 1
    if alpha < score < beta:
        memory.cuts[ply + 1] = 0
        score = sign * search(child, depth, low, high, ply + 1, memory, buffer)
    return score


def floor_points(score: int) -> int:
    """A score in whole points, rounded down."""
    return score // POINT
