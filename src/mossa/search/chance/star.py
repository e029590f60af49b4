"""Expectiminimax with Star1 and Star2 for every game with chance and bounded utilities: the kernels. [Ballard83]

Values are floats on the scale of the utility, always from the side of player 0, who is MAX; the other player is MIN.
Depth counts the moves of players, not those of chance. A game with `estimate` is evaluated where chance moves next: so
depth 1 is "my move", depth 2 "my move, the dice, his move". A game with `evaluate` alone is evaluated after the dice.

*Chance nodes.* While some outcomes are unknown, the mean lies between two bounds: that with the least possible value
for all of these, and that with the greatest. So each outcome has a window; a value outside it takes the mean out of the
window of the chance node: Star1. Star2 first probes one move of each outcome, which bounds the outcome from one side.
If the right moves are probed, this cuts most chance nodes whose value is below alpha, at the cost of one search per
outcome. The right move is usually the one that was best after the same dice in the sibling state, so it is stored for
each outcome.

`mossa.search.chance.expectimax` calls this.
"""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Reals, Struct
from mossa.kernel.transposition_table import (
    CERTAIN,
    DEEPEST,
    EXACT,
    LOWER,
    NONE,
    UPPER,
    TranspositionTable,
    bound_of,
    depth_of,
    move_of,
    probe,
    score_of,
    store,
)
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.wide_moves import stored_move

__all__ = ["OUTCOMES", "StarMemory", "StarOptions", "static_value", "value"]

game: KernelRules = slot("game")

ROUNDING = 1e-12
"""Rounding errors are below this part of the range of the utility."""
STEPS = (1 << 23) - 2
"""Integers of the table on each side of 0."""
OUTCOMES = 64
"""Outcomes of a chance node with a stored reply of their own; further ones share."""
SPREAD = 1000.0
"""An `evaluate` this large is about three quarters of a win, as in the textbook."""


class StarOptions(Struct):
    """The techniques; each can be switched off."""

    star: int
    """0: plain expectiminimax; 1: Star1; 2: Star2."""
    table: int
    """Transposition table."""
    keep: int
    """Move filter: with depth 2 or more, at most this many moves, those with the best static values …"""
    margin: float
    """… and none whose static value is below the best by more than this, on the scale of the utility."""


class StarMemory(Struct):
    """The memory of one thread."""

    nodes: int
    limit: int
    reach: int
    """The greatest ply; the buffers are made for that."""
    horizon: int
    """How many results depended on a depth limit or a filter: if the count is unchanged after a subtree, its result is
    certain."""
    signal: StopSignal
    options: StarOptions
    table: TranspositionTable
    moves: Ints
    worths: Reals
    replies: Ints
    """The last best move after each outcome, one row for each ply."""


def value(
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    place: int,
    memory: StarMemory,
    scratch: Any,
    base: int,
) -> float:
    """The value of a state for player 0: exact if alpha < value < beta, an upper bound if <= alpha, a lower one if >=
    beta.

    `place` is the number of the outcome or move that led here; −1 minus that number for a probe of Star2, which
    searches one move only: a lower bound where MAX moves, an upper one where MIN does. `base` is where the free part of
    `moves` and `worths` begins. Meaningless once the signal to stop is set.
    """
    # Step 1: count the node, and stop if the signal is set.
    memory.nodes += 1
    if memory.nodes >= memory.limit:
        memory.signal.stop = 1
    if memory.signal.stop != 0:
        return 0.0

    # Step 2: the end of the game, or the horizon.
    if game.is_over(state):
        return float(game.utility(state, 0))
    mover = game.mover(state)
    if ply >= memory.reach or (depth == 0 and (mover != CHANCE or game.HAS_ESTIMATE)):
        if game.ENDS_WITHOUT_MOVES and game.moves(state, memory.moves[base:], 0) == 0:
            return float(game.utility(state, 0))
        memory.horizon += 1
        return static_value(state, scratch)
    n = game.moves(state, memory.moves[base:], 0)
    if n == 0:
        return float(game.utility(state, 0))

    # Step 3: the table's entry. Its values are from the mover's side.
    side = -1.0 if mover == 1 else 1.0
    key, hint = u64(0), NONE
    if memory.options.table:
        key = game.key(state)
        data = probe(memory.table, key)
        if data != 0:
            hint = move_of(data)
            if entry_matches(data, depth):
                known = side * from_score(score_of(data))
                bound = bound_for(bound_of(data), side)
                if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
                    if depth_of(data) != CERTAIN:
                        memory.horizon += 1
                    return known
    horizon = memory.horizon

    # Steps 4 and 5: a player chooses, or chance decides.
    best = NONE
    if mover == CHANCE:
        found = chance_value(state, n, depth, alpha, beta, ply, memory, scratch, base)
    else:
        best, found = player_value(state, n, mover, depth, alpha, beta, ply, place, hint, memory, scratch, base)
    if memory.signal.stop != 0:
        return 0.0
    if mover != CHANCE and place < 0:
        return found  # of one move only

    # Step 6: store.
    if memory.options.table:
        bound = EXACT
        if found >= beta:
            bound = LOWER
        if found <= alpha:
            bound = UPPER
        bound = bound_for(bound, side)
        store(
            memory.table, key, stored_move(best), to_score(side * found, bound), depth, bound, memory.horizon == horizon
        )
    return found


