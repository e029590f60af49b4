"""One player against all others: the paranoid search [SturtevantKorf00] and best-reply search [SchaddWinands11].

The player at the root, MAX, takes the greatest value, and so do his partners, if he has any (`side`); all others take
the least: alpha-beta, however many they are. That is
too gloomy, and it cuts little, since MAX moves only once in a round. *Best-reply search* lets a single one of the
others choose between two moves of MAX; the rest play their ordinary moves, those that `order` puts first. (In the first
form of the algorithm the rest did not move at all, which few games allow; this one keeps to the rules [Esser13].)
"""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.common.leaf_values import leaf_value

from .maxn import players_key
from .memory import MOST_OUTCOMES, PlayersMemory, halted, is_friend
from .table import AT_LEAST, AT_MOST, EXACT, bound_of, fitting, is_whole, move_of, noted, write

__all__ = ["allied_value", "ordinary_move"]

game: KernelRules = slot("game")

ANSWERED = u64(0x9E3779B97F4A7C15)


def allied_value(
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    answered: int,
    memory: PlayersMemory,
    scratch: Any,
    moves: Ints,
) -> float:
    """What a state is worth to MAX: exactly v if alpha < v < beta, at most v if v ≤ alpha, at least v if v ≥ beta.

    `answered`: one of the others has chosen since MAX moved (best reply). If the search is stopped, v means nothing.
    """
    if halted(memory):
        return 0.0
    n = 0 if game.is_over(state) else game.moves(state, moves, 0)
    if n == 0:
        return float(game.utility(state, memory.maximiser))
    mover = game.mover(state)
    if game.HAS_CHANCE and mover == CHANCE:
        if depth > 0 or (not game.HAS_ESTIMATE and depth > -MOST_OUTCOMES):
            return mean_value(state, depth, answered, n, memory, scratch, moves)
    if depth <= 0:
        memory.horizon += 1
        return leaf_value(state, memory.maximiser, scratch)
    if is_friend(mover, memory):
        answered = 0
    key, known, horizon = u64(0), -1, memory.horizon
    if memory.tabled != 0:
        key = players_key(state, mover) ^ (ANSWERED if answered != 0 else u64(0))
        note = noted(memory.table, key)
        if note != 0:
            known, bound, v = move_of(note), bound_of(note), float(memory.table.row[0])
            if fitting(note, depth) and (bound == EXACT or (v >= beta if bound == AT_LEAST else v <= alpha)):
                memory.horizon += 0 if is_whole(note) else 1
                return v
    best, v = allied_choice(state, depth, alpha, beta, answered, known, n, memory, scratch, moves)
    if memory.tabled != 0 and memory.signal.stop == 0:
        bound = AT_MOST if v <= alpha else AT_LEAST if v >= beta else EXACT
        memory.table.row[0] = v
        write(memory.table, key, depth, bound, best, memory.horizon == horizon)
    return v


def allied_choice(
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    answered: int,
    known: int,
    n: int,
    memory: PlayersMemory,
    scratch: Any,
    moves: Ints,
) -> tuple[int, float]:
    """The place of the best move of MAX or of the others, and its value; fail-soft. A known good move comes first."""
    greatest = is_friend(game.mover(state), memory)
    ordinary = ordinary_move(state, moves, n) if memory.replies != 0 and not greatest else -1
    best, v = -1, -math.inf if greatest else math.inf
    for turn in range(n):
        late = n - turn if memory.backwards != 0 and turn > 0 else turn
        i = late if known < 0 else known if turn == 0 else late - 1 if late <= known else late
        if answered != 0 and i != ordinary:
            continue
        memory.nodes += 1
        after = 1 if answered != 0 or (ordinary >= 0 and i != ordinary) else 0
        value = allied_value(game.play(state, moves[i]), depth - 1, alpha, beta, after, memory, scratch, moves[n:])
        if memory.signal.stop != 0:
            break
        if best < 0 or (value > v if greatest else value < v):
            best, v = i, value
        if v >= beta if greatest else v <= alpha:
            break
        if greatest:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return best, v


def ordinary_move(state: Any, moves: Ints, n: int) -> int:
    """The place of the move that `order` puts first; without an `order`, of the first one listed."""
    best, greatest = 0, game.order(state, moves[0])
    for i in range(1, n):
        order = game.order(state, moves[i])
        if order > greatest:
            best, greatest = i, order
    return best


def mean_value(
    state: Any, depth: int, answered: int, n: int, memory: PlayersMemory, scratch: Any, moves: Ints
) -> float:
    """At a chance node, the mean. There is no cut, so each outcome has a full window."""
    total = 0.0
    for i in range(n):
        if memory.signal.stop != 0:
            break
        memory.nodes += 1
        child, chance = game.play(state, moves[i]), float(game.probability(state, moves[i]))
        total += chance * allied_value(child, depth - 1, -math.inf, math.inf, answered, memory, scratch, moves[n:])
    return total
