"""The rules of a game as the engines see them: every function present, constants plain, moves into a buffer."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from mossa.kernel.specialise import specialise as specialise_kernel

from .game import Game
from .protocol import Rules, State

__all__ = ["WIN_TIMES_UTILITY", "kernel_rules", "specialise"]

WIN_TIMES_UTILITY = 1 << 22
"""The score of the greatest utility; the score of a utility of 1 is `WIN` (see `mossa.search.engines.scores`)."""


def never_over(state: State) -> bool:
    """Stands for `is_over` where a game ends simply by having no moves."""
    return False


def no_estimate(state: State) -> int:
    """Stands for `evaluate`."""
    return 0


def no_preference(state: State, move: int) -> int:
    """Stands for `order`."""
    return 0


def no_bounds(state: State) -> tuple[int, int]:
    """Stands for `bounds`."""
    return -(1 << 15), 1 << 15


def kernel_rules(rules: Rules) -> dict[str, Any]:
    """What fills the slot `game` of an engine.

    `moves(state, out, n)` writes the moves to `out` from place n on and returns the new count. Where `is_over` is
    absent (`ENDS_WITHOUT_MOVES`), a state without moves is an end. Of `utility` and `score`, `outcome` is the one
    the engines maximise.
    """
    facts = rules.facts
    own_end = "_over_without_moves" not in rules.is_over.__qualname__
    return {
        "mover": rules.mover,
        "moves": rules.moves,
        "play": rules.play,
        "utility": rules.utility,
        "outcome": rules.score or rules.utility,
        "is_over": rules.is_over if own_end else never_over,
        "key": rules.key,
        "evaluate": rules.evaluate or no_estimate,
        "order": rules.order or no_preference,
        "bounds": rules.bounds or no_bounds,
        "sufficient": rules.sufficient or rules.moves,
        "ENDS_WITHOUT_MOVES": not own_end,
        "HAS_SCORE": rules.score is not None,
        "HAS_ORDER": rules.order is not None,
        "HAS_BOUNDS": rules.bounds is not None,
        "ALTERNATE": facts.alternate,
        "PLAYERS": facts.players,
        "WIDEST": facts.widest,
        "LONGEST": facts.longest,
        "WIN": WIN_TIMES_UTILITY // max(1, *(int(abs(bound)) for bound in facts.utility)),
    }


@lru_cache(maxsize=512)
def specialise(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An engine's entry function bound to a game."""
    label = game.name.rsplit("/", 1)[-1]
    room = entry.__module__.rsplit(".", 1)[-1]
    return specialise_kernel(entry, {"game": kernel_rules(game.rules)}, name=f"{label} {room}.{entry.__name__}", compiled=compiled)