def player_value(
    state: Any,
    n: int,
    mover: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    place: int,
    hint: int,
    memory: StarMemory,
    scratch: Any,
    base: int,
) -> tuple[int, float]:
    """Step 4, MAX-VALUE and MIN-VALUE: the best of the n moves listed, and the value of the state (see `value`)."""
    star = memory.options.star
    side = -1.0 if mover == 1 else 1.0
    probing = place < 0
    reply = ply * OUTCOMES + (-1 - place if probing else place) % OUTCOMES
    if probing:
        move_to_front(hint if hint != NONE else memory.replies[reply], n, memory, base)
        n = 1
    else:
        n = order_moves(state, n, depth, hint, memory.replies[reply], memory, scratch, base)
    best, found = NONE, 0.0
    for i in range(n):
        move = memory.moves[base + i]
        child = game.play(state, move)
        v = value(child, depth - 1, alpha, beta, ply + 1, i, memory, scratch, base + n)
        if memory.signal.stop != 0:
            return NONE, 0.0
        if best == NONE or side * v > side * found:
            best, found = move, v
        if star > 0:
            if mover == 0:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
    if not probing:
        memory.replies[reply] = stored_move(best)
    return best, found


def chance_value(
    state: Any,
    n: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    memory: StarMemory,
    scratch: Any,
    base: int,
) -> float:
    """Step 5: the mean over the n outcomes listed (see `value`), with the cuts of Star1 and Star2."""
    star = memory.options.star
    # For outcome i: its probability, and its bounds so far.
    chance, least, most = memory.worths[base:], memory.worths[base + n :], memory.worths[base + 2 * n :]
    rounding = ROUNDING * (game.MOST - game.LEAST)
    lowest, highest = 0.0, 0.0  # the mean with the least, the greatest value for all that is unknown
    for i in range(n):
        chance[i] = game.probability(state, memory.moves[base + i])
        least[i], most[i] = game.LEAST, game.MOST
        lowest += chance[i] * game.LEAST
        highest += chance[i] * game.MOST
    decided = False
    # A probe of each outcome, then a full search of each.
    for turn in range(0 if star == 2 and depth > 0 and (alpha > game.LEAST or beta < game.MOST) else 1, 2):
        for i in range(n):
            if chance[i] == 0 or decided:
                continue
            child = game.play(state, memory.moves[base + i])
            chooser = game.mover(child)
            if turn == 0:
                # One move of MIN can only show that the mean is too low, one of MAX that it is too high.
                useless = (chooser == 1 and alpha <= game.LEAST) or (chooser == 0 and beta >= game.MOST)
                if chooser == CHANCE or useless or game.is_over(child):
                    continue
            low, high = game.LEAST, game.MOST
            if star > 0:
                low = max(least[i], (alpha - highest + chance[i] * most[i]) / chance[i])
                high = min(most[i], (beta - lowest + chance[i] * least[i]) / chance[i])
            v = value(child, depth, low, high, ply + 1, i if turn else -1 - i, memory, scratch, base + 3 * n)
            if memory.signal.stop != 0:
                return 0.0
            if (turn == 1 or chooser == 0) and (turn == 1 or v > low) and v > least[i]:
                lowest += chance[i] * (v - least[i])
                least[i] = v
            if (turn == 1 or chooser == 1) and (turn == 1 or v < high) and v < most[i]:
                highest += chance[i] * (v - most[i])
                most[i] = v
            decided = star > 0 and (highest <= alpha + rounding or lowest >= beta - rounding)
    # A bound must not look like an exact value because of rounding.
    if not decided:
        return lowest
    return min(highest, alpha) if highest <= alpha + rounding else max(lowest, beta)


