"""max^n compiled [LuckhardtIrani86], with shallow cuts [Korf91]. The textbook's `maxn` and `maxn_shallow` tell why."""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.bits import mix
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.common.leaf_values import leaf_value

from .memory import MOST_OUTCOMES, PlayersMemory, halted
from .table import EXACT, fitting, is_whole, move_of, noted, write

__all__ = ["maxn_value", "players_key"]

game: KernelRules = slot("game")


def maxn_value(
    state: Any, depth: int, ply: int, above: int, alpha: float, memory: PlayersMemory, scratch: Any, moves: Ints
) -> int:
    """Put the max^n vector of a state into the row of its ply; the place of the best move, −1 if there is none.

    If shallow cuts are made, the vector may be another one where it gives the player `above`, who moved last, no more
    than alpha. Returns at once if the search is stopped; the row is then worth nothing.
    """
    if halted(memory):
        return -1
    players = game.PLAYERS
    row = ply * players
    n = 0 if game.is_over(state) else game.moves(state, moves, 0)
    if n == 0:
        for player in range(players):
            memory.values[row + player] = float(game.utility(state, player))
        return -1
    mover = game.mover(state)
    if game.HAS_CHANCE and mover == CHANCE:
        if depth > 0 or (not game.HAS_ESTIMATE and depth > -MOST_OUTCOMES):
            mean_vector(state, depth, ply, n, memory, scratch, moves)
            return -1
    if depth <= 0:
        memory.horizon += 1
        for player in range(players):
            memory.values[row + player] = leaf_value(state, player, scratch)
        return -1
    key, known, horizon = u64(0), -1, memory.horizon
    if memory.tabled != 0:
        key = players_key(state, mover)
        note = noted(memory.table, key)
        if note != 0:
            known = move_of(note)
            if fitting(note, depth):
                memory.horizon += 0 if is_whole(note) else 1
                for player in range(players):  # the table counts players from the mover
                    memory.values[row + (mover + player) % players] = memory.table.row[player]
                return known
    best, cut = best_vector(state, depth, ply, mover, above, alpha, known, n, memory, scratch, moves)
    if memory.tabled != 0 and not cut and memory.signal.stop == 0:
        for player in range(players):
            memory.table.row[player] = memory.values[row + (mover + player) % players]
        write(memory.table, key, depth, EXACT, best, memory.horizon == horizon)
    return best


def best_vector(
    state: Any,
    depth: int,
    ply: int,
    mover: int,
    above: int,
    alpha: float,
    known: int,
    n: int,
    memory: PlayersMemory,
    scratch: Any,
    moves: Ints,
) -> tuple[int, bool]:
    """The place of the mover's best move, whose vector is put into the row of the ply, and whether there was a cut.

    The move that the table knows is searched first, the others in their order.
    """
    players = game.PLAYERS
    row, below = ply * players, (ply + 1) * players
    best, worth, cut = -1, -math.inf, False
    for turn in range(n):
        i = turn if known < 0 else known if turn == 0 else turn - 1 if turn <= known else turn
        memory.nodes += 1
        child = game.play(state, moves[i])
        bound = worth if memory.shallow != 0 else -math.inf
        maxn_value(child, depth - 1, ply + 1, mover, bound, memory, scratch, moves[n:])
        if memory.signal.stop != 0:
            return best, True
        if memory.values[below + mover] > worth:
            best, worth = i, memory.values[below + mover]
            for player in range(players):
                memory.values[row + player] = memory.values[below + player]
        if memory.shallow != 0 and above != mover:
            most = -worth - float(players - 2) * game.LEAST  # what the player above can still get here
            if most <= alpha:
                cut = True
                break
    return best, cut


def mean_vector(state: Any, depth: int, ply: int, n: int, memory: PlayersMemory, scratch: Any, moves: Ints) -> None:
    """At a chance node each player expects the mean of what he gets."""
    players = game.PLAYERS
    row, below = ply * players, (ply + 1) * players
    for player in range(players):
        memory.values[row + player] = 0.0
    for i in range(n):
        if memory.signal.stop != 0:
            return
        memory.nodes += 1
        chance = float(game.probability(state, moves[i]))
        maxn_value(game.play(state, moves[i]), depth - 1, ply + 1, CHANCE, -math.inf, memory, scratch, moves[n:])
        for player in range(players):
            memory.values[row + player] += chance * memory.values[below + player]


def players_key(state: Any, mover: int) -> u64:
    """The key of a state, told apart by the mover."""
    return game.key(state) ^ mix(u64(mover + 1))
