"""The facts that a game declares: what kind of game it is, and its bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from mossa.kernel.errors import MossaError

__all__ = ["CHANCE", "ENDLESS", "GREATEST", "NARROW", "NO_MOVE", "Facts"]

CHANCE = -1
"""`mover(state)` of a chance node: dice or cards decide, not a player."""

NARROW = (1 << 24) - 2
"""Moves up to this number fit into the tables of the engines as they are."""
GREATEST = (1 << 62) - 1
"""No move and no outcome has a greater number."""
NO_MOVE = NARROW + 1
"""In the tables of the engines: no move. So it is the number of none."""

ENDLESS = 4096
"""Where no bound of the moves is declared, no line and no match goes on for longer than this."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What kind of game this is. The conformance suite (`mossa check`) tests each fact on real play.

    >>> Facts(players=2, widest=9, longest=9).kind
    'deterministic, perfect information'
    """

    players: int = 2
    """How many players, numbered from 0. Player 0 is MAX in a game of two."""
    chance: bool = False
    """Some states have `mover(state) == CHANCE`."""
    teams: bool = False
    """Some players are partners: the game defines `side`."""
    hidden: bool = False
    """Players do not see the whole state: the game defines `information_state` and `redeal`."""
    simultaneous: bool = False
    """The moves of a round are made at once. The state collects them one by one; `information_state` hides them."""
    zero_sum: bool = True
    """The utilities of all players add up to 0 at every end."""
    alternate: bool = True
    """With two players, or two teams: they move strictly in turn (a pass is a move)."""
    line: int = 0
    """Which moves are legal depends on the line so far: `allowed` may ask for so many of its last states. 0: it does
    not."""
    repetition: bool = False
    """The engines count a state that occurs again as a draw (a referee may require a third time)."""
    utility: tuple[float, float] = (-1, 1)
    """The least and the greatest utility. If both are integers, all utilities are."""
    score: tuple[int, int] | None = None
    """Bounds of `score(state, player)`, if the game has its own scale that ranks the ends."""
    widest: int
    """No state has more moves (or chance outcomes) than this; it need not be reached."""
    greatest_move: int = NARROW
    """No move has a greater number. Where it is more than 2**24−2, up to 2**62−1, the tables of the engines keep a
    check of 24 bits in place of a move."""
    samples: int = 16
    """Where chance has a `sample` and no `probability`: so many drawn outcomes, taken as equally likely, stand for all
    in a search that looks at every outcome (`widest` is at least this then)."""
    longest: int | None = None
    """No game lasts more moves than this, chance outcomes included. None: no such bound; positions may recur."""
    features: tuple[int, ...] | None = None
    """The shape of what `features(state)` yields, such as (planes, rows, columns). None: there are no features."""
    actions: int | None = None
    """How many actions a policy chooses from, numbered from 0; `action(state, move)` says which one a move is. Without
    features it is the action space of environments alone."""

    def __post_init__(self) -> None:
        low, high = self.utility
        wrong = (
            "a game has at least one player"
            if self.players < 1
            else "widest and longest are at least 1"
            if self.widest < 1 or self.horizon < 1
            else f"greatest_move is at least 0 and at most {GREATEST}"
            if not 0 <= self.greatest_move <= GREATEST
            else "line is the number of states that are remembered, from 0 up to 4096"
            if not 0 <= self.line <= ENDLESS
            else "samples is at least 1"
            if self.samples < 1
            else "the bounds of the utility are two finite numbers, the lesser first"
            if not (math.isfinite(low) and math.isfinite(high) and low < high)
            else "features is the shape of what features(state) yields, such as (planes, rows, columns)"
            if self.features is not None and (not self.features or min(self.features) < 1)
            else "features=(…) needs actions=…: what a network sees, and what it chooses from"
            if self.features is not None and self.actions is None
            else "actions is a whole number from 1 on"
            if self.actions is not None and self.actions < 1
            else ""
        )
        if wrong:
            raise MossaError(f"the facts of the game are wrong: {wrong}")

    @cached_property
    def horizon(self) -> int:
        """`longest`, or ENDLESS if the game has no such bound."""
        return ENDLESS if self.longest is None else self.longest

    @cached_property
    def inputs(self) -> int:
        """How many numbers `features(state)` yields."""
        return math.prod(self.features or (0,))

    @cached_property
    def wide(self) -> bool:
        """Are there moves of more than 24 bits?"""
        return self.greatest_move > NARROW

    @cached_property
    def perfect(self) -> bool:
        """Every player sees everything."""
        return not (self.hidden or self.simultaneous)

    @cached_property
    def whole(self) -> bool:
        """All utilities are whole numbers."""
        return all(isinstance(bound, int) for bound in self.utility)

    @property
    def kind(self) -> str:
        """The kind of game as in the course's table: chance or not, and what players know."""
        first = "with chance" if self.chance else "deterministic"
        second = "simultaneous" if self.simultaneous else f"{'perfect' if self.perfect else 'imperfect'} information"
        return f"{first}, {second}"
