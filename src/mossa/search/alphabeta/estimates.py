"""Static estimates: the game's evaluation, cached, refined by its network and corrected by correction history."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import fetch_ahead
from mossa.kernel.transposition_table import NONE, SCORE_LIMIT
from mossa.kernel.words import u64
from mossa.search.common.scores import INFINITE
from mossa.search.common.table_keys import estimate_key

from .memory import CORRECTION_SLOTS, ESTIMATE_SLOTS, STRUCTURE_SLOTS, Memory
from .options import Options

__all__ = [
    "correct_estimate",
    "corrected_estimate",
    "improving",
    "prefetch_estimate",
    "update_correction",
    "uses_estimate",
]

game: KernelRules = slot("game")

ERROR_LIMIT = 1 << 10
"""A number of the correction history stays below this size; at it the correction is `correction_most`."""


def uses_estimate(options: Options) -> bool:
    """Does any technique need static estimates?"""
    return options.futility + options.null_move + options.reductions + options.probcut > 0


def corrected_estimate(state: Any, memory: Memory) -> int:
    """The game's estimate, corrected by the errors that searches found in states with the same correction keys."""
    errors, first = 0, 0
    # The corrections are read first, so that these loads overlap with computing the estimate.
    if game.HAS_CORRECTION_KEYS and memory.options.correction:
        for key in game.correction_keys(state):
            errors += memory.corrections[first + correction_index(key, state)]
            first += CORRECTION_SLOTS
    return clamp_estimate(cached_estimate(state, memory) + errors * memory.options.correction_most // ERROR_LIMIT)


def correction_index(key: u64, state: Any) -> int:
    """The index in correction history, for all states with this correction key and the same mover."""
    return int(key & (CORRECTION_SLOTS // 2 - 1)) * 2 + (game.mover(state) & 1)


def update_correction(state: Any, error: int, depth: int, memory: Memory) -> None:
    """A search of this depth differed from the estimate by `error`: move the corrections of its keys towards that, less
    the nearer they are to their limit."""
    step = max(-ERROR_LIMIT // 4, min(ERROR_LIMIT // 4, error * depth // 8))
    first = 0
    for key in game.correction_keys(state):
        at = first + correction_index(key, state)
        memory.corrections[at] += step - memory.corrections[at] * abs(step) // ERROR_LIMIT
        first += CORRECTION_SLOTS


def correct_estimate(
    state: Any, move: int, score: int, alpha: int, beta: int, depth: int, estimate: int, memory: Memory
) -> None:
    """Learn how wrong the estimate was from the score and the best move that a search of this depth and window found.

    The gain of a move that is not quiet is no error of the estimate, and a bound on the wrong side of the estimate says
    nothing.
    """
    telling = score < estimate if score <= alpha else score < beta or score > estimate
    if telling and (move == NONE or game.quiet(state, move)):
        update_correction(state, score - estimate, depth, memory)


def clamp_estimate(estimate: int) -> int:
    """An estimate, limited to scores that no finished game has."""
    if game.HAS_SCORE:
        return estimate
    limit = game.WIN - 2 * game.LONGEST - 1
    return max(-limit, min(limit, estimate))


def prefetch_estimate(state: Any, memory: Memory) -> None:
    """Prefetch the cached estimate of a state."""
    fetch_ahead(memory.estimate_cache, int(estimate_key(state) & (ESTIMATE_SLOTS - 1)))


def cached_estimate(state: Any, memory: Memory) -> int:
    """The game's own estimate, by its features and its network, from the cache if it is there.

    An entry holds the upper bits of the key and, in the lowest 24, the estimate.
    """
    key = estimate_key(state)
    place = int(key & (ESTIMATE_SLOTS - 1))
    entry: u64 = memory.estimate_cache[place]
    if (entry ^ key) >> 24 == 0:
        return int(entry & 0xFFFFFF) - SCORE_LIMIT
    estimate: int = raw_estimate(state, memory)
    memory.estimate_cache[place] = key >> 24 << 24 | u64(estimate + SCORE_LIMIT)
    return estimate


def raw_estimate(state: Any, memory: Memory) -> int:
    """The game's own estimate, computed. Its machine code is long, so all callers share one copy."""
    estimate = evaluate_with_cached_structure(state, memory) if game.HAS_STRUCTURE else game.evaluate(state)
    if game.HAS_REFINEMENT and memory.options.network:
        estimate += game.refine(state, memory.scratch)
    return clamp_estimate(estimate)


def evaluate_with_cached_structure(state: Any, memory: Memory) -> int:
    """`evaluate`, with the structure of the state (in chess: of the pawns) from the cache."""
    key = game.structure_key(state)
    place = int(key >> 40 & (STRUCTURE_SLOTS - 1))
    if memory.structure_keys[place] != key:
        memory.structure_keys[place], memory.structures[place] = key, game.structure(state)
    return game.evaluate_with_structure(state, memory.structures[place])


def improving(ply: int, memory: Memory) -> bool:
    """Is the estimate better than at the mover's last turn? Yes if there was no estimate then."""
    if not game.ALTERNATE or memory.estimates[ply] == -INFINITE:
        return False
    before = memory.estimates[ply - 2] if ply >= 2 else -INFINITE
    if before == -INFINITE and ply >= 4:
        before = memory.estimates[ply - 4]
    return bool(memory.estimates[ply] > before)
