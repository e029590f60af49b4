"""One ply ahead without a search: what the table and the game's bounds already say about the children of a state.

A child that is known to be good enough for a cut ends the search of its parent (enhanced transposition cutoffs). In a
proof, a child that is known to be no better than alpha needs no search either, and its move is dropped.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import CERTAIN, LOWER, NONE, UPPER, bound_of, depth_of, prefetch, probe, score_of
from mossa.search.common.scores import INFINITE, from_table, known_bounds, turn_sign
from mossa.search.common.table_keys import table_key
from mossa.search.common.wide_moves import move_in

from .memory import Memory
from .ordering import rank

__all__ = ["ask_bounds", "ask_table", "look_ahead", "prefetch_children"]

game: KernelRules = slot("game")


def look_ahead(
    state: Any, n: int, hint: int, depth: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints
) -> tuple[int, int, int]:
    """Rank the n moves of a state, and drop those that need no search. Three numbers:

    how many moves are left in the buffer; the best score of the others, which cuts if it is >= beta and else is at most
    alpha; the ply of the children if all of them were seen to be unfinished, else 0.
    """
    options = memory.options
    best, checked = -INFINITE, 0
    looks = options.lookahead and options.table and memory.excluded[ply] == NONE
    looks = looks and depth >= options.lookahead_depth and ply <= options.lookahead_ply
    if looks:
        prefetch_children(state, n, memory, buffer)
    if game.HAS_BOUNDS and game.ALTERNATE and looks and n > 1 and options.proof and beta - alpha == 1:
        n, best, checked = ask_bounds(state, n, alpha, beta, ply, memory, buffer)
        if best >= beta:
            return n, best, checked
    rank(state, n, hint, depth, ply, memory, buffer)
    if looks and n > 1:
        n, best = ask_table(state, n, depth, alpha, beta, best, ply, memory, buffer)
    return n, best, checked


def prefetch_children(state: Any, n: int, memory: Memory, buffer: Ints) -> None:
    """Prefetch the table's entries of all children, for `ask_table`."""
    for i in range(n):
        prefetch(memory.table, table_key(game.play(state, buffer[i])))


def ask_bounds(
    state: Any, n: int, alpha: int, beta: int, ply: int, memory: Memory, buffer: Ints
) -> tuple[int, int, int]:
    """Ask the game's `bounds` of every child, in a proof. Three numbers:

    how many moves are left in the buffer; the best score of the others, which cuts if it is >= beta and else is at most
    alpha; the ply of the children if all of them were seen to be unfinished, else 0.
    """
    best, checked, left = -INFINITE, ply + 1, 0
    for i in range(n):
        child = game.play(state, buffer[i])
        if game.is_over(child):
            checked = 0
        if checked:
            least, most = known_bounds(child, ply + 1)
            if -most >= beta:
                memory.skipped_children += 1
                return n, -most, checked
            if -least <= alpha:
                memory.skipped_children += 1
                best = max(best, -least)
                continue
        buffer[left] = buffer[i]
        left += 1
    return left, best, checked


def ask_table(
    state: Any, n: int, depth: int, alpha: int, beta: int, best: int, ply: int, memory: Memory, buffer: Ints
) -> tuple[int, int]:
    """Ask the table for every child. Two numbers: how many moves are left in the buffer; the best score of the others
    and of those before (`best`), which cuts if it is >= beta and else is at most alpha."""
    proof = memory.options.proof
    left = 0
    for i in range(n):
        child = game.play(state, move_in(buffer[i], buffer))
        data = probe(memory.table, table_key(child))
        if data != 0 and depth_of(data) >= (CERTAIN if proof else depth - 1) and turn_sign(state, child) < 0:
            score = -from_table(score_of(data), ply + 1)
            if bound_of(data) != LOWER and score >= beta:
                if depth_of(data) != CERTAIN:
                    memory.horizon += 1
                return n, score
            if proof and bound_of(data) != UPPER and score <= alpha:
                best = max(best, score)
                continue
        buffer[left] = buffer[i]
        left += 1
    return left, best
