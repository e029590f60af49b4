"""What a state looks like, and whether things are getting better."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import outline, slot
from mossa.kernel.memory import fetch_ahead
from mossa.kernel.transposition_table import SCORE_LIMIT
from mossa.kernel.words import u64
from mossa.search.common.scores import INFINITE
from mossa.search.common.table_keys import judged_key

from .memory import ERRORS, JUDGED, STRUCTURES, Memory
from .options import Options

__all__ = ["expect_judged", "improving", "judge", "note_error", "wants_estimate"]

game: KernelRules = slot("game")

ERROR_LIMIT = 1 << 10
"""Errors that are remembered stay below this size; there the correction is `correction_most`."""


def wants_estimate(options: Options) -> bool:
    """Does any technique ask what a state looks like?"""
    return options.futility + options.null_move + options.reductions + options.probcut > 0


def judge(state: Any, memory: Memory) -> int:
    """The game's estimate, corrected by what searches found wrong with it in states that are alike."""
    errors, first = 0, 0
    if game.HAS_CORRECTION_KEYS and memory.options.correction:  # asked for first: they come while the estimate is made
        for word in game.correction_keys(state):
            errors += memory.errors[first + alike(word, state)]
            first += ERRORS
    return clear(glance(state, memory) + errors * memory.options.correction_most // ERROR_LIMIT)


def alike(word: u64, state: Any) -> int:
    """Where the error of the estimate is kept, for all states that share this word and have the same mover."""
    return int(word & (ERRORS // 2 - 1)) * 2 + (game.mover(state) & 1)


def note_error(state: Any, error: int, depth: int, memory: Memory) -> None:
    """A search of this depth found so much more than the estimate said: let the errors of states alike move towards it,
    the less the nearer they are to their limit."""
    step = max(-ERROR_LIMIT // 4, min(ERROR_LIMIT // 4, error * depth // 8))
    first = 0
    for word in game.correction_keys(state):
        at = first + alike(word, state)
        memory.errors[at] += step - memory.errors[at] * abs(step) // ERROR_LIMIT
        first += ERRORS


def clear(estimate: int) -> int:
    """An estimate, kept clear of the scores of finished games."""
    if game.HAS_SCORE:
        return estimate
    limit = game.WIN - 2 * game.LONGEST - 1
    return max(-limit, min(limit, estimate))


def expect_judged(state: Any, memory: Memory) -> None:
    """A state will be judged soon: let what is kept of it come meanwhile."""
    fetch_ahead(memory.judged, int(judged_key(state) & (JUDGED - 1)))


def glance(state: Any, memory: Memory) -> int:
    """The game's own estimate, by its features and by its network.

    A search comes to the same states again and again, so the last estimates are kept: the upper bits of the key and, in
    the lowest 24, the estimate.
    """
    key = judged_key(state)
    place = int(key & (JUDGED - 1))
    kept: u64 = memory.judged[place]
    if (kept ^ key) >> 24 == 0:
        return int(kept & 0xFFFFFF) - SCORE_LIMIT
    estimate: int = appraise(state, memory)
    memory.judged[place] = key >> 24 << 24 | u64(estimate + SCORE_LIMIT)
    return estimate


@outline
def appraise(state: Any, memory: Memory) -> int:
    """The game's own estimate, made anew: long, so that those who ask share one copy of its machine code."""
    estimate = framed(state, memory) if game.HAS_STRUCTURE else game.evaluate(state)
    if game.HAS_REFINEMENT and memory.options.network:
        estimate += game.refine(state, memory.scratch)
    return clear(estimate)


def framed(state: Any, memory: Memory) -> int:
    """`evaluate`, its frame taken from those that were worked out lately."""
    key = game.structure_key(state)
    place = int(key >> 40 & (STRUCTURES - 1))
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
