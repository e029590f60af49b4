"""The rules of a game as the engines see them: every function present, constants plain, moves into a buffer."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise as specialise_kernel
from mossa.kernel.words import u64

from .game import Game
from .protocol import Rules, State

__all__ = ["WIN_TIMES_UTILITY", "KernelRules", "kernel_rules", "specialise"]

WIN_TIMES_UTILITY = 1 << 22
"""The score of the greatest utility; the score of a utility of 1 is `WIN` (see `mossa.search.engines.scores`)."""


class KernelRules(Protocol):
    """What an engine finds in its slot `game`: the rules, complete, with constants in capitals."""

    ENDS_WITHOUT_MOVES: bool
    """There is no `is_over` of the game's own: a state without moves is an end."""
    HAS_SCORE: bool
    """`outcome` is the game's own scale."""
    HAS_BOUNDS: bool
    ALTERNATE: bool
    PLAYERS: int
    WIDEST: int
    LONGEST: int
    WIN: int
    """The score of a utility of 1."""

    def mover(self, state: State) -> int:
        """Who moves."""

    def moves(self, state: State, out: Ints, n: int) -> int:
        """Write the moves to `out` from place n on; the new count."""

    def sufficient(self, state: State, out: Ints, n: int) -> int:
        """The same for moves that are enough to find the value."""

    def play(self, state: State, move: int) -> State:
        """The state after a move."""

    def is_over(self, state: State) -> bool:
        """Has the game ended?"""

    def utility(self, state: State, player: int) -> int:
        """What an end is worth."""

    def outcome(self, state: State, player: int) -> int:
        """What the engines maximise: the score, else the utility."""

    def key(self, state: State) -> u64:
        """A word that tells states apart."""

    def evaluate(self, state: State) -> int:
        """An estimate for the mover."""

    def order(self, state: State, move: int) -> int:
        """Greater is tried earlier."""

    def bounds(self, state: State) -> tuple[int, int]:
        """Proven limits of the outcome."""


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
    """What fills the slot: `KernelRules`, before the generators are made fillers."""
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
    return specialise_kernel(
        entry, {"game": kernel_rules(game.rules)}, name=f"{label} {room}.{entry.__name__}", compiled=compiled
    )
