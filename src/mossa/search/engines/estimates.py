"""What a state looks like, and whether things are getting better."""

from __future__ import annotations

from typing import Any

from mossa.core.compiled import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.hashtable import SCORE_LIMIT
from mossa.kernel.words import u64

from .memory import JUDGED, Memory
from .options import Options
from .scores import INFINITE

__all__ = ["improving", "judge", "wants_estimate"]

game: KernelRules = slot("game")


def wants_estimate(options: Options) -> bool:
    """Does any technique ask what a state looks like?"""
    return options.futility + options.null_move + options.reductions + options.probcut > 0


def judge(state: Any, memory: Memory) -> int:
    """The game's estimate, kept clear of the scores of finished games.

    A search comes to the same states again and again, so the last estimates are kept: the upper bits of the key and, in
    the lowest 24, the estimate. It may depend on `reversible` besides the key (chess: an advantage fades).
    """
    key = game.key(state) ^ u64(game.reversible(state)) << 40
    place = int(key & (JUDGED - 1))
    kept: u64 = memory.judged[place]
    if (kept ^ key) >> 24 == 0:
        return int(kept & 0xFFFFFF) - SCORE_LIMIT
    estimate = game.evaluate(state)
    if not game.HAS_SCORE:
        limit = game.WIN - 2 * game.LONGEST - 1
        estimate = max(-limit, min(limit, estimate))
    memory.judged[place] = key >> 24 << 24 | u64(estimate + SCORE_LIMIT)
    return estimate


def improving(ply: int, memory: Memory) -> bool:
    """Does the state look better than at the mover's last turn? Where nothing is known of that, it is taken to."""
    if not game.ALTERNATE or memory.estimates[ply] == -INFINITE:
        return False
    before = memory.estimates[ply - 2] if ply >= 2 else -INFINITE
    if before == -INFINITE and ply >= 4:
        before = memory.estimates[ply - 4]
    return bool(memory.estimates[ply] > before)
