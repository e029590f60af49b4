"""Match equity: the chance to win a match at every score, computed backwards from the end of the match.

Every game of the match has equal chances and a cube that is turned as in `cube`; it ends at scores whose equities are
already known, since one side needs fewer points there. There are three parameters, and no published table:

    GAMMONS      the share of gammons among games that are played to the end
    LIVELINESS   the cube efficiency early in a game (see `cube`)
    SPREAD       how far the first rolls take a game from even, on average

The three are fitted; then no chance is more than 0.7 % (0.1 % on average, to 15 points) from the table that Neil
Kazaross made of rollouts.

The Crawford game has no cube. After it the trailing player doubles at once; if a point more or less does not matter to
the leader, he drops the games that begin badly (the free drop): how many depends on SPREAD. [Zadeh77] was the first.
"""

from functools import lru_cache

from .cube import Chances, Cube, Stakes

__all__ = ["at_score", "match_equity", "post_crawford"]

GAMMONS = 0.29
LIVELINESS = 0.75
SPREAD = 0.024
EVEN = Chances(0.5, GAMMONS / 2, 0.0, GAMMONS / 2, 0.0)
"""A game that has not begun."""


@lru_cache(maxsize=4096)
def match_equity(own: int, other: int) -> float:
    """The chance to win a match for the player who needs `own` points while the other needs `other`.

    Before the Crawford game; with one point to go, in it.

    >>> round(match_equity(4, 4), 3), round(match_equity(1, 2), 2)
    (0.5, 0.68)
    """
    if own <= 0 or other <= 0:
        return 1.0 if own <= 0 else 0.0
    if own == other:
        return 0.5
    if own > other:
        return 1 - match_equity(other, own)
    stakes = at_score(own, other, crawford=own == 1)
    cube = Cube(EVEN, stakes, efficiency=LIVELINESS)
    return cube.dead(0.5, 1, 0) if own == 1 else cube.at(0.5, 1, 0)


@lru_cache(maxsize=256)
def post_crawford(other: int) -> float:
    """The chance to win of a player who needs one point, after the Crawford game, while the other needs `other`."""
    if other <= 0:
        return 0.0
    if other == 1:
        return 0.5
    lost = (1 - GAMMONS) * post_crawford(other - 2) + GAMMONS * post_crawford(other - 4)
    taken = [(0.5 + luck) + (0.5 - luck) * lost for luck in (-SPREAD, SPREAD)]
    return sum(max(value, post_crawford(other - 1)) for value in taken) / 2


def at_score(own: int, other: int, crawford: bool = False, after: bool = False) -> Stakes:
    """The stakes of a game of a match in which the players need `own` and `other` points: chances to win the match.

    `crawford`: this is the Crawford game; `after`: it has been played.
    """

    def value(points: int) -> float:
        left, theirs = own - max(0, points), other - max(0, -points)
        if left <= 0 or theirs <= 0:
            return 1.0 if left <= 0 else 0.0
        if not (crawford or after):
            return match_equity(left, theirs)
        return post_crawford(theirs) if left == 1 else 1 - post_crawford(left)

    def may_double(who: int, cube: int) -> bool:
        return not crawford and cube < (own if who > 0 else other)

    return Stakes(value, may_double)
