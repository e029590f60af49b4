"""Alpha-beta for every two-player game of perfect information: the kernel.

Principal-variation search with a transposition table and the techniques of `options.py`. Nothing here knows any game;
`search_root` is compiled once for each. `mossa.search.alphabeta.deepening` drives it.

A result is *certain* if neither a depth limit nor a guess had a part in it. Certain results are kept in the table with
the depth CERTAIN, which satisfies every later search, so iterative deepening turns into a proof by itself when
the ends of the game come into sight.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import (
    CERTAIN,
    EXACT,
    LOWER,
    NONE,
    UPPER,
    bound_of,
    depth_of,
    expect,
    move_of,
    probe,
    remember,
    score_of,
)
from mossa.kernel.words import u64
from mossa.search.common.scores import (
    INFINITE,
    POINT,
    ending,
    high,
    is_proven,
    known,
    low,
    settles,
    to_node,
    to_root,
    turn,
)
from mossa.search.common.table_keys import table_key

from .estimates import expect_judged, improving, judge, note_error, wants_estimate
from .late_moves import late_from, reduction, set_aside, settles_others, skip
from .memory import Memory
from .options import Options
from .ordering import MOVE, enter, enter_pass, learn_at_sight, pick, pick_sound, praise, rank
from .quiescence import quiesce, reach
from .sharing import begin, end, pick_free

__all__ = ["search", "search_root"]

game: KernelRules = slot("game")


def search(state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints) -> int:
    """The score of `state` from the mover's side, searched `depth` plies, `ply` plies from the root.

    Fail-soft: exact if alpha < score < beta; an upper bound if score <= alpha; a lower bound if score >= beta.
    Meaningless once the signal to stop is set.
    """
    # Step 1: count, and stop if told to.
    memory.nodes += 1
    if memory.nodes >= memory.limit:
        memory.signal.stop = 1
    if memory.signal.stop != 0:
        return 0
    memory.lengths[ply] = 0

    # Step 2: the end of the game, or what is known of it without a search.
    if game.HAS_END_SOLVER:
        if game.near_end(state):
            # The window in whole points: below it nothing, above it nothing is lost.
            outcome, visited = game.solve_end(state, floor_points(alpha), floor_points(beta - 1) + 1)
            memory.nodes += visited
            return outcome * POINT
    if memory.looked != ply:
        if game.is_over(state):
            return ending(state, ply)
        least, most = known(state, ply)
        if settles(least, most, alpha, beta):
            memory.settled += 1
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
    if depth <= 0 or ply >= reach():
        memory.nodes -= 1  # quiescence counts it
        return quiesce(state, ply - 1 if noisy else ply, alpha, beta, ply, memory, buffer)

    # Step 5: what this state looks like; the table's entry is on its way meanwhile.
    principal = beta - alpha > 1
    excluded: int = memory.excluded[ply]
    judged = game.HAS_EVALUATION and not noisy and wants_estimate(options)
    estimate = -INFINITE
    if judged:
        if excluded == NONE:
            memory.estimates[ply] = judge(state, memory)
            if game.ALTERNATE and options.history_sight:
                learn_at_sight(ply, memory)
        estimate = memory.estimates[ply]
    else:
        memory.estimates[ply] = -INFINITE

    # Step 6: what is known of it already.
    key = table_key(state)
    data = u64(0)
    hint = NONE
    if options.table and excluded == NONE:
        data = probe(memory.table, key)
        if data != 0:
            hint = move_of(data)
            if answers(data, depth, alpha, beta, ply, options):
                if depth_of(data) != CERTAIN:
                    memory.horizon += 1
                return to_root(score_of(data), ply)

    # Step 7: cuts without a move, where an estimate can be trusted.
    cut: int = memory.cuts[ply]
    better = 1 if options.improving and improving(ply, memory) else 0
    if judged and not principal and excluded == NONE:
        # Futility, the other way round: so far above beta that a few plies will not lose it.
        if (
            options.futility
            and (ply > 1 or not options.reduction_root)  # a reduced move of the root gets an answer at least
            and depth <= options.futility_depth
            and estimate - options.futility_margin * (depth - better) >= beta
            and not is_proven(beta)
        ):
            memory.horizon += 1
            return estimate
        # Null move: if even passing keeps the score at beta, a move will.
        if game.HAS_PASS and options.null_move and depth >= options.null_depth and estimate >= beta:
            if memory.played[ply - 1] != NONE and game.may_pass(state) and not is_proven(beta):
                passed = game.pass_turn(state)
                if options.table:
                    expect(memory.table, table_key(passed))
                enter_pass(1 - cut, ply, memory)
                memory.horizon += 1
                shallow = depth - options.null_depth - depth // 4 - min(3, (estimate - beta) // options.null_surplus)
                score = -search(passed, shallow, -beta, 1 - beta, ply + 1, memory, buffer)
                if memory.signal.stop != 0:
                    return 0
                if score >= beta:
                    return beta if is_proven(score) else score
        # ProbCut: a shallower search that is sure enough of the outcome of this one.
        if game.HAS_PROBCUT and options.probcut:
            shallow, sigma = game.probcut(state, depth)
            shallow, margin = int(shallow), int(sigma) * options.probcut_sigmas // 100
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
        # Sharp cuts: a tactical move that gains so much that a shallower search is sure of it.
        if game.HAS_EXCHANGE and options.sharp and depth >= options.sharp_depth and not is_proven(beta):
            bar = beta + options.sharp_margin
            if data == 0 or depth_of(data) < depth - 3 or score_of(data) >= bar:
                n = game.tactical(state, buffer, 0)
                for i in range(n):
                    buffer[i] = game.order(state, buffer[i]) << 24 | buffer[i]
                for i in range(n):
                    move = pick(buffer, i, n) & MOVE
                    if not game.exchange_at_least(state, move, bar - estimate):
                        continue
                    child = game.play(state, move)
                    sign = turn(state, child)
                    enter(state, move, False, 1 - cut, ply, memory)
                    memory.horizon += 1
                    floor, ceiling = low(sign, bar - 1, bar), high(sign, bar - 1, bar)
                    score = sign * quiesce(child, ply, floor, ceiling, ply + 1, memory, buffer[n:])
                    if score >= bar and memory.signal.stop == 0:
                        score = sign * search(child, depth - 4, floor, ceiling, ply + 1, memory, buffer[n:])
                    if memory.signal.stop != 0:
                        return 0
                    if score >= bar:
                        if options.table:
                            remember(memory.table, key, move, to_node(score, ply), depth - 3, LOWER, False)
                        return score

    # Step 8: the table's move. Where there is none, less depth will do until the next iteration finds one.
    if options.internal and hint == NONE and excluded == NONE and depth >= options.internal_depth:
        if principal or cut:
            depth -= 1
    # Is it singular, better than all others by a margin?
    extension = 0
    if options.singular and hint != NONE and depth >= options.singular_depth and ply < 2 * memory.root_depth:
        if depth_of(data) >= depth - 3 and bound_of(data) >= LOWER and not is_proven(score_of(data)):
            bar = to_root(score_of(data), ply) - options.singular_margin * depth
            memory.excluded[ply] = hint
            score = search(state, depth // 2, bar - 1, bar, ply, memory, buffer)
            memory.excluded[ply] = NONE
            if memory.signal.stop != 0:
                return 0
            if score < bar:
                extension = 1
            elif options.singular_less and to_root(score_of(data), ply) >= beta:
                extension = -1

    # Step 9: the moves, each with its standing.
    n = game.sufficient(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return ending(state, ply)
    if n == 1 and options.proof:
        # In a proof a state with a single move and the next one are one node; the table keeps both, for looks ahead.
        memory.nodes -= 1
        memory.forced += 1
        move = buffer[0]
        child = game.play(state, move)
        sign = turn(state, child)
        enter(state, move, False, 1 - cut, ply, memory)
        memory.looked = 0
        score = sign * search(child, depth, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1, memory, buffer)
        if options.table and memory.signal.stop == 0:
            bound = UPPER if score <= alpha else LOWER if score >= beta else EXACT
            remember(memory.table, key, move, to_node(score, ply), depth, bound, memory.horizon == horizon)
        return score
    look = options.lookahead and options.table and excluded == NONE
    look = look and depth >= options.lookahead_depth and ply <= options.lookahead_ply
    if look:
        for i in range(n):
            expect(memory.table, table_key(game.play(state, buffer[i])))
    refuted, looked = -INFINITE, 0
    if game.HAS_BOUNDS and game.ALTERNATE and look and n > 1 and options.proof and not principal:
        # In a proof: perhaps the game itself knows an answer that cuts. Those no better than alpha are done with.
        looked = ply + 1
        kept = 0
        for i in range(n):
            child = game.play(state, buffer[i])
            if game.is_over(child):
                looked = 0
            if looked:
                least, most = known(child, ply + 1)
                if -most >= beta:
                    memory.foreseen += 1
                    return -most
                if -least <= alpha:
                    memory.foreseen += 1
                    refuted = max(refuted, -least)
                    continue
            buffer[kept] = buffer[i]
            kept += 1
        n = kept
    rank(state, n, hint, depth, ply, memory, buffer)
    if look and n > 1:
        # The same of the table, whose entries were sent for before, to be here now.
        kept = 0
        for i in range(n):
            child = game.play(state, buffer[i] & MOVE)
            data = probe(memory.table, table_key(child))
            if data != 0 and depth_of(data) >= (CERTAIN if options.proof else depth - 1) and turn(state, child) < 0:
                score = -to_root(score_of(data), ply + 1)
                if bound_of(data) != LOWER and score >= beta:
                    if depth_of(data) != CERTAIN:
                        memory.horizon += 1
                    return score
                if options.proof and bound_of(data) != UPPER and score <= alpha:
                    refuted = max(refuted, score)
                    continue
            buffer[kept] = buffer[i]
            kept += 1
        n = kept
    if n == 1 and options.extensions and ply < 2 * memory.root_depth:
        extension = 1  # a forced reply is no choice

    # Step 10: try them, best first.
    best, best_move, first_alpha = refuted, NONE, alpha
    certain = True
    prune = judged and not principal
    reduces = options.reductions and judged and depth >= options.reduction_depth
    late = late_from(depth, better, options)
    rest = n  # from here on they come too late
    for i in range(n):
        if i >= rest:
            break
        shared = memory.threads > 1 and i > 0 and depth >= options.share_depth
        entry = pick_free(state, i, rest, memory, buffer) if shared else pick_sound(state, i, rest, buffer)
        move, standing = entry & MOVE, entry >> 24
        if move == excluded:
            certain = False
            continue
        quiet = game.quiet(state, move)
        reduced = 0
        if reduces and quiet and i >= options.reduction_move and not game.threatens(state, move):
            reduced = reduction(depth, i, standing, ply, better, memory) - (1 if principal else 0)
        if prune and best > -INFINITE and not is_proven(best):
            left = max(0, depth - 1 - max(0, reduced))
            reason = skip(state, move, quiet, i >= late, depth, left, alpha - estimate, options)
            if reason:
                certain = False
                # A proven end below alpha would end the skipping.
                if settles_others(reason, standing, options) and not is_proven(alpha):
                    rest = set_aside(state, i + 1, rest, buffer)
                continue
        child = game.play(state, move)
        further = depth - 1 + (extension if move == hint or n == 1 else 0)
        if options.table and further > 0:
            expect(memory.table, table_key(child))
        if judged:
            expect_judged(child, memory)
        sign = turn(state, child)
        enter(state, move, quiet, 0 if principal else 1 - cut, ply, memory)
        memory.looked = looked
        before = memory.horizon
        if shared:
            begin(child, memory)
        if i == 0:
            score = sign * search(
                child, further, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1, memory, buffer[n:]
            )
        else:
            reduced = max(0, min(reduced, further - 1))
            memory.cuts[ply + 1] = 1 if reduced > 0 or principal else 1 - cut
            # A null window asks only whether this move is better than the best so far.
            floor, ceiling = low(sign, alpha, alpha + 1), high(sign, alpha, alpha + 1)
            score = sign * search(child, further - reduced, floor, ceiling, ply + 1, memory, buffer[n:])
            if reduced > 0:
                if score > alpha:
                    memory.cuts[ply + 1] = 1 - cut
                    if options.reduction_regret and score > best + options.reduction_regret:
                        further += 1
                    score = sign * search(child, further, floor, ceiling, ply + 1, memory, buffer[n:])
                else:
                    memory.horizon += 1
            if alpha < score < beta:
                memory.cuts[ply + 1] = 0
                score = sign * search(
                    child, further, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1, memory, buffer[n:]
                )
        if memory.signal.stop != 0:
            return 0
        if shared:
            end(child, memory)
        if memory.horizon != before:
            certain = False
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                if alpha >= beta:
                    certain = memory.horizon == before  # a cut rests on this move alone
                    praise(state, move, i, rest, n, depth, ply, memory, buffer)
                    break
                extend_line(move, ply, memory)

    # Step 11: keep what was found.
    if certain:
        memory.horizon = horizon
    elif memory.horizon == horizon:
        memory.horizon += 1
    if excluded == NONE and options.table:
        bound = EXACT
        if best <= first_alpha:
            bound = UPPER
        elif best >= beta:
            bound = LOWER
        remember(memory.table, key, best_move, to_node(best, ply), depth, bound, certain)
    if game.HAS_CORRECTION_KEYS and options.correction and judged and excluded == NONE and not is_proven(best):
        # What a move that is not quiet wins is no error of the estimate, and a bound on its wrong side tells nothing.
        telling = best < estimate if best <= first_alpha else best < beta or best > estimate
        if telling and (best_move == NONE or game.quiet(state, best_move)):
            note_error(state, best - estimate, depth, memory)
    return best


def search_root(
    state: Any, depth: int, alpha: int, beta: int, memory: Memory, moves: Ints, scores: Ints, first: int, n: int
) -> int:
    """As `search`, over the moves first … n−1 of a given list, which is put in order: the best move comes first.

    `scores` gets each move's score: exact for the best, an upper bound (fail-soft) for the others.
    """
    memory.nodes += 1
    memory.lengths[0] = 0
    memory.root_depth = depth
    if game.REPETITION:
        memory.path[memory.past] = game.key(state)
    options = memory.options
    judged = game.HAS_EVALUATION and not game.noisy(state) and wants_estimate(options)
    memory.estimates[0] = judge(state, memory) if judged else -INFINITE
    reduces = judged and options.reductions and options.reduction_root and depth >= options.reduction_depth
    best = -INFINITE
    for i in range(first, n):
        move: int = moves[i]
        child = game.play(state, move)
        sign = turn(state, child)
        enter(state, move, game.quiet(state, move), 0, 0, memory)
        if i == first:
            score = sign * search(
                child, depth - 1, low(sign, alpha, beta), high(sign, alpha, beta), 1, memory, memory.buffer[0:]
            )
        else:
            floor, ceiling = low(sign, alpha, alpha + 1), high(sign, alpha, alpha + 1)
            memory.cuts[1] = 1
            reduced = 0
            if reduces and i >= first + options.reduction_move:
                if game.quiet(state, move) and not game.threatens(state, move):
                    reduced = max(0, min(reduction(depth, i - first, 0, 0, 1, memory) - 2, depth - 2))
            score = sign * search(child, depth - 1 - reduced, floor, ceiling, 1, memory, memory.buffer[0:])
            if reduced > 0:
                if score > alpha:
                    score = sign * search(child, depth - 1, floor, ceiling, 1, memory, memory.buffer[0:])
                else:
                    memory.horizon += 1
            if alpha < score < beta:
                memory.cuts[1] = 0
                score = sign * search(
                    child, depth - 1, low(sign, alpha, beta), high(sign, alpha, beta), 1, memory, memory.buffer[0:]
                )
        if memory.signal.stop != 0:
            return best
        scores[i] = score
        if score > best:
            best = score
            if score > alpha or i == first:
                extend_line(move, 0, memory)
                for j in range(i, first, -1):
                    moves[j], scores[j] = moves[j - 1], scores[j - 1]
                moves[first], scores[first] = move, score
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    break
    return best


def answers(data: u64, depth: int, alpha: int, beta: int, ply: int, options: Options) -> bool:
    """Does the table's entry settle a search of this depth with this window?"""
    if depth_of(data) < (CERTAIN if options.proof else depth):
        return False
    if options.table_strict and beta - alpha > 1 and depth_of(data) != CERTAIN:
        return False
    score, bound = to_root(score_of(data), ply), bound_of(data)
    return (
        (bound == EXACT and (beta - alpha == 1 or depth_of(data) == CERTAIN))
        or (bound == LOWER and score >= beta)
        or (bound == UPPER and score <= alpha)
    )


def floor_points(score: int) -> int:
    """A score in whole points, rounded down."""
    return score // POINT


def repeated(key: u64, reversible: int, ply: int, memory: Memory) -> bool:
    """Did this state occur before, on the path or in the game?"""
    here = memory.past + ply
    back = 4
    while back <= reversible and back <= here:
        if memory.path[here - back] == key:
            return True
        back += 2
    return False


def extend_line(move: int, ply: int, memory: Memory) -> None:
    """The principal variation of this ply: the move, then that of the next ply."""
    row = reach() + 3
    n = memory.lengths[ply + 1]
    memory.lines[ply * row] = move
    for i in range(min(n, row - 1)):
        memory.lines[ply * row + i + 1] = memory.lines[(ply + 1) * row + i]
    memory.lengths[ply] = n + 1
