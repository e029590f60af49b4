"""Alpha-beta for every two-player game of perfect information: the kernel.

Principal-variation search with a transposition table, killer moves, history and the game's own ordering. Nothing here
knows any game; `search` is compiled once for each. `mossa.search.engines.think` drives it.

A result is *certain* if no depth limit had a part in it. Certain results are kept in the table with the depth
CERTAIN, which satisfies every later search, so iterative deepening turns into a proof by itself when the ends of the
game come into sight.
"""

from __future__ import annotations

from typing import Any

from mossa.core.compiled import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.hashtable import (
    CERTAIN,
    EXACT,
    LOWER,
    NONE,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    probe,
    remember,
    score_of,
)
from mossa.kernel.memory import Ints

from .memory import HISTORY, PLIES, Memory
from .scores import INFINITE, at_least, at_most, ending, high, low, to_node, to_root, turn

__all__ = ["search", "search_root"]

game: KernelRules = slot("game")

# How moves are ordered: greater first. An entry of the move buffer is `standing << 24 | move`.
FIRST = 1 << 36  # the move of the table
KILLER = 1 << 15  # the latest killer; the one before it half of that
ORDER = 1 << 16  # a unit of the game's own `order`
HISTORY_LIMIT = 1 << 14  # history stays below this size
MOVE = (1 << 24) - 1


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
    if game.is_over(state):
        return ending(state, ply)

    if game.HAS_BOUNDS:
        least, most = game.bounds(state)
        least, most = at_least(least, ply), at_most(most, ply)
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        alpha, beta = max(alpha, least), min(beta, most)

    # Step 3: the horizon.
    horizon = memory.horizon
    if depth <= 0 or ply >= reach():
        memory.horizon = horizon + 1
        return game.evaluate(state)

    # Step 4: what is known of this state already.
    key = game.key(state)
    data = probe(memory.table, key)
    known = NONE
    if data != 0:
        known = move_of(data)
        if depth_of(data) >= depth:
            score = to_root(score_of(data), ply)
            bound = bound_of(data)
            if (bound == EXACT and (beta - alpha == 1 or depth_of(data) == CERTAIN)) or (
                (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
            ):
                if depth_of(data) != CERTAIN:
                    memory.horizon = horizon + 1
                return score

    # Step 5: the moves, each with its standing.
    n = game.sufficient(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return ending(state, ply)
    rank(state, n, known, ply, memory, buffer)

    # Step 6: try them, best first.
    best, best_move, first_alpha = -INFINITE, NONE, alpha
    certain = True
    for i in range(n):
        move = pick(buffer, i, n)
        child = game.play(state, move)
        sign = turn(state, child)
        before = memory.horizon
        if i == 0:
            score = sign * search(
                child, depth - 1, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1, memory, buffer[n:]
            )
        else:
            # A null window asks only whether this move is better than the best so far.
            score = sign * search(
                child, depth - 1, low(sign, alpha, alpha + 1), high(sign, alpha, alpha + 1), ply + 1, memory, buffer[n:]
            )
            if alpha < score < beta:
                score = sign * search(
                    child, depth - 1, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1, memory, buffer[n:]
                )
        if memory.signal.stop != 0:
            return 0
        if memory.horizon != before:
            certain = False
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                if alpha >= beta:
                    certain = memory.horizon == before  # a cut rests on this move alone
                    praise(state, move, i, depth, ply, memory, buffer)
                    break
                extend_line(move, ply, memory)

    # Step 7: keep what was found.
    bound = EXACT
    if best <= first_alpha:
        bound = UPPER
    elif best >= beta:
        bound = LOWER
    if certain:
        memory.horizon = horizon
    remember(memory.table, key, best_move, to_node(best, ply), CERTAIN if certain else min(depth, CERTAIN - 1), bound)
    return best


def search_root(
    state: Any, depth: int, alpha: int, beta: int, memory: Memory, moves: Ints, scores: Ints, first: int, n: int
) -> int:
    """As `search`, over the moves first … n−1 of a given list, which is put in order: the best move comes first.

    `scores` gets each move's score: exact for the best, an upper bound (fail-soft) for the others.
    """
    memory.nodes += 1
    memory.lengths[0] = 0
    best = -INFINITE
    for i in range(first, n):
        move = moves[i]
        child = game.play(state, move)
        sign = turn(state, child)
        if i == first:
            score = sign * search(
                child, depth - 1, low(sign, alpha, beta), high(sign, alpha, beta), 1, memory, memory.buffer[0:]
            )
        else:
            score = sign * search(
                child,
                depth - 1,
                low(sign, alpha, alpha + 1),
                high(sign, alpha, alpha + 1),
                1,
                memory,
                memory.buffer[0:],
            )
            if alpha < score < beta:
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


def reach() -> int:
    """The greatest ply of a line."""
    return min(game.LONGEST, PLIES)


def rank(state: Any, n: int, known: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """Give each of the n moves its standing: the table's move, the game's opinion, killers, history."""
    player = game.mover(state)
    for i in range(n):
        move = buffer[i]
        standing = FIRST
        if move != known:
            standing = game.order(state, move) * ORDER + memory.history[place(player, move)]
            if move == memory.killers[2 * ply]:
                standing += KILLER
            elif move == memory.killers[2 * ply + 1]:
                standing += KILLER // 2
        buffer[i] = standing << 24 | move


def pick(buffer: Ints, i: int, n: int) -> int:
    """Bring the move with the highest standing of i … n−1 to place i, and return it."""
    best: int = buffer[i]
    at = i
    for j in range(i + 1, n):
        entry = buffer[j]
        if entry > best:
            best, at = entry, j
    buffer[at] = buffer[i]
    buffer[i] = best
    return best & MOVE


def place(player: int, move: int) -> int:
    """Where the history of a move is kept."""
    return ((move ^ (move >> 12)) & (HISTORY // 2 - 1)) * 2 + player


def praise(state: Any, move: int, tried: int, depth: int, ply: int, memory: Memory, buffer: Ints) -> None:
    """A move cut: make it a killer, raise its history, and lower that of the moves tried before it in vain."""
    if move != memory.killers[2 * ply]:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    player = game.mover(state)
    bonus = min(depth * depth, 400)
    for i in range(tried + 1):
        at = place(player, buffer[i] & MOVE)
        gain = bonus if i == tried else -bonus
        memory.history[at] += gain - memory.history[at] * bonus // HISTORY_LIMIT


def extend_line(move: int, ply: int, memory: Memory) -> None:
    """The principal variation of this ply: the move, then that of the next ply."""
    row = reach() + 2
    n = memory.lengths[ply + 1]
    memory.lines[ply * row] = move
    for i in range(n):
        memory.lines[ply * row + i + 1] = memory.lines[(ply + 1) * row + i]
    memory.lengths[ply] = n + 1
