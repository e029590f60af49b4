"""Entries of the transposition table: when one decides a search, and what a search stores."""

from __future__ import annotations

from mossa.kernel.transposition_table import CERTAIN, EXACT, LOWER, UPPER, bound_of, depth_of, score_of, store
from mossa.kernel.words import u64
from mossa.search.common.scores import from_table, to_table

from .memory import Memory
from .options import Options

__all__ = ["entry_decides", "store_score"]


def entry_decides(data: u64, depth: int, alpha: int, beta: int, ply: int, options: Options) -> bool:
    """Does the table's entry decide a search of this depth with this window?"""
    if depth_of(data) < (CERTAIN if options.proof else depth):
        return False
    if options.table_strict and beta - alpha > 1 and depth_of(data) != CERTAIN:
        return False
    score, bound = from_table(score_of(data), ply), bound_of(data)
    return (
        (bound == EXACT and (beta - alpha == 1 or depth_of(data) == CERTAIN))
        or (bound == LOWER and score >= beta)
        or (bound == UPPER and score <= alpha)
    )


def store_score(
    key: u64, move: int, score: int, alpha: int, beta: int, depth: int, ply: int, certain: bool, memory: Memory
) -> None:
    """Store the score that a search of this depth found in this window, and its best move."""
    bound = EXACT
    if score <= alpha:
        bound = UPPER
    elif score >= beta:
        bound = LOWER
    store(memory.table, key, move, to_table(score, ply), depth, bound, certain)
