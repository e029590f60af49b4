"""Teams: partners share a side. A game of two sides is, to the searches of two players, a game of two players.

Partners get the same utility, so in a game with perfect information it does not matter which of them moves: the side
does. Where two sides have equally many players and the utilities add up to 0, `two_sides` gives the rules of that game
of two, in which `mover` is the side and a side is worth what its first player is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.kernel.errors import MossaError
from mossa.kernel.layout import define

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["sides_of", "two_sides"]

MOVER = """
def mover(state):
    player = seat(state)
    return SIDES[player] if player >= 0 else player
"""
WORTH = """
def worth(state, side):
    return own(state, FIRST[side])
"""
ESTIMATE = """
def estimate(state, side, scratch):
    return own(state, FIRST[side], scratch)
"""


def sides_of(rules: Rules) -> tuple[int, ...]:
    """The side of each player. A MossaError if they are not numbered from 0, with none left out."""
    players = range(rules.facts.players)
    if rules.side is None:
        return tuple(players)
    sides = tuple(rules.side(player) for player in players)
    if {*sides} != {*range(len({*sides}))}:
        raise MossaError(f"side gives {', '.join(map(str, sides))}: sides are numbered from 0, none is left out")
    return sides


def two_sides(rules: Rules) -> Rules | None:
    """The rules of the game of two that a game of two teams is; None if it is none."""
    sides, facts = rules.sides, rules.facts
    even = len({*sides}) == 2 and sides.count(0) == sides.count(1)
    if not even or facts.players == 2 or not facts.perfect or not facts.zero_sum:
        return None
    first = sides.index(0), sides.index(1)
    names = tuple(
        " & ".join(name for name, one in zip(rules.player_names, sides, strict=True) if one == side) for side in (0, 1)
    )
    changes: dict[str, Any] = {
        "facts": replace(facts, players=2),
        "side": None,
        "mover": define("mover", MOVER.splitlines(), seat=rules.mover, SIDES=sides),
        "player_names": names,
    }
    for name, text in (("utility", WORTH), ("score", WORTH), ("estimate", ESTIMATE)):
        own = getattr(rules, name)
        if own is not None:
            called = "estimate" if name == "estimate" else "worth"
            changes[name] = define(called, text.splitlines(), own=own, FIRST=first)
    return rules.replace(**changes)
