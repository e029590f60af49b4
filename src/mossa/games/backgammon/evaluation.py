"""What a player of backgammon knows beyond the rules: what a position is worth, by the network and the bear-off."""

from functools import cache
from typing import Any

from mossa.kernel.memory import Reals
from mossa.kernel.network import Network, make_network
from mossa.kernel.table import Table

from .cube import EFFICIENCY
from .inputs import INPUTS, scales
from .matches import match_equity
from .network import (
    HIDDEN,
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTPUTS,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    equity,
    judge,
)
from .rules import CUBE, MATCH, NOBODY, OFFERED, OPENING, State
from .weights import weights

__all__ = ["desk", "estimate"]

# The chance to win the match of one who needs `own` points against `other`, at own · (MATCH + 1) + other.
MATCHES = Table(
    lambda: [
        match_equity(own, other) if own or other else 0.5 for own in range(MATCH + 1) for other in range(MATCH + 1)
    ],
    Reals,
)


@cache
def learnt() -> Any:
    """The weights, read once."""
    return weights()


def desk() -> Network:
    """A network with its working memory."""
    return make_network(INPUTS, HIDDEN, OUTPUTS, learnt(), scales())


def estimate(state: State, player: int, desk: Network) -> float:
    """Expected points, with what the cube is worth to its owner; in a match, from −1 to 1, the chance to win it."""
    if state.stage == OPENING:
        if not MATCH:
            return 0.0
        return match_value(state.points[player], state.points[1 - player])
    worth = judge(state, desk)
    if MATCH:
        worth = in_match(state, desk.result)
    elif CUBE:
        worth = with_cube(state, desk.result)
    return worth if player == state.turn else -worth


def match_value(own: int, other: int) -> float:
    """What a score is worth: the chance to win the match, from −1 to 1."""
    chance: float = MATCHES[max(0, MATCH - own) * (MATCH + 1) + max(0, MATCH - other)]
    return 2 * chance - 1


def in_match(state: State, chances: Reals) -> float:
    """What the match is worth to the player on turn if the cube stays where it is."""
    mine, theirs, cube = state.points[state.turn], state.points[1 - state.turn], state.cube
    win, lose = chances[WIN], 1 - chances[WIN]
    total: float = (win - chances[WIN_GAMMON]) * match_value(mine + cube, theirs)
    total += (chances[WIN_GAMMON] - chances[WIN_BACKGAMMON]) * match_value(mine + 2 * cube, theirs)
    total += chances[WIN_BACKGAMMON] * match_value(mine + 3 * cube, theirs)
    total += (lose - chances[LOSE_GAMMON]) * match_value(mine, theirs + cube)
    total += (chances[LOSE_GAMMON] - chances[LOSE_BACKGAMMON]) * match_value(mine, theirs + 2 * cube)
    total += chances[LOSE_BACKGAMMON] * match_value(mine, theirs + 3 * cube)
    return total


def with_cube(state: State, chances: Reals) -> float:
    """Points for money with a cube that is partly live: [Janowski93]'s three lines, for who may turn it."""
    dead, live = equity(chances), 0.5 * EFFICIENCY
    worth: float = dead + live * chances[WIN]
    if state.stage == OFFERED:
        worth = dead
    elif state.owner == NOBODY:
        worth = (worth - live / 2) * 4 / (4 - EFFICIENCY)
    elif state.owner != state.turn:
        worth -= live
    return worth * state.cube
