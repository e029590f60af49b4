"""What a state looks like, and whether things are getting better."""

from __future__ import annotations

from typing import Any

from mossa.core.compiled import KernelRules
from mossa.kernel.binding import slot

from .memory import Memory
from .options import Options
from .scores import INFINITE

__all__ = ["improving", "judge", "wants_estimate"]

game: KernelRules = slot("game")


def wants_estimate(options: Options) -> bool:
    """Does any technique ask what a state looks like?"""
    return options.futility + options.null_move + options.reductions + options.probcut > 0


def judge(state: Any) -> int:
    """The game's estimate, kept clear of the scores of finished games."""
    if game.HAS_SCORE:
        return game.evaluate(state)
    limit = game.WIN - 2 * game.LONGEST - 1
    return max(-limit, min(limit, game.evaluate(state)))


def improving(ply: int, memory: Memory) -> bool:
    """Does the state look better than at the mover's last turn? Where nothing is known of that, it is taken to."""
    if not game.ALTERNATE or memory.estimates[ply] == -INFINITE:
        return False
    before = memory.estimates[ply - 2] if ply >= 2 else -INFINITE
    if before == -INFINITE and ply >= 4:
        before = memory.estimates[ply - 4]
    return bool(memory.estimates[ply] > before)
