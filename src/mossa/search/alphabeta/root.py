"""The root of alpha-beta: the entry of the kernel, which searches a list of moves and puts the best one first."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.search.common.scores import INFINITE, child_alpha, child_beta, turn_sign

from .estimates import corrected_estimate, uses_estimate
from .late_moves import reduction
from .memory import Memory
from .ordering import record_move
from .path import extend_line
from .search import search

__all__ = ["search_root"]

game: KernelRules = slot("game")


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
    judged = game.HAS_EVALUATION and not game.noisy(state) and uses_estimate(options)
    memory.estimates[0] = corrected_estimate(state, memory) if judged else -INFINITE
    reduces = judged and options.reductions and options.reduction_root and depth >= options.reduction_depth
    best = -INFINITE
    for i in range(first, n):
        move: int = moves[i]
        child = game.play(state, move)
        sign = turn_sign(state, child)
        record_move(state, move, game.quiet(state, move), 0, 0, memory)
        low, high = child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta)
        if i == first:
            score = sign * search(child, depth - 1, low, high, 1, memory, memory.buffer[0:])
        else:
            null_low, null_high = child_alpha(sign, alpha, alpha + 1), child_beta(sign, alpha, alpha + 1)
            memory.cuts[1] = 1
            reduced = 0
            if reduces and i >= first + options.reduction_move:
                if game.quiet(state, move) and not game.threatens(state, move):
                    reduced = max(0, min(reduction(depth, i - first, 0, 0, 1, memory) - 2, depth - 2))
            score = sign * search(child, depth - 1 - reduced, null_low, null_high, 1, memory, memory.buffer[0:])
            if reduced > 0:
                if score > alpha:
                    score = sign * search(child, depth - 1, null_low, null_high, 1, memory, memory.buffer[0:])
                else:
                    memory.horizon += 1
            if alpha < score < beta:
                memory.cuts[1] = 0
                score = sign * search(child, depth - 1, low, high, 1, memory, memory.buffer[0:])
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