def bound_for(bound: int, side: float) -> int:
    """The kind of bound for the negated value, if the side is the other one."""
    return bound if bound == EXACT or side > 0 else LOWER + UPPER - bound


def move_to_front(move: int, n: int, memory: StarMemory, base: int) -> None:
    """Put the move of which a table stored this first, if it is among the n."""
    for i in range(n):
        found = memory.moves[base + i]
        if stored_move(found) == move:
            memory.moves[base + i] = memory.moves[base]
            memory.moves[base] = found
            return


def order_moves(
    state: Any, n: int, depth: int, hint: int, reply: int, memory: StarMemory, scratch: Any, base: int
) -> int:
    """Put the moves into the order of the search; how many are searched.

    The table's move comes first, else the last reply to the same outcome. With depth 2 or more, all are sorted by their
    static values, and those that do not pass the filter are left out.
    """
    if depth >= 2 and n > 1:
        sign = 1.0 if game.mover(state) == 0 else -1.0
        for i in range(n):
            child = game.play(state, memory.moves[base + i])
            worth = sign * (float(game.utility(child, 0)) if game.is_over(child) else static_value(child, scratch))
            move, at = memory.moves[base + i], i
            while at > 0 and memory.worths[base + at - 1] < worth:
                memory.worths[base + at] = memory.worths[base + at - 1]
                memory.moves[base + at] = memory.moves[base + at - 1]
                at -= 1
            memory.worths[base + at] = worth
            memory.moves[base + at] = move
        memory.nodes += n
        kept = 1
        while kept < min(n, memory.options.keep):
            if memory.worths[base + kept] < memory.worths[base] - memory.options.margin:
                break
            kept += 1
        if kept < n:
            memory.horizon += 1
            n = kept
    elif hint == NONE:
        hint = reply
    if hint != NONE:
        move_to_front(hint, n, memory, base)
    return n


def static_value(state: Any, scratch: Any) -> float:
    """The value of an unfinished state without a search."""
    middle, half = (game.MOST + game.LEAST) / 2, (game.MOST - game.LEAST) / 2
    if game.HAS_ESTIMATE:
        return max(game.LEAST, min(game.MOST, game.estimate(state, 0, scratch)))
    if game.HAS_EVALUATION:
        mover = game.mover(state)
        if mover == CHANCE:
            return middle
        worth = math.tanh(game.evaluate(state) / SPREAD) * half
        return middle + (worth if mover == 0 else -worth)
    return middle


def entry_matches(data: u64, depth: int) -> bool:
    """Is the entry that of a search of this depth? A certain one holds for every search at least as deep."""
    effort = int(data >> 48 & DEEPEST)
    return effort <= depth if depth_of(data) == CERTAIN else effort == depth


def to_score(found: float, bound: int) -> int:
    """A value as an integer of the table; a bound is rounded to the side on which it still holds."""
    steps = found / max(abs(game.LEAST), abs(game.MOST)) * STEPS
    if bound == LOWER:
        return math.floor(steps)
    if bound == UPPER:
        return math.ceil(steps)
    return math.floor(steps + 0.5)


def from_score(score: int) -> float:
    """The inverse."""
    return score * max(abs(game.LEAST), abs(game.MOST)) / STEPS
