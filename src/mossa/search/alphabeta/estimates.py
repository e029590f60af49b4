"""What a state looks like, and whether things are getting better."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import outline, slot
from mossa.kernel.memory import fetch_ahead
from mossa.kernel.transposition_table import SCORE_LIMIT
from mossa.kernel.words import u64
from mossa.search.common.scores import INFINITE
from mossa.search.common.table_keys import estimate_key

from .memory import CORRECTION_SLOTS, ESTIMATE_SLOTS, STRUCTURE_SLOTS, Memory
from .options import Options

__all__ = ["corrected_estimate", "improving", "prefetch_estimate", "update_correction", "uses_estimate"]

game: KernelRules = slot("game")

ERROR_LIMIT = 1 << 10
"""Errors that are remembered stay below this size; there the correction is `correction_most`."""


def uses_estimate(options: Options) -> bool:
    """Does any technique ask what a state looks like?"""
    return options.futility + options.null_move + options.reductions + options.probcut > 0


def corrected_estimate(state: Any, memory: Memory) -> int:
    """The game's estimate, corrected by what searches found wrong with it in states that are alike."""
    errors, first = 0, 0
    if game.HAS_CORRECTION_KEYS and memory.options.correction:  # asked for first: they come while the estimate is made
        for word in game.correction_keys(state):
            errors += memory.corrections[first + correction_index(word, state)]
            first += CORRECTION_SLOTS
    return clear(cached_estimate(state, memory) + errors * memory.options.correction_most // ERROR_LIMIT)


def correction_index(word: u64, state: Any) -> int:
    """Where the error of the estimate is kept, for all states that share this word and have the same mover."""
    return int(word & (CORRECTION_SLOTS // 2 - 1)) * 2 + (game.mover(state) & 1)


def update_correction(state: Any, error: int, depth: int, memory: Memory) -> None:
    """A search of this depth found so much more than the estimate said: let the errors of states alike move towards it,
    the less the nearer they are to their limit."""
    step = max(-ERROR_LIMIT // 4, min(ERROR_LIMIT // 4, error * depth // 8))
    first = 0
    for word in game.correction_keys(state):
        at = first + correction_index(word, state)
        memory.corrections[at] += step - memory.corrections[at] * abs(step) // ERROR_LIMIT
        first += CORRECTION_SLOTS


def clear(estimate: int) -> int:
    """An estimate, kept clear of the scores of finished games."""
    if game.HAS_SCORE:
        return estimate
    limit = game.WIN - 2 * game.LONGEST - 1
    return max(-limit, min(limit, estimate))


def prefetch_estimate(state: Any, memory: Memory) -> None:
    """A state will be judged soon: let what is kept of it come meanwhile."""
    fetch_ahead(memory.estimate_cache, int(estimate_key(state) & (ESTIMATE_SLOTS - 1)))


def cached_estimate(state: Any, memory: Memory) -> int:
    """The game's own estimate, by its features and by its network.

    A search comes to the same states again and again, so the last estimates are kept: the upper bits of the key and, in
    the lowest 24, the estimate.
    """
    key = estimate_key(state)
    place = int(key & (ESTIMATE_SLOTS - 1))
    kept: u64 = memory.estimate_cache[place]
    if (kept ^ key) >> 24 == 0:
        return int(kept & 0xFFFFFF) - SCORE_LIMIT
    estimate: int = raw_estimate(state, memory)
    memory.estimate_cache[place] = key >> 24 << 24 | u64(estimate + SCORE_LIMIT)
    return estimate


@outline
def raw_estimate(state: Any, memory: Memory) -> int:
    """The game's own estimate, made anew: long, so that those who ask share one copy of its machine code."""
    estimate = evaluate_with_cached_structure(state, memory) if game.HAS_STRUCTURE else game.evaluate(state)
    if game.HAS_REFINEMENT and memory.options.network:
        estimate += game.refine(state, memory.scratch)
    return clear(estimate)


def evaluate_with_cached_structure(state: Any, memory: Memory) -> int:
    """`evaluate`, its frame taken from those that were worked out lately."""
    key = game.structure_key(state)
    place = int(key >> 40 & (STRUCTURE_SLOTS - 1))
    if memory.structure_keys[place] != key:
        memory.structure_keys[place], memory.structures[place] = key, game.structure(state)
    return game.evaluate_with_structure(state, memory.structures[place])


def improving(ply: int, memory: Memory) -> bool:
    """Does the state look better than at the mover's last turn? Where nothing is known of that, it is taken to."""
    if not game.ALTERNATE or memory.estimates[ply] == -INFINITE:
        return False
    before = memory.estimates[ply - 2] if ply >= 2 else -INFINITE
    if before == -INFINITE and ply >= 4:
        before = memory.estimates[ply - 4]
    return bool(memory.estimates[ply] > before)
